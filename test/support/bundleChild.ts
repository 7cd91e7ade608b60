import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { temporaryFolder } from './temporaryFolder.js';

/** Builds `test/support/children/<name>.ts` into one file that a plain `node` can run, and answers its path. */
export function bundleChild(name: string): string {
  const outfile = join(temporaryFolder(), `${name}.mjs`);
  buildSync({
    entryPoints: [join(import.meta.dirname, 'children', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}
