import { checkboxIn, isTicked, markIn } from '../criteria/checkboxGrammar.js';
import { begunMarkOf } from './documentKinds.js';
import type { ImportedMoment, StatusLines } from './importedDocument.js';
import { statusWord } from './statusWords.js';

/** A commit that changed a file: its author, its time, and the changed lines that may contain a status. */
export interface FileCommit {
  readonly hash: string;
  /** The author's time, UTC with milliseconds. */
  readonly at: string;
  readonly actor: string;
  /** Set if the commit added the file. */
  readonly isFirst?: true;
  /** The short lines that the commit removed (`removed`) and added (`added`). */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A file's history in git, following renames. */
export interface FileHistory {
  /** The path under which the file was added, relative to the top of the repository. */
  readonly origin: string;
  /** The commit that added the file; absent in a shallow clone, where the commit that really added the file may be missing. */
  readonly commit?: string;
  readonly commits: readonly FileCommit[];
}

const FIELD = /^\W*status\W*?[:\uFF1A|]\W*?[ \t]*(.+?)[ \t|]*$/i;

/**
 * Returns the state of a task from the mark in its checkbox.
 * @param source the tool that wrote the checkbox.
 */
export function taskState(box: string, source: string): 'done' | 'begun' | 'open' {
  if (isTicked(box)) return 'done';
  return markIn(box) !== '' && markIn(box) === begunMarkOf(source) ? 'begun' : 'open';
}

/**
 * Returns the moments in a document's git history: the first commit, and the commits that changed the status. The status that the
 * first change replaced applies from the first commit on; a status that was written where none was has no time.
 * @param isStatus true if a line below a status heading may be a status.
 * @param source the tool that wrote the files.
 * @param now the current status, used if `lines` is `boxes`, which means that the status is derived from ticked checkboxes.
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
    commit,
    from: lines === undefined ? undefined : statusIn(commit.removed, lines, isStatus, 'first'),
    to:
      lines === undefined
        ? undefined
        : statusIn(commit.added, lines, isStatus, lines === 'field' ? 'first' : 'last'),
  }));
  const initial = told.find(({ from, to }) => from !== undefined || to !== undefined);
  const begun = initial?.from ?? (initial?.commit === first ? initial.to : undefined);
  const moments: ImportedMoment[] = [moment(first, begun)];
  let word = begun === undefined ? undefined : statusWord(begun);
  for (const { commit, to } of told) {
    if (to === undefined || statusWord(to) === word) continue;
    // The first status may be much younger than the document: it may have had it long before somebody wrote it down.
    moments.push(word === undefined ? { status: to } : moment(commit, to));
    word = statusWord(to);
  }
  return moments;
}

function moment({ at, actor }: FileCommit, status: string | undefined): ImportedMoment {
  return { at, actor, ...(status !== undefined && { status }) };
}

/**
 * Derives a document's moments from its checkboxes: the first tick or progress mark began the work, and the last one led to the
 * current status.
 */
function ticked(
  commits: readonly FileCommit[],
  first: FileCommit,
  source: string,
  now: string | undefined,
): readonly ImportedMoment[] {
  const tells = (line: string) => taskState(checkboxIn(line)?.box ?? '', source) !== 'open';
  const ticks = commits.filter(({ added }) => added.some(tells));
  const [begun, ended] = [ticks[0], ticks.at(-1)];
  if (begun === undefined || ended === undefined) return [moment(first, undefined)];
  return [
    ...(first === begun ? [] : [moment(first, 'planned')]),
    ...(begun === ended ? [] : [moment(begun, 'in progress')]),
    moment(ended, now ?? 'in progress'),
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

/** A field below this line is an example in the text, and no field of the document. */
const LAST_FIELD = 100;

/** True for lines that may contain a status; other lines of a commit are not kept. @param at number of the line, from 1. */
export function mayTellStatus(line: string, at: number): boolean {
  return line.length <= 120 && line.trim() !== '' && (at <= LAST_FIELD || !FIELD.test(line));
}
