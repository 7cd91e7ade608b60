import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { CONFIG_FILE, LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { LeftOutside } from '../../ports/repository/commits.js';
import { type AskGit, type GitProcess, HARMLESS_LOG, pathsIn } from './gitProcess.js';
import { type CloneLocation, inClone, toTop } from './locations/cloneLocation.js';

const PROJECT_LOG = `${LOG_FOLDER}/${PROJECT_STREAM}`;
/** A move longer ago than this is not looked for: branches that old have been merged. */
const SINCE = '--since=180.days';
const MOST_MOVES = 4;

/**
 * Returns the folders, relative to the top of the clone, in which the project was before `git mv` moved it to its present one; the
 * latest first. The move is the commit that brought the project's own log to its place.
 * @param without commits that were made before the move, if such are known: only what they lack is looked through.
 */
export function formerPrefixes(
  git: AskGit,
  place: Pick<CloneLocation, 'prefix'>,
  without: readonly string[] = [],
): readonly string[] {
  const found: string[] = [];
  const input = without.map((commit) => `^${commit}\n`).join('');
  for (let [at, from] = [place.prefix, 'HEAD']; found.length < MOST_MOVES;) {
    const own = inClone({ prefix: at }, PROJECT_LOG);
    const how = [
      '--format=%H',
      '--diff-filter=A',
      '--no-renames',
      SINCE,
      '--stdin',
      '--',
      toTop(place) + own,
    ];
    const listed = git.run(['log', ...HARMLESS_LOG, ...how], `${from}\n${input}`);
    const commit = listed.output.toString('latin1').trim().split('\n').at(-1) ?? '';
    if (listed.status !== 0 || commit === '') break;
    const renames = ['-r', '-z', '--no-commit-id', '--name-status', '-M100%', '--diff-filter=R'];
    const names = pathsIn(git.run(['diff-tree', ...renames, commit]).output);
    const to = names.findIndex((name, i) => i % 3 === 2 && name.startsWith(`${own}/`));
    const before = names[to - 1] ?? '';
    if (!`/${before}`.includes(`/${PROJECT_LOG}/`)) break;
    at = prefixOf(before);
    found.push(at);
    from = `${commit}^`;
  }
  return found;
}

/**
 * Returns what git's index has of the project in a folder where the project was before: a branch added it there, and the merge did
 * not move it along.
 */
export function leftOutside(git: GitProcess, place: CloneLocation, specsDir: string): readonly LeftOutside[] {
  const indexed = (...paths: readonly string[]) => {
    const listed = git.runWithPatterns(['ls-files', '-z', '--full-name', '--', ...paths]);
    return listed.status === 0 ? [...new Set(pathsIn(listed.output))] : [];
  };
  const others = new Set(indexed(`:(top,glob)**/${LOG_FOLDER}/**`).map(prefixOf));
  others.delete(place.prefix);
  if (others.size === 0) return [];
  const configs = [...others].map((prefix) => `:(top,literal)${inClone({ prefix }, CONFIG_FILE)}`);
  // Another project that is there is no former place.
  for (const path of indexed(...configs))
    others.delete(path.slice(0, -CONFIG_FILE.length).replace(/\/$/, ''));
  const former = others.size === 0 ? [] : formerPrefixes(git, place).filter((prefix) => others.has(prefix));
  const within = (prefix: string) =>
    indexed(...[specsDir, LOG_FOLDER].map((folder) => `:(top,literal)${inClone({ prefix }, folder)}`)).map(
      (path) => path.slice(prefix === '' ? 0 : prefix.length + 1).split('/'),
    );
  const own = new Set(
    former.length === 0 ? [] : within(place.prefix).flatMap((parts) => parts.map(upTo(parts))),
  );
  return former.flatMap((prefix) => {
    // What the project has at its place, too, was not left behind.
    const moved = within(prefix).flatMap(
      (parts) => parts.map(upTo(parts)).find((path) => !own.has(path)) ?? [],
    );
    return [...new Set(moved)].map((to) => ({ from: toTop(place) + inClone({ prefix }, to), to }));
  });
}

function upTo(parts: readonly string[]): (part: string, i: number) => string {
  return (_part, i) => parts.slice(0, i + 1).join('/');
}

/** Returns the project folder of a path in its log. */
function prefixOf(path: string): string {
  return path.slice(0, Math.max(0, `/${path}`.lastIndexOf(`/${LOG_FOLDER}/`) - 1));
}
