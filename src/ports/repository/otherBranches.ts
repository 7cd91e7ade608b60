import type { StreamId } from '../../domain/log/records/record.js';

export interface FoldersElsewhere {
  readonly folders: readonly string[];
  readonly skipped?: string;
}

/** Texts of log files by stream. `skipped` is a sentence for a warning: what could not be read. */
export interface LogElsewhere {
  readonly logs: ReadonlyMap<StreamId, readonly string[]>;
  readonly skipped?: string;
}

/** Texts of log files that a branch has and the current commit lacks. */
export interface BranchLog {
  readonly branch: string;
  readonly texts: readonly string[];
}

/** Reads other branches and worktrees of the clone. All answers are empty without a git repository. */
export interface OtherBranches {
  /**
   * Names of spec folders below the specs folder (with archive and groups) on all local and remote-tracking branches as
   * committed, and in the other worktrees as they are on disk. `skipped` is a sentence for a warning: what could not be read.
   * @param isSpecFolder true for the name of a spec folder, false for a group; by default true for a number followed by a
   * name.
   */
  foldersElsewhere(specsDir: string, isSpecFolder?: (name: string) => boolean): FoldersElsewhere;
  /**
   * Texts of the log files of these streams in the other worktrees and, unless `refs` is false, on all branches and tags.
   * Unreadable worktrees are left out.
   */
  logElsewhere(streams: readonly StreamId[], options?: { readonly refs?: boolean }): LogElsewhere;
  /**
   * Texts of log files that branches have and the current commit lacks. Looks at the newest 200 local and remote-tracking
   * branches with a commit in the last 30 days. `skipped` as for `logElsewhere`.
   * @param now milliseconds since 1970.
   */
  logsOnBranches(now: number): {
    readonly logs: ReadonlyMap<StreamId, readonly BranchLog[]>;
    readonly skipped?: string;
  };
  /** All log files in the other worktrees of the clone, by project folder and stream. */
  logsOfWorktrees(): ReadonlyMap<string, ReadonlyMap<StreamId, readonly string[]>>;
  /** Existing linked worktrees of the clone, by their names in git; `own` is set if the project is in one. */
  worktrees(): { readonly own?: string; readonly names: readonly string[] };
}
