import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { geteuid } from 'node:process';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import { clonePlaceOf, isPlainEnvironment } from '../places/clonePlace.js';

/** What the files looked like that say where branches are; null for one that is not there. */
export type RefStamps = readonly (readonly [path: string, stamp: string | null])[];

/** More branches than this are asked of git each time. */
const MOST_PATHS = 600;
/** Of a file with settings. */
const MOST_BYTES = 4_000_000;
/** A file changed this short before it was read may change again without a trace. */
const SETTLED_MS = 2000;

/**
 * The `.git` folder around `root`, where the repository's own settings alone shape what git says of its branches: one of the plain kind
 * (no worktree, no submodule) in a plain environment, that belongs to who asks: of another's only settings of the user's own may say
 * that git reads it.
 */
export function ownGitFolder(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const place = isPlainEnvironment(env) ? clonePlaceOf(root, env) : 'none';
  if (typeof place !== 'object' || 'problem' in place || place.gitDir !== join(place.top, '.git'))
    return undefined;
  const { gitDir, top } = place;
  const user = geteuid?.() ?? 0;
  const isOwn = [gitDir, top].every((path) =>
    [lstatSync, statSync].every((look) => look(path, { throwIfNoEntry: false })?.uid === user),
  );
  return isOwn ? gitDir : undefined;
}

/** Of everything in `refs/`, of packed refs, of what is checked out, of settings, and of who owns the repository; undefined where they are too many, or kept in another form. */
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

/** Files that it leads to have no stamps. Git reads `[a][include]` in one line too: the word alone is enough. */
function mayIncludeOthers(settings: string): boolean {
  try {
    const stats = statSync(settings, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return false;
    if (stats.size > MOST_BYTES) return true;
    return /include/i.test(textOfRegularFile(settings, MOST_BYTES) ?? 'include');
  } catch {
    // What may not be read leads git nowhere either.
    return false;
  }
}

/** True while everything looks as it did. */
export function areSame(stamps: RefStamps, gitFolder: string): boolean {
  const now = stampsOf(
    stamps.map(([path]) => path),
    gitFolder,
  );
  return now?.every(([, stamp], i) => stamp === stamps[i]?.[1]) === true;
}

/** Undefined where one cannot be looked at, as a link that leads to itself. */
function stampsOf(paths: readonly string[], gitFolder: string): RefStamps | undefined {
  try {
    return paths.map((path) => [path, stampOf(path, gitFolder)] as const);
  } catch {
    return undefined;
  }
}

/** False for what may change again without its times telling. @param now milliseconds since 1970, from before it was looked at. */
export function areSettled(stamps: RefStamps, now: number): boolean {
  return stamps.every(([, stamp]) => stamp === null || changedMs(stamp) < now - SETTLED_MS);
}

/** In git's own folder, and around it, files come and go all the time: they are told by being there, and by their owners. */
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
