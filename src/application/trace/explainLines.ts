import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Progress } from '../../domain/criteria/criteria.js';
import type { SpecProof } from '../../domain/proof/criterionStates.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { typedPath, type SpecFolder } from '../../domain/naming/projectPath.js';
import type { Status } from '../../domain/fields/statusAndPriority.js';
import { type CommitShare, countingCommits, revertedCommits } from '../../domain/trace/commitsOfSpecs.js';
import { groupBy, largestNumber } from '../../domain/value/collections.js';
import { instantOf } from '../../domain/value/dates.js';
import type { BlamedLines } from '../../ports/repository.js';
import { loggedTimes } from '../../domain/log/logSummary.js';
import { positive, required, text, type Warning, useCase } from '../useCase.js';
import { tracedCommit, type TracedCommit } from './traceSpecs.js';
import type { Services } from '../services.js';

/** Consecutive lines, 1-based; `to` is included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A commit that wrote some of the lines. */
export interface ExplainingCommit extends TracedCommit {
  /** The lines of the file that the commit wrote. */
  readonly lines: readonly LineRange[];
  /** Folder names of the specs that the commit names. */
  readonly specs: readonly string[];
}

/** A spec named by a commit that wrote some of the lines. */
export interface ExplainingSpec {
  readonly ref: string;
  readonly sequence: number | null;
  /** Null for a deleted spec, as the status. */
  readonly title: string | null;
  readonly status: Status | null;
  /** Hash of the newest commit that wrote some of the lines and names the spec. */
  readonly commit: string;
  /** Current progress of the criteria, and their proof states, as in `SpecView`. */
  readonly criteria?: Progress;
  readonly proof?: SpecProof;
  readonly completed?: { readonly by: string | null; readonly at: string };
  /** The spec that supersedes this one. */
  readonly supersededBy?: string;
}

/** A spec that may explain the file. */
export interface PossibleSpec {
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string | null;
  readonly status: Status | null;
  /** `commits`: its commits changed the file. `code`: its field `code` selects the file. */
  readonly because: 'commits' | 'code';
  /** Author date of the spec's last commit that changed the file. */
  readonly last?: string;
}

export interface ExplainLinesResult {
  /** Relative to the project. */
  readonly path: string;
  readonly from?: number;
  readonly to?: number;
  /** Commits that wrote the lines, most lines first; absent without lines. */
  readonly commits?: readonly ExplainingCommit[];
  /** Lines that are not committed. */
  readonly uncommitted?: readonly LineRange[];
  /** Specs that the commits name. */
  readonly specs: readonly ExplainingSpec[];
  /** Specs that may explain the file, newest first; present if none of the commits names a spec. */
  readonly possible?: readonly PossibleSpec[];
  readonly warnings?: readonly Warning[];
}

const MOST_LINES = 10_000;
/** Maximum length of a chain of reverts (a revert of a revert) to follow. */
const MOST_REVERTS = 10;

/** Finds the specs that explain a file, or lines of it, from the commits that wrote the lines. */
export const explainLines = useCase(
  {
    /** Path of a file, relative to the working folder. */
    path: required(text),
    /** The first line to explain, 1-based; without it, the whole file is explained. */
    from: positive,
    /** The last line to explain; `from` by default. */
    to: positive,
  },
  (use, request): ExplainLinesResult => {
    const path = typedPath(request.path, use.place);
    const { from } = request;
    if (from === undefined) return { path, specs: [], ...possibleSpecs(use, path) };
    const to = request.to ?? from;
    if (to < from || to - from >= MOST_LINES)
      throw new SpectoolError(
        'USAGE',
        `${path}: the range ${String(from)}-${String(to)} is reversed or has more than ${String(MOST_LINES)} lines.`,
        {
          hint: `Use a range of at most ${String(MOST_LINES)} lines, with the smaller number first.`,
        },
      );
    const blamed = use.commitLog.blame(path, from, to);
    const { shares, missing } = sharesOf(use, blamed);
    const commits = blamed
      .flatMap(({ commit, lines }) => {
        const share = shares.get(commit ?? '');
        return share === undefined ? [] : [{ share, lines }];
      })
      .sort((a, b) => b.lines.length - a.lines.length);
    const folders = new Map(use.specCatalog.folders().map((folder) => [folder.path, folder]));
    const specs = explainingSpecs(
      use,
      commits.map(({ share }) => share),
      folders,
    );
    const uncommitted = blamed.filter(({ commit }) => commit === undefined).flatMap(({ lines }) => lines);
    const possible = specs.length === 0 ? possibleSpecs(use, path) : {};
    return {
      path,
      from,
      to,
      commits: commits.map(({ share, lines }) => ({
        ...tracedCommit(share),
        lines: rangesOf(lines),
        specs: [...share.specs].map((key) => folders.get(key)?.ref ?? key),
      })),
      ...(uncommitted.length > 0 && { uncommitted: rangesOf(uncommitted) }),
      specs,
      // If no commit names a spec, the search for possible specs gives the same warning.
      ...(missing !== undefined && { warnings: [{ code: 'COMMITS_MISSING', message: missing }] }),
      ...possible,
    };
  },
);

/** Returns the commits that wrote the lines, with their specs. A revert has the specs of the commits that it reverts. */
function sharesOf({ commitLog, specsOfCommits }: Services, blamed: readonly BlamedLines[]) {
  const hashes = blamed.flatMap(({ commit }) => commit ?? []);
  const { commits, missing } = commitLog.commits(hashes);
  const known = new Map(commits.map((commit) => [commit.hash, commit]));
  // A revert may revert another one, so follow them to the commits that name the specs.
  let newest = commits;
  for (let step = 0; step < MOST_REVERTS && newest.length > 0; step++) {
    const reverted = newest.flatMap(({ message }) => revertedCommits(message));
    newest = commitLog.commits(reverted.filter((hash) => !known.has(hash))).commits;
    for (const commit of newest) known.set(commit.hash, commit);
  }
  const { shares } = specsOfCommits.trace([...known.values()]);
  return { shares: new Map(shares.map((share) => [share.commit.hash, share])), missing };
}

function explainingSpecs(
  use: Services,
  shares: readonly CommitShare[],
  folders: ReadonlyMap<string, SpecFolder>,
): readonly ExplainingSpec[] {
  const named = shares.flatMap(({ specs, commit }) => [...specs].map((key) => ({ key, commit })));
  return groupBy(named, ({ key }) => key).flatMap((group) => {
    const [newest] = group.toSorted((a, b) => b.commit.committedAt - a.commit.committedAt);
    return newest === undefined ? [] : [spec(use, newest.key, newest.commit.hash, folders.get(newest.key))];
  });
}

function spec(use: Services, key: string, commit: string, folder: SpecFolder | undefined): ExplainingSpec {
  if (folder === undefined) return { ref: key, sequence: null, title: null, status: null, commit };
  const current = use.specStore.open(folder);
  const records = recordsOf(use, current.frontmatter['id']);
  const view = use.specCatalog.viewOf(folder, current, records);
  const [{ ref, sequence, title, status, supersededBy, criteria, proof } = view] = use.criterionProofs.shown([
    view,
  ]);
  return {
    ref,
    sequence,
    title,
    status,
    commit,
    ...(criteria && { criteria }),
    ...(proof && { proof }),
    ...(status === 'complete' && completionIn(records)),
    ...(supersededBy !== undefined && { supersededBy }),
  };
}

function recordsOf({ eventLog }: Services, id: unknown): readonly LogRecord[] {
  return typeof id === 'string' ? eventLog.records(id) : [];
}

/** Returns the specs whose commits changed the file, or whose field `code` selects it. */
function possibleSpecs(use: Services, path: string): Pick<ExplainLinesResult, 'possible' | 'warnings'> {
  const { changed, warnings } = changing(use, path);
  const views = new Map(use.specCatalog.undated().map((view) => [view.path, view]));
  const selecting = [...views.values()].filter(
    (spec) => !changed.some(({ key }) => key === spec.path) && use.codeFiles.selector(spec)?.(path) === true,
  );
  const shown = (key: string) => {
    const { ref = key, sequence = null, title = null, status = null } = views.get(key) ?? {};
    return { ref, sequence, title, status };
  };
  return {
    possible: [
      ...changed.map(({ key, last }) => ({ ...shown(key), because: 'commits' as const, last })),
      ...selecting.map((spec) => ({ ...shown(spec.path), because: 'code' as const })),
    ],
    ...(warnings.length > 0 && { warnings }),
  };
}

function changing({ commitLog, specsOfCommits }: Services, path: string) {
  try {
    const { commits, missing } = commitLog.naming();
    const changed = [...countingCommits(specsOfCommits.trace(commits).shares)]
      .flatMap(([key, own]) => {
        const times = own.filter(({ files }) => files.includes(path)).map(({ authoredAt }) => authoredAt);
        return times.length === 0 ? [] : [{ key, last: instantOf(largestNumber(times)) }];
      })
      .sort((a, b) => (a.last < b.last ? 1 : -1));
    const warnings = missing === undefined ? [] : [{ code: 'COMMITS_MISSING', message: missing }];
    return { changed, warnings };
  } catch (error) {
    if (!(error instanceof SpectoolError && error.code === 'GIT_FAILED')) throw error;
    const hint = 'Commits were not searched; only specs whose field `code` selects the file are listed.';
    return { changed: [], warnings: [{ code: 'GIT_FAILED', message: error.message, hint }] };
  }
}

/** Returns who completed a spec last, and when. */
function completionIn(records: readonly LogRecord[]): Pick<ExplainingSpec, 'completed'> {
  const record = records.findLast((one) => loggedTimes([one]).steps?.at(-1)?.[0] === 'complete');
  return record?.at === undefined ? {} : { completed: { by: record.actor ?? null, at: record.at } };
}

/** Joins consecutive lines into ranges. @param lines in ascending order. */
function rangesOf(lines: readonly number[]): readonly LineRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges;
}
