import type { StreamId } from '../../domain/log/records/record.js';

export interface FoldersElsewhere {
  readonly folders: readonly string[];
  readonly skipped?: string;
}

/** Texts of log files by stream; `skipped` says in a sentence what could not be read, for a warning. */
export interface LogElsewhere {
  readonly logs: ReadonlyMap<StreamId, readonly string[]>;
  readonly skipped?: string;
}

/** What a branch has of a log and the current commit has not: texts of log files. */
export interface BranchLog {
  readonly branch: string;
  readonly texts: readonly string[];
}

/** What stands on other branches and in other working trees of the clone; nothing where there is no git repository. */
export interface OtherBranches {
  /**
   * Names of spec folders below the specs directory (archived and grouped ones too) on every local branch as
   * committed, every remote-tracking branch, and in the other worktrees as they stand. `skipped` says in a
   * sentence what could not be read, for a warning.
   * @param isSpecFolder tells a spec folder from a group by its name; by default by a number before a name.
   */
  foldersElsewhere(specsDir: string, isSpecFolder?: (name: string) => boolean): FoldersElsewhere;
  /**
   * Texts of the log files of these streams as they stand in the other worktrees and, unless `refs` is false, on every branch and tag;
   * what of a worktree cannot be read is left out.
   */
  logElsewhere(streams: readonly StreamId[], options?: { readonly refs?: boolean }): LogElsewhere;
  /**
   * What local and remote-tracking branches with a commit of the last 30 days, the newest 200, have of the log and the current commit has
   * not. `skipped` as for `logElsewhere`. @param now milliseconds since 1970.
   */
  logsOnBranches(now: number): {
    readonly logs: ReadonlyMap<StreamId, readonly BranchLog[]>;
    readonly skipped?: string;
  };
  /** All of the logs in other working trees of the clone, by the project's folder there and by stream. */
  logsOfWorktrees(): ReadonlyMap<string, ReadonlyMap<StreamId, readonly string[]>>;
  /** Linked working trees of the clone that are there, by the names git gives them; `own` where the project is in one. */
  worktrees(): { readonly own?: string; readonly names: readonly string[] };
}
