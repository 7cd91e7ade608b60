// Trains the table of word vectors (docs/internals/word-vectors.md): node scripts/trainWordVectors.mjs [DATA] [--out FILE] [--check]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'spectool-training-'));
const outfile = join(folder, 'training.mjs');
buildSync({
  entryPoints: [join(root, 'scripts/wordVectors/main.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile,
});
const args = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [outfile, ...args], { cwd: root, stdio: 'inherit' });
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
