import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The nearest ancestor of `directory` that holds `.spectool/config.json`; undefined outside every project. */
export function findProjectRoot(directory: string): string | undefined {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.spectool', 'config.json'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
