import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { geteuid } from 'node:process';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import { cloneLocationOf, isPlainEnvironment } from '../locations/cloneLocation.js';

/** The stamps of the files that determine branches; null for a file that does not exist. */
export type RefStamps = readonly (readonly [path: string, stamp: string | null])[];

/** With more files than this, git is asked every time. */
const MOST_PATHS = 600;
/** Largest configuration file that is read. */
const MOST_BYTES = 4_000_000;
/** A file changed this shortly before it was read may change again without a new stamp. */
const SETTLED_MS = 2000;

/**
 * Returns the `.git` folder around `root` if git's answers about branches depend only on that repository's settings: a plain `.git`
 * folder (no linked worktree, no submodule), without variables that redirect git, owned by the current user. For a repository of
 * another user, git's answer also depends on the user's own settings.
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
 * too many, or refs are stored in another form.
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
 * True if a configuration file may include other files, which have no stamps. Searches for the word anywhere, because git also
 * accepts `[a][include]` on one line.
 */
function mayIncludeOthers(settings: string): boolean {
  try {
    const stats = statSync(settings, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return false;
    if (stats.size > MOST_BYTES) return true;
    return /include/i.test(textOfRegularFile(settings, MOST_BYTES) ?? 'include');
  } catch {
    // Git cannot read the file either.
    return false;
  }
}

/** True if all stamps are unchanged. */
export function areSame(stamps: RefStamps, gitFolder: string): boolean {
  const now = stampsOf(
    stamps.map(([path]) => path),
    gitFolder,
  );
  return now?.every(([, stamp], i) => stamp === stamps[i]?.[1]) === true;
}

/** Returns undefined if a path cannot be checked, such as a circular link. */
function stampsOf(paths: readonly string[], gitFolder: string): RefStamps | undefined {
  try {
    return paths.map((path) => [path, stampOf(path, gitFolder)] as const);
  } catch {
    return undefined;
  }
}

/** False if a file may change again without a new stamp. @param now milliseconds since 1970, taken before the stamps. */
export function areSettled(stamps: RefStamps, now: number): boolean {
  return stamps.every(([, stamp]) => stamp === null || changedMs(stamp) < now - SETTLED_MS);
}

/**
 * Returns the stamp of a path. For git's folder and the folder around it only inode and owner count, because files in them change
 * all the time.
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
