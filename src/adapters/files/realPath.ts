import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True if the folder contains what every git folder contains, whatever its name.
 * @throws the system's error if the folder may not be read.
 */
export function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
}

/** Like `isGitFolder`, but false if the folder may not be read or is a circular link. */
export function looksLikeGitFolder(folder: string): boolean {
  try {
    return isGitFolder(folder);
  } catch {
    return false;
  }
}

/** Returns the path with all links resolved, or unchanged if that fails; a later read or write then reports the reason. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
