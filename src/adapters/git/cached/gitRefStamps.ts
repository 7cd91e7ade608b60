import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { geteuid } from 'node:process';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import { cloneLocationOf, isPlainEnvironment } from '../locations/cloneLocation.js';

/**
 * The stamps (times, size and inode) of the files that determine which branches exist and where they point; null for a file that
 * does not exist.
 */
export type RefStamps = readonly (readonly [path: string, stamp: string | null])[];

/** Maximum number of files whose stamps are compared. In a repository with more refs, git's answers are not cached. */
const MOST_PATHS = 600;
/** Maximum size in bytes of a git configuration file that is read. */
const MOST_BYTES = 4_000_000;
/** A file that changed less than this many milliseconds before it was read may change again and keep its stamp. */
const SETTLED_MS = 2000;

/**
 * Returns the `.git` folder of the repository that contains `root`, if git's answers about branches depend on the settings of
 * that repository alone. This requires a plain `.git` folder (no linked worktree, no submodule), no variables that redirect git,
 * and the current user as owner: in a repository of another user, git's answers also depend on the user's own settings.
 */
export function ownGitFolder(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const place = isPlainEnvironment(env) ? cloneLocationOf(root, env) : 'none';
  if (typeof place !== 'object' || 'problem' in place || place.gitDir !== join(place.top, '.git'))
    return undefined;
  const { gitDir, top } = place;
  const user = geteuid?.() ?? 0;
  const isOwn = [gitDir, top].every((path) =>
    [lstatSync, statSync].every((look) => look(path, { throwIfNoEntry: false })?.uid === user),
  );
  return isOwn ? gitDir : undefined;
}

/**
 * Returns the stamps of all files in `refs/`, of packed refs, HEAD, settings and the repository's folder. Undefined if there are
 * too many files, or if git also takes refs or settings from other places.
 */
export function refStampsIn(gitFolder: string): RefStamps | undefined {
  const otherForms = ['reftable', 'commondir'].map((name) => join(gitFolder, name));
  const paths = [gitFolder, dirname(gitFolder), ...OWN_FILES.map((name) => join(gitFolder, name))];
  const visit = (folder: string): void => {
    paths.push(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (paths.length > MOST_PATHS) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else paths.push(path);
    }
  };
  try {
    visit(join(gitFolder, 'refs'));
  } catch {
    return undefined;
  }
  if (paths.length > MOST_PATHS) return undefined;
  const settings = ['config', 'config.worktree'].map((name) => join(gitFolder, name));
  if (settings.some(mayIncludeOthers)) return undefined;
  const stamps = stampsOf([...paths, ...otherForms], gitFolder);
  if (stamps === undefined) return undefined;
  return stamps.slice(-otherForms.length).some(([, stamp]) => stamp !== null) ? undefined : stamps;
}

const OWN_FILES = ['config', 'config.worktree', 'HEAD', 'packed-refs', 'shallow', 'info/grafts'];

/**
 * True if a git configuration file may include other files, for which there are no stamps. Searches for the word `include`
 * anywhere, because git also accepts `[a][include]` on one line.
 */
function mayIncludeOthers(settings: string): boolean {
  try {
    const stats = statSync(settings, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return false;
    if (stats.size > MOST_BYTES) return true;
    return /include/i.test(textOfRegularFile(settings, MOST_BYTES) ?? 'include');
  } catch {
    // Git cannot read the file either, so nothing is included.
    return false;
  }
}

/** True if the files still have all these stamps. */
export function areSame(stamps: RefStamps, gitFolder: string): boolean {
  const now = stampsOf(
    stamps.map(([path]) => path),
    gitFolder,
  );
  return now?.every(([, stamp], i) => stamp === stamps[i]?.[1]) === true;
}

/** Returns the current stamps of the paths; undefined if one cannot be checked, for example a circular link. */
function stampsOf(paths: readonly string[], gitFolder: string): RefStamps | undefined {
  try {
    return paths.map((path) => [path, stampOf(path, gitFolder)] as const);
  } catch {
    return undefined;
  }
}

/** False if one of the files may change again and keep its stamp. @param now milliseconds since 1970, taken before the stamps. */
export function areSettled(stamps: RefStamps, now: number): boolean {
  return stamps.every(([, stamp]) => stamp === null || changedMs(stamp) < now - SETTLED_MS);
}

/**
 * Returns the stamp of a path. For git's folder and its parent folder, the stamp has only inode and owner, because files in them
 * change all the time.
 */
function stampOf(path: string, gitFolder: string): string | null {
  if (path === gitFolder || path === dirname(gitFolder)) {
    const folder = statSync(path, { throwIfNoEntry: false });
    return folder === undefined ? null : `0 0 ${String(folder.uid)} ${String(folder.ino)}`;
  }
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile() && !stats.isDirectory()) return `0 0 0 ${String(stats.ino)}`;
  return [stats.mtimeNs, stats.ctimeNs, stats.size * (stats.isFile() ? 1n : 0n), stats.ino].join(' ');
}

function changedMs(stamp: string): number {
  const [mtime = '0', ctime = '0'] = stamp.split(' ');
  return Math.max(Number(mtime), Number(ctime)) / 1_000_000;
}
