import { type CommitShare, type CommitState, subjectOf } from '../../domain/trace/commitShares.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Status } from '../../domain/spec/status.js';
import type { CommitLog } from '../../ports/repository/commits.js';
import { positive, argument, text, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { CommitSpecs, IgnoredLine } from '../trace/commitSpecs.js';
import { UseCase } from '../useCase.js';
import type { Warning } from '../warning.js';

export interface TraceSpecsRequest {
  /** Trace this spec; by default, all open specs that commits name. */
  readonly spec?: string | undefined;
  /** Trace the commits that the current branch has and this branch, tag or commit does not have. */
  readonly since?: string | undefined;
  /** Most commits without a spec to list; 10 by default without `since`. */
  readonly limit?: number | undefined;
}

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
  /** Why the commit does not count; absent if it counts. */
  readonly state?: Exclude<CommitState, 'counts'>;
}

/** A file that commits changed. */
export interface TracedFile {
  /** Relative to the project. */
  readonly path: string;
  /** Number of commits that changed the file and count. */
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
  /** Newest first. */
  readonly commits: readonly TracedCommit[];
  /** Files of the commits that count, most often changed first. */
  readonly files: readonly TracedFile[];
}

export interface TraceSpecsResult {
  /** By number, deleted specs last. With a spec, it alone. */
  readonly specs: readonly TracedSpec[];
  /** Commits without a spec, newest first: all with `since`, else the last of the current branch; absent with a spec. */
  readonly without?: readonly TracedCommit[];
  /** Lines that begin with `Spec:` and name no spec of the project. */
  readonly ignored: readonly IgnoredLine[];
  readonly warnings?: readonly Warning[];
}

const WITHOUT_SHOWN = 10;
/** Most commits of the current branch that are searched for those without a spec. */
const SEARCHED = 200;

/** Shows which commits belong to which specs. */
export class TraceSpecs extends UseCase<TraceSpecsRequest, TraceSpecsResult> {
  static readonly request: RequestSchema<TraceSpecsRequest> = {
    spec: text,
    since: argument,
    limit: positive,
  };

  constructor(
    private readonly catalog: SpecCatalog,
    private readonly commitLog: CommitLog,
    private readonly commitSpecs: CommitSpecs,
  ) {
    super();
  }

  protected override async run({ spec, since, limit }: TraceSpecsRequest): Promise<TraceSpecsResult> {
    const asked = spec === undefined ? undefined : this.catalog.find(spec).path;
    try {
      const logged = since === undefined ? this.commitLog.naming() : this.commitLog.since(since);
      const traced = this.commitSpecs.trace(logged.commits);
      const without =
        since === undefined
          ? this.commitSpecs.trace(this.commitLog.since(undefined, SEARCHED).commits).shares
          : traced.shares;
      const most = limit ?? (since === undefined ? WITHOUT_SHOWN : Infinity);
      return {
        specs: this.#specs(traced.shares, asked, since === undefined),
        ...(asked === undefined && {
          without: newestFirst(without)
            .filter(({ specs, state }) => specs.size === 0 && state !== 'revert')
            .slice(0, most)
            .map(tracedCommit),
        }),
        ignored: traced.ignored,
        ...(logged.missing !== undefined && {
          warnings: [{ code: 'COMMITS_MISSING', message: logged.missing }],
        }),
      };
    } catch (error) {
      if (!(error instanceof SpectoolError && error.code === 'GIT_FAILED') || since !== undefined)
        throw error;
      return {
        specs: this.#specs([], asked, false),
        ...(asked === undefined && { without: [] }),
        ignored: [],
        warnings: [
          { code: 'GIT_FAILED', message: error.message, hint: 'Only commits in git can be traced.' },
        ],
      };
    }
  }

  #specs(
    shares: readonly CommitShare[],
    asked: string | undefined,
    isOpenOnly: boolean,
  ): readonly TracedSpec[] {
    const views = new Map(this.catalog.undated().map((view) => [view.path, view]));
    const bySpec = new Map<string, CommitShare[]>(asked === undefined ? [] : [[asked, []]]);
    for (const share of shares)
      for (const spec of share.specs)
        if (asked === undefined || spec === asked) {
          const own = bySpec.get(spec);
          if (own === undefined) bySpec.set(spec, [share]);
          else own.push(share);
        }
    return [...bySpec]
      .map(([key, own]): TracedSpec => {
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
        ({ title, status }) =>
          !isOpenOnly || asked !== undefined || (title !== null && status !== 'complete'),
      )
      .sort((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || (a.ref < b.ref ? -1 : 1));
  }
}

/** Sorts by commit date; commits of one second keep git's order. */
function newestFirst(shares: readonly CommitShare[]): readonly CommitShare[] {
  return shares.toSorted((a, b) => b.commit.committedAt - a.commit.committedAt);
}

function tracedCommit({ commit, state }: CommitShare): TracedCommit {
  const { hash, author, authoredAt, message, branch } = commit;
  return {
    hash,
    at: timeOf(authoredAt),
    author,
    subject: subjectOf(message),
    ...(branch !== undefined && { branch }),
    ...(state !== 'counts' && { state }),
  };
}

function filesOf(shares: readonly CommitShare[]): readonly TracedFile[] {
  const times = new Map<string, number[]>();
  for (const { commit, state } of shares) {
    if (state !== 'counts') continue;
    for (const path of commit.files) {
      const own = times.get(path);
      if (own === undefined) times.set(path, [commit.authoredAt]);
      else own.push(commit.authoredAt);
    }
  }
  return [...times]
    .map(([path, own]) => {
      const sorted = own.toSorted((a, b) => a - b);
      return {
        path,
        commits: own.length,
        first: timeOf(sorted[0] ?? 0),
        last: timeOf(sorted.at(-1) ?? 0),
      };
    })
    .sort((a, b) => b.commits - a.commits || (a.path < b.path ? -1 : 1));
}

/** The latest time that a Date can hold; a commit may have any number. */
const LATEST_MS = 8.64e15;

function timeOf(ms: number): string {
  return new Date(Number.isFinite(ms) ? Math.min(ms, LATEST_MS) : 0).toISOString();
}
