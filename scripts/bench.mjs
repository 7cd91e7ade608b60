// Bundles a bench and runs it: node scripts/bench.mjs search [arguments]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const [name, ...args] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'spectool-bench-'));
const outfile = join(folder, 'bench.mjs');
buildSync({
  entryPoints: [join(root, `bench/${name}/main.ts`)],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile,
  logLevel: 'error',
});
const { status } = spawnSync(process.execPath, [outfile, ...args], { cwd: root, stdio: 'inherit' });
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
