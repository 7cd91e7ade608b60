// Bundles a benchmark and runs it: node scripts/bench.mjs speed|caches|merges|tokens|trace|prove|ui|search|fuzz|hostile|days [arguments]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const [name, ...args] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
// Put the bundle below node_modules, because some modules resolve packages at run time.
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'spectool-bench-'));
const outfile = join(folder, 'bench.mjs');
buildSync({
  entryPoints: [join(root, `bench/${name}/main.ts`)],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile,
  packages: 'external',
  logLevel: 'error',
});
const { status } = spawnSync(process.execPath, [outfile, ...args], { cwd: root, stdio: 'inherit' });
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
