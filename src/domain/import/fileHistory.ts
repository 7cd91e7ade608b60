import { boxIn, isTicked, markIn } from '../criteria/boxGrammar.js';
import type { ImportedMoment, StatusLines } from './importedDocument.js';
import { statusWord } from './statusWords.js';

/** A commit that changed a file: who, when, and the lines that could tell a status. */
export interface FileCommit {
  readonly hash: string;
  /** Its turn among all commits of the repository, the first ones first. */
  readonly turn: number;
  /** UTC with milliseconds, the author's. */
  readonly at: string;
  readonly actor: string;
  /** The file came with it. */
  readonly isFirst?: true;
  /** Short lines that went and came. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** What version control tells of a file, renames followed. */
export interface FileHistory {
  /** The name it had when it came, from the top of the repository, and the commit it came with. */
  readonly origin: string;
  /** Absent where the history is cut off, so that what looks like the first commit may not be it. */
  readonly commit?: string;
  readonly commits: readonly FileCommit[];
}

/** The commits of some files, each once, in the order of the repository. */
export function commitsOf(histories: readonly FileHistory[]): readonly FileCommit[] {
  const byHash = new Map(histories.flatMap(({ commits }) => commits).map((commit) => [commit.hash, commit]));
  return [...byHash.values()].sort((a, b) => a.turn - b.turn);
}

/** The commits that came after one of them; undefined where that one is not known. */
export function commitsSince(
  commits: readonly FileCommit[],
  hash: string | undefined,
): readonly FileCommit[] | undefined {
  const at = commits.findIndex((commit) => commit.hash === hash);
  return at === -1 ? undefined : commits.slice(at + 1);
}

const FIELD = /^\W*status\W*?[:\uFF1A|]\W*?[ \t]*(.+?)[ \t|]*$/i;

/** Marks by which a tool says that a task is being worked on. Any other but a tick says that it is not done. */
const WORKED_ON: Readonly<Record<string, string>> = { kiro: '-' };

/** How far a task is, by its box. @param source what tool wrote it. */
export function taskState(box: string, source: string): 'done' | 'begun' | 'open' {
  if (isTicked(box)) return 'done';
  return markIn(box) !== '' && markIn(box) === WORKED_ON[source] ? 'begun' : 'open';
}

/**
 * The moments that commits tell of: the first, those that changed its status, and with whom. A status line that only went or came is
 * read too; what stood before the first change stood there from the beginning.
 * @param isStatus whether a bare line may be a status, where it stands under a heading.
 * @param source what tool wrote the files.
 * @param now the status the document has, where ticked boxes tell it.
 */
export function momentsIn(
  histories: readonly FileHistory[],
  lines: StatusLines | undefined,
  isStatus: (word: string) => boolean,
  source: string,
  now?: string,
): readonly ImportedMoment[] {
  const commits = histories
    .flatMap((one) => one.commits)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const [first] = commits;
  if (first === undefined) return [];
  if (lines === 'boxes') return ticked(commits, first, source, now);
  const told = commits.map((commit) => ({
    commit: commit.hash,
    at: commit.at,
    actor: commit.actor,
    from: lines === undefined ? undefined : statusIn(commit.removed, lines, isStatus, 'first'),
    to: lines === undefined ? undefined : statusIn(commit.added, lines, isStatus, 'last'),
  }));
  const moments: ImportedMoment[] = [];
  const initial = told.find(({ from, to }) => from !== undefined || to !== undefined);
  const begun = initial?.from;
  moments.push({
    at: first.at,
    actor: first.actor,
    commit: first.hash,
    ...(begun !== undefined && { status: begun }),
  });
  let word = begun === undefined ? undefined : statusWord(begun);
  for (const { at, actor, commit, to } of told) {
    if (to === undefined || statusWord(to) === word) continue;
    word = statusWord(to);
    moments.push({ at, actor, commit, status: to });
  }
  return moments;
}

/** Work began with the first box that says so, and what is done was done with the last. */
function ticked(
  commits: readonly FileCommit[],
  first: FileCommit,
  source: string,
  now: string | undefined,
): readonly ImportedMoment[] {
  const tells = (line: string) => taskState(boxIn(line)?.box ?? '', source) !== 'open';
  const ticks = commits.filter(({ added }) => added.some(tells));
  const [begun, ended] = [ticks[0], ticks.at(-1)];
  const moment = ({ at, actor, hash }: FileCommit, status: string) => ({ at, actor, commit: hash, status });
  return [
    ...(first === begun ? [] : [moment(first, 'planned')]),
    ...(begun === undefined || begun === ended ? [] : [moment(begun, 'in progress')]),
    ...(ended === undefined ? [] : [moment(ended, now ?? 'in progress')]),
  ];
}

function statusIn(
  lines: readonly string[],
  kind: Exclude<StatusLines, 'boxes'>,
  isStatus: (word: string) => boolean,
  which: 'first' | 'last',
): string | undefined {
  const found = lines.flatMap((line) => {
    const field = FIELD.exec(line)?.[1]?.trim();
    if (field !== undefined && field !== '') return [field];
    if (kind === 'section' && isStatus(statusWord(line))) return [line.trim()];
    return [];
  });
  return which === 'first' ? found[0] : found.at(-1);
}

/** Lines that could tell a status: the others of a commit are not looked at. */
export function mayTellStatus(line: string): boolean {
  return line.length <= 120 && line.trim() !== '';
}
