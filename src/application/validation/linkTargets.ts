import type { FileSystem } from '../../ports/fileSystem.js';

/** True if the target of a link exists, or if it cannot be read. @param path relative to the root. */
export function linkTargetExists(files: Pick<FileSystem, 'stat'>, path: string): boolean {
  try {
    return path === '' || files.stat(path) !== undefined;
  } catch {
    return true;
  }
}
