import { accessSync, constants, lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { cloneLocationOf, projectKey } from './cloneLocation.js';

/**
 * Returns the folder for the caches of a project. It is in the git folder of the worktree, which is never committed; or in the
 * user's cache folder, if the user does not own a writable git folder. Undefined if neither folder is private, or if
 * `SPECTOOL_NO_CACHE` is set.
 */
export function cacheLocationOf(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const off = env['SPECTOOL_NO_CACHE'];
  if (off !== undefined && off !== '' && off !== '0') return undefined;
  try {
    const place = cloneLocationOf(root, env);
    if (typeof place === 'object' && 'gitDir' in place && isOwn(place.gitDir))
      return join(place.gitDir, 'spectool', 'cache', projectKey(place.prefix));
    const folder = userFolder(env);
    return folder === undefined ? undefined : join(folder, 'projects', projectKey(realpathSync.native(root)));
  } catch {
    return undefined;
  }
}

/** True if the user owns the folder and can write to it. A folder that another user made may contain forged data. */
function isOwn(folder: string): boolean {
  if (process.getuid !== undefined && lstatSync(folder).uid !== process.getuid()) return false;
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function userFolder(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['XDG_CACHE_HOME'];
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache');
  if (!isAbsolute(base)) return undefined;
  const folder = join(base, 'spectool');
  const stats = lstatSync(folder, { throwIfNoEntry: false }) ?? lstatSync(base, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return undefined;
  const isPrivate =
    process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
  return isPrivate ? folder : undefined;
}
