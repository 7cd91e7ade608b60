import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { temporaryFolder } from './temporaryFolder.js';

/** Bundles `test/support/children/<name>.ts` into one JavaScript file for `node`. @returns the path of that file. */
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
