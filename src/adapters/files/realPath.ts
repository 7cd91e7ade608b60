import { realpathSync } from 'node:fs';

/** Returns the path with all links resolved, or unchanged if that fails; a later read or write then reports the reason. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
