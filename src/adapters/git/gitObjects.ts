import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { CONFIG_FILE, LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { LeftOutside } from '../../ports/repository.js';
import { type CloneLocation, inClone, toTop } from './cloneLocation.js';
import { type AskGit, type GitProcess, HARMLESS_LOG, pathsIn, successOf } from './gitProcess.js';

const PROJECT_LOG = `${LOG_FOLDER}/${PROJECT_STREAM}`;
/**
 * Moves of the project more than 180 days ago are not searched for: branches from before such a move are assumed to be merged.
 */
const SINCE = '--since=180.days';
const MOST_MOVES = 4;

/**
 * Finds in git's objects the project's former folders, from which `git mv` moved it. Returns them relative to the top of the
 * clone, latest first. A move is recognized by a commit that renamed files of the log of the project.
 * @param without commits from before the move, if known. Commits in their history are not searched.
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
 * Returns the paths in git's index that a merge left in a former folder of the project: a branch without the move had added files
 * there, and the merge did not move them.
 */
export function leftOutside(git: GitProcess, place: CloneLocation, specsDir: string): readonly LeftOutside[] {
  const indexed = (...paths: readonly string[]) => {
    const listed = git.runWithPatterns(['ls-files', '-z', '--full-name', '--', ...paths]);
    return listed.status === 0 ? [...new Set(pathsIn(listed.output))] : [];
  };
  const log = inClone(place, LOG_FOLDER);
  const logs = indexed(`:(top,glob)**/${LOG_FOLDER}/**`, `:(top,exclude,literal)${log}`);
  const others = new Set(logs.map(prefixOf));
  if (others.size === 0) return [];
  const configs = [...others].map((prefix) => `:(top,literal)${inClone({ prefix }, CONFIG_FILE)}`);
  // A folder that now contains another project is not a former folder of this one.
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
    // Paths that also exist in the project's present folder were not left behind.
    const moved = within(prefix).flatMap(
      (parts) => parts.map(upTo(parts)).find((path) => !own.has(path)) ?? [],
    );
    return [...new Set(moved)].map((to) => ({ from: toTop(place) + inClone({ prefix }, to), to }));
  });
}

function upTo(parts: readonly string[]): (part: string, i: number) => string {
  return (_part, i) => parts.slice(0, i + 1).join('/');
}

/** Returns the folder of the project whose log contains the path. */
function prefixOf(path: string): string {
  return path.slice(0, Math.max(0, `/${path}`.lastIndexOf(`/${LOG_FOLDER}/`) - 1));
}

/** An entry of a git tree object (a folder). `other` stands for an entry that is not read, such as a link or a submodule. */
interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  /** Returns the entry's object id. It is computed on request, because most entries' ids are never needed. */
  readonly at: () => string;
}

export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

const HEADER = /^([0-9a-f]{40}|[0-9a-f]{64}) (\w+) (\d+)$/;
const LINE_FEED = 10;

/**
 * Reads the git objects with these names in one git process; undefined for each missing object.
 * @throws SpectoolError `GIT_FAILED` if git fails.
 */
export function objectsNamed(
  git: AskGit,
  names: readonly string[],
  purpose = 'read objects of the git repository',
): readonly (GitObject | undefined)[] {
  if (names.length === 0) return [];
  return parseBatch(successOf(purpose, git.run(['cat-file', '--batch'], questions(names))));
}

/** Like `objectsNamed`, but returns undefined for every name if git fails. */
export function objectsIfReadable(git: AskGit, names: readonly string[]): readonly (GitObject | undefined)[] {
  try {
    return objectsNamed(git, names);
  } catch {
    return names.map(() => undefined);
  }
}

/** Like `objectsIfReadable`, but returns texts, and undefined for every object that is not a file. */
export function textsNamed(git: AskGit, names: readonly string[]): readonly (string | undefined)[] {
  return objectsIfReadable(git, names).map((object) =>
    object?.type === 'blob' ? object.content.toString('utf8') : undefined,
  );
}

/**
 * Returns one line for each git object: its id and type, or the values that `format` requests. For a missing object, the line
 * ends with the word `missing`.
 */
export function linesAbout(
  git: AskGit,
  names: readonly string[],
  format = '%(objectname) %(objecttype)',
  purpose = 'read objects of the git repository',
): readonly string[] {
  if (names.length === 0) return [];
  const answer = git.run(['cat-file', `--batch-check=${format}`], questions(names));
  return successOf(purpose, answer).toString('utf8').split('\n');
}

/**
 * Returns the names as input for `git cat-file`, one per line. A name that contains a line break becomes an empty line, for which
 * git reports a missing object.
 */
function questions(names: readonly string[]): string {
  return names.map((name) => `${name.includes('\n') ? '' : name}\n`).join('');
}

/** Parses the output of `git cat-file --batch` into one element for each requested object. */
function parseBatch(output: Buffer): readonly (GitObject | undefined)[] {
  const objects: (GitObject | undefined)[] = [];
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(LINE_FEED, at);
    if (end === -1) break;
    const header = HEADER.exec(output.toString('latin1', at, end));
    at = end + 1;
    if (header === null) {
      objects.push(undefined);
      continue;
    }
    const [, id = '', type = '', size = ''] = header;
    objects.push({ id, type, content: output.subarray(at, at + Number(size)) });
    at += Number(size) + 1;
  }
  return objects;
}

/**
 * Returns the entries of a git tree object (a folder), each stored as `<mode> <name>\0<id in bytes>`. The whole content is
 * decoded as one string, because that is far faster than decoding each entry.
 */
export function entriesIn(tree: GitObject | undefined): readonly FolderEntry[] {
  if (tree?.type !== 'tree') return [];
  const { id, content } = tree;
  const idLength = id.length / 2;
  const text = content.toString('latin1');
  const entries: FolderEntry[] = [];
  for (let at = 0; at < text.length;) {
    const space = text.indexOf(' ', at);
    const nul = text.indexOf('\0', space);
    if (space === -1 || nul === -1) break;
    entries.push({
      name: fromBytes(text.slice(space + 1, nul)),
      kind: kindOf(text.slice(at, space)),
      at: () => content.toString('hex', nul + 1, nul + 1 + idLength),
    });
    at = nul + 1 + idLength;
  }
  return entries;
}

/**
 * Parses the output of `git diff-tree` for pairs of trees (folders in git). For each pair, yields a match with only the ids of
 * the two trees, then a match `[, mode, id, name]` for each new or changed entry of the second tree.
 */
export function treeDifferences(diffs: Buffer): Iterable<RegExpMatchArray> {
  return diffs.toString('latin1').matchAll(/[0-9a-f]+ [0-9a-f]+\n|:\d+ (\d+) \w+ (\w+) \w+\0([^\0]+)\0/g);
}

/** Decodes a UTF-8 name that was read as a string with one character per byte. */
function fromBytes(latin1: string): string {
  return /[^\0-\x7f]/.test(latin1) ? Buffer.from(latin1, 'latin1').toString('utf8') : latin1;
}

/**
 * Returns the kind of an entry from its mode. A folder's mode is `40000` in a tree and `040000` in a diff; in a diff, a removed
 * entry has only zeros.
 */
function kindOf(mode: string): FolderEntry['kind'] {
  if (/^0+$/.test(mode)) return 'file';
  if (mode.endsWith('40000')) return 'folder';
  return mode.startsWith('100') ? 'file' : 'other';
}
