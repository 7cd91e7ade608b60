import { statSync } from 'node:fs';
import { join } from 'node:path';

/** By what it holds, whatever it is called. */
export function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
}
