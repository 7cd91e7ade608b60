import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** The nearest ancestor of `directory` that holds `.spectool/config.json`; undefined outside every project. */
export function findProjectRoot(directory: string): string | undefined {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.spectool', 'config.json'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** `directory` as the project sees it: `/`-separated, `''` for the root itself. */
export function workingDirectoryIn(root: string, directory: string): string {
  const path = relative(root, resolve(directory)).split(sep).join('/');
  return path === '..' || path.startsWith('../') ? '' : path;
}
