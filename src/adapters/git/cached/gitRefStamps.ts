import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST_SETTINGS } from '../../../domain/value/bounds.js';
import { isSettled } from '../../cache/fileStamp.js';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import type { CloneLocation } from '../locations/cloneLocation.js';

/** Maximum number of folders of refs. In a repository with more, git's answers are not cached. */
const MOST_FOLDERS = 600;

/** What git's answers depend on: the times, sizes and inodes of HEAD, packed refs, the folders of refs and git's settings. */
export interface RefStamps {
  readonly key: string;
  /** False if one of the files changed so recently that a further change might not alter its stamp. */
  readonly isSettled: boolean;
}

/**
 * Returns the stamps; undefined if there are too many folders of refs, or if git's settings may include other files. A ref that
 * moves changes its folder, because git replaces the file.
 * @param now milliseconds since 1970.
 * @param isOfRefs false for answers that depend on git's settings alone.
 */
export function refStampsOf(
  { gitDir, commonDir }: CloneLocation,
  env: NodeJS.ProcessEnv,
  now: number,
  isOfRefs: boolean,
): RefStamps | undefined {
  const { HOME: home = '', XDG_CONFIG_HOME: xdg = join(home, '.config'), GIT_CONFIG_GLOBAL: global } = env;
  const settings = [
    join(commonDir, 'config'),
    join(gitDir, 'config.worktree'),
    ...(global === undefined ? [join(xdg, 'git/config'), join(home, '.gitconfig')] : [global]),
    env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
  ];
  const others = ['packed-refs', 'shallow', 'info/grafts', 'reftable/tables.list'];
  const ofRefs = [join(gitDir, 'HEAD'), ...others.map((name) => join(commonDir, name))];
  const paths = [...settings, ...(isOfRefs ? ofRefs : [])];
  const addFolder = (folder: string): void => {
    paths.push(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && paths.length <= MOST_FOLDERS) addFolder(join(folder, entry.name));
  };
  try {
    if (isOfRefs) addFolder(join(commonDir, 'refs'));
    if (paths.length > MOST_FOLDERS || settings.some(mayIncludeOthers)) return undefined;
    let isOld = true;
    const stamps = paths.map((path) => {
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return '';
      isOld &&= isSettled(stats, BigInt(now) * 1_000_000n);
      return [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino].join(' ');
    });
    return { key: stamps.join('\n'), isSettled: isOld };
  } catch {
    return undefined;
  }
}

/** True if a settings file may include others. Searches for the word anywhere, because git also accepts `[a][include]`. */
function mayIncludeOthers(file: string): boolean {
  const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isThere && /include/i.test(textOfRegularFile(file, LARGEST_SETTINGS) ?? 'include');
}
