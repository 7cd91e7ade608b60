import type { StreamId } from '../../domain/log/records/record.js';

export interface FoldersElsewhere {
  readonly folders: readonly string[];
  readonly skipped?: string;
}

/** Texts of the log files that are on a branch but not in the current commit. */
export interface BranchLog {
  readonly branch: string;
  readonly texts: readonly string[];
}

/** Where a spec is worked on outside this worktree: in another worktree of the clone, or on a local branch. */
export type PlaceOfWork =
  | {
      /** The project's folder in the worktree. */
      readonly worktree: string;
    }
  | { readonly branch: string };

/** Reads other branches and worktrees of the clone. Without a git repository, all answers are empty. */
export interface OtherBranches {
  /**
   * Returns the names of spec folders below the specs folder (with archive and groups) on all local and remote-tracking
   * branches as committed, and in the other worktrees as on disk. `skipped` is a sentence for a warning that says what could
   * not be read.
   * @param isSpecFolder true if the name is that of a spec folder, false for a group.
   */
  foldersElsewhere(specsDir: string, isSpecFolder: (name: string) => boolean): FoldersElsewhere;
  /** Returns the texts of the log files of these streams in the other worktrees. Unreadable worktrees are left out. */
  logsInWorktrees(streams: readonly StreamId[]): ReadonlyMap<StreamId, readonly string[]>;
  /**
   * Returns the texts of log files that are on branches but not in the current commit. Reads the newest 200 local and
   * remote-tracking branches with a commit in the last 30 days. `skipped` is a sentence for a warning that
   * says what could not be read.
   * @param now milliseconds since 1970.
   */
  logsOnBranches(now: number): {
    readonly logs: ReadonlyMap<StreamId, readonly BranchLog[]>;
    readonly skipped?: string;
  };
  /**
   * Returns the files of the project that another worktree or a branch has changed since it left the current commit; for a
   * worktree also the uncommitted changes of files that git tracks. Undefined if git does not answer.
   */
  changedElsewhere(place: PlaceOfWork): readonly string[] | undefined;
  /**
   * Returns the linked worktrees of the clone that exist, by their names in git; `own` is the name of the project's own
   * worktree if the project is in one.
   */
  worktrees(): { readonly own?: string; readonly names: readonly string[] };
}
