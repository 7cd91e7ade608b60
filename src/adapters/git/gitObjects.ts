import { type AskGit, successOf } from './gitProcess.js';

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
