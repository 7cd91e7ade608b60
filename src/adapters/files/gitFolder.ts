import { statSync } from 'node:fs';
import { join } from 'node:path';

/** By what it holds, whatever it is called. @throws what the system says of one that may not be looked into. */
export function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
}

/** False for what may not be looked into, or leads in a circle. */
export function looksLikeGitFolder(folder: string): boolean {
  try {
    return isGitFolder(folder);
  } catch {
    return false;
  }
}
