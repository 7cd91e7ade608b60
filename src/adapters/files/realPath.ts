import { realpathSync } from 'node:fs';

/** All links followed; as it is where that cannot be: reading or writing there fails, and says why. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
