import { BOUNDS } from '../../domain/value/bounds.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import {
  type CommitShare,
  type CommitState,
  type LoggedCommit,
  subjectOf,
} from '../../domain/trace/commitsOfSpecs.js';
import { groupBy } from '../../domain/value/collections.js';
import { cutText } from '../../domain/value/text.js';
import { instantOf } from '../../domain/value/dates.js';
import type { Status } from '../../domain/fields/statusAndPriority.js';
import { positive, argument, text, type Warning, useCase } from '../useCase.js';
import type { IgnoredLine } from './specsOfCommits.js';
import type { Services } from '../services.js';
import { isOwnFile } from '../../domain/project/projectFolders.js';

/** A commit in a trace. */
export interface TracedCommit {
  readonly hash: string;
  /** Author date, UTC with milliseconds. */
  readonly at: string;
  readonly author: string;
  /** First line of the message. */
  readonly subject: string;
  /** A branch that has the commit; absent if the current branch has it. */
  readonly branch?: string;
  /** Reason why the commit is ignored, for example because it was reverted; absent if it is not ignored. */
  readonly state?: Exclude<CommitState, 'counts'>;
}

/** A file that commits changed. */
export interface TracedFile {
  /** Relative to the project. */
  readonly path: string;
  /** Number of commits that changed the file, without ignored ones, such as reverted commits. */
  readonly commits: number;
  /** Author dates of the first and last of these commits. */
  readonly first: string;
  readonly last: string;
}

/** A spec with its commits. */
export interface TracedSpec {
  /** Folder name. */
  readonly ref: string;
  readonly sequence: number | null;
  /** Null for a deleted spec. */
  readonly title: string | null;
  readonly status: Status | null;
  /** Commits of the spec, newest first. */
  readonly commits: readonly TracedCommit[];
  /** Files changed by the commits that are not ignored, most frequently changed first; without files in `.spectool`. */
  readonly files: readonly TracedFile[];
}

export interface TraceSpecsResult {
  /** Specs by number, deleted ones last. If the request names a spec, only that spec. */
  readonly specs: readonly TracedSpec[];
  /**
   * Commits that name no spec, newest first: with `since` those since that commit, else the newest of the current branch.
   * Absent if the request names a spec.
   */
  readonly without?: readonly TracedCommit[];
  /** Lines that begin with `Spec:` but name no spec of the project. */
  readonly ignored: readonly IgnoredLine[];
  readonly warnings?: readonly Warning[];
}

/** Maximum number of commits of the current branch to search for commits that name no spec. */
const SEARCHED = 200;

/** Shows which commits belong to which specs. */
export const traceSpecs = useCase(
  {
    /** Trace this spec; by default, all open specs that commits name. */
    spec: text,
    /** Trace the commits that the current branch has and this branch, tag or commit does not have. */
    since: argument,
    /** Maximum number of commits without a spec to list; by default 10 without `since`, and no limit with `since`. */
    limit: positive,
  },
  (use, { spec, since, limit }): TraceSpecsResult => {
    const asked = spec === undefined ? undefined : use.specCatalog.find(spec).path;
    try {
      return traced(use, asked, since, limit);
    } catch (error) {
      if (!(error instanceof SpectoolError && error.code === 'GIT_FAILED') || since !== undefined)
        throw error;
      const hint = 'No commits were traced. Run the command again once `git status` works.';
      return {
        specs: tracedSpecs(use, [], asked, false),
        ...(asked === undefined && { without: [] }),
        ignored: [],
        warnings: [{ code: 'GIT_FAILED', message: error.message, hint }],
      };
    }
  },
);

function traced(
  use: Services,
  asked: string | undefined,
  since: string | undefined,
  limit: number | undefined,
): TraceSpecsResult {
  const logged = since === undefined ? use.commitLog.naming() : use.commitLog.since(since);
  const traced = use.specsOfCommits.trace(logged.commits);
  const searched =
    asked !== undefined
      ? []
      : since === undefined
        ? use.commitLog.since(undefined, SEARCHED).commits
        : logged.commits;
  const elsewhere = new Set([...traced.elsewhere, ...use.specsOfCommits.ofOtherProjects(searched)]);
  const most = limit ?? (since === undefined ? BOUNDS.shown : Infinity);
  return {
    specs: tracedSpecs(use, traced.shares, asked, since === undefined),
    ...(asked === undefined && {
      without: newestFirst(known(searched, traced.shares))
        .filter(
          ({ specs, state, commit }) => specs.size === 0 && state !== 'revert' && !elsewhere.has(commit.hash),
        )
        .slice(0, most)
        .map(tracedCommit),
    }),
    ignored: traced.ignored,
    ...(logged.missing !== undefined && {
      warnings: [{ code: 'COMMITS_MISSING', message: logged.missing }],
    }),
  };
}

function tracedSpecs(
  { specCatalog }: Services,
  shares: readonly CommitShare[],
  asked: string | undefined,
  isOpenOnly: boolean,
): readonly TracedSpec[] {
  const views = new Map(specCatalog.undated().map((view) => [view.path, view]));
  const named = shares.flatMap((share) => [...share.specs].map((key) => ({ key, share })));
  const bySpec =
    asked === undefined
      ? groupBy(named, ({ key }) => key)
      : [[{ key: asked, share: undefined }, ...named.filter(({ key }) => key === asked)]];
  return bySpec
    .map((group): TracedSpec => {
      const own = group.flatMap(({ share }) => share ?? []);
      const key = group[0]?.key ?? '';
      const view = views.get(key);
      return {
        ref: view?.ref ?? key,
        sequence: view?.sequence ?? null,
        title: view?.title ?? null,
        status: view?.status ?? null,
        commits: newestFirst(own).map(tracedCommit),
        files: filesOf(own),
      };
    })
    .filter(
      ({ title, status }) => !isOpenOnly || asked !== undefined || (title !== null && status !== 'complete'),
    )
    .sort((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || (a.ref < b.ref ? -1 : 1));
}

/** Returns commits with the specs that they name. @param traced commits whose specs are known: naming commits and reverts. */
function known(commits: readonly LoggedCommit[], traced: readonly CommitShare[]): readonly CommitShare[] {
  const shares = new Map(traced.map((share) => [share.commit.hash, share]));
  return commits.map(
    (commit) => shares.get(commit.hash) ?? { commit, specs: new Set<string>(), state: 'counts' },
  );
}

/** Sorts by commit date, newest first; commits of the same second keep git's order. */
function newestFirst(shares: readonly CommitShare[]): readonly CommitShare[] {
  return shares.toSorted((a, b) => b.commit.committedAt - a.commit.committedAt);
}

export function tracedCommit({ commit, state }: Pick<CommitShare, 'commit' | 'state'>): TracedCommit {
  const { hash, author, authoredAt, message, branch } = commit;
  return {
    hash,
    at: instantOf(authoredAt),
    author: cutText(author, BOUNDS.line),
    subject: cutText(subjectOf(message), BOUNDS.line),
    ...(branch !== undefined && { branch }),
    ...(state !== 'counts' && { state }),
  };
}

function filesOf(shares: readonly CommitShare[]): readonly TracedFile[] {
  const changes = shares
    .filter(({ state }) => state === 'counts')
    .flatMap(({ commit: { files, authoredAt } }) =>
      files.filter((path) => !isOwnFile(path)).map((path) => ({ path, authoredAt })),
    )
    .toSorted((a, b) => a.authoredAt - b.authoredAt);
  return groupBy(changes, ({ path }) => path)
    .map((own) => ({
      path: own[0]?.path ?? '',
      commits: own.length,
      first: instantOf(own[0]?.authoredAt ?? 0),
      last: instantOf(own.at(-1)?.authoredAt ?? 0),
    }))
    .sort((a, b) => b.commits - a.commits || (a.path < b.path ? -1 : 1));
}
