import type { StreamId } from '../domain/log/record.js';
import type { HookFound } from '../domain/project/gitHook.js';
import type { CalendarDate } from '../domain/value/calendarDate.js';

/** Outcome of a three-way text merge. */
export interface TextMerge {
  readonly text: string;
  readonly conflicts: number;
}

/** How a text merge is written. */
export interface TextMergeStyle {
  /** Behind the marks of a conflict. */
  readonly labels?: readonly [ours: string, base: string, theirs: string];
  /** Letters of a mark; 7 by default. */
  readonly markerSize?: number;
  /** By default `merge`, without the base; `configured`: as `merge.conflictStyle` says. */
  readonly conflictStyle?: 'merge' | 'diff3' | 'configured';
  /** `latin1`: the texts are bytes, a letter each. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** The versions of a file that git is merging, and what it says of them. */
export interface MeetingFiles {
  /** From the top of the working tree. */
  readonly path: string;
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  /** What git calls their side, where it says so. */
  readonly theirsLabel?: string;
}

/** What a merge does to a folder: texts of the files that come, or come in another version, and of those that go. */
export interface FolderChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A side is absent when it does not have the file. */
export interface ConflictSides {
  readonly base?: string;
  readonly ours?: string;
  readonly theirs?: string;
  /** Why they cannot be read as texts; none is there then. */
  readonly unreadable?: string;
}

/** A file in the last commit and in the one that comes in: absent where a side does not have it, null where that is no text. */
export interface MeetingVersions {
  readonly ours?: string | null;
  readonly theirs?: string | null;
}

/** What git's index is to hold at a path: a text as git stores it, or the versions of a conflict; without either, nothing. */
export interface StagedText {
  readonly path: string;
  readonly text?: string;
  readonly sides?: Omit<ConflictSides, 'unreadable'>;
}

/** A file that a merge made what it was on neither side, with the texts of all files that a side changed, before and after. */
export interface MergedFile {
  readonly commit: string;
  readonly sides: readonly { readonly before: readonly string[]; readonly after: readonly string[] }[];
}

/** What became of the files below a folder since a branch left another. */
export interface ChangesSince {
  /** The commit in which it did. */
  readonly commit: string;
  /** Files as that commit has them, by path; of documents beside a changed file their texts, of others none. */
  readonly before: ReadonlyMap<string, string>;
  /** Paths of what was changed, came or went since, committed or not; in name order. */
  readonly changed: readonly string[];
}

export interface FoldersElsewhere {
  readonly folders: readonly string[];
  readonly skipped?: string;
}

/** A folder of the project that is another repository's. */
export interface Submodule {
  readonly path: string;
  readonly isHere: boolean;
  /** The submodule that it is one of, where it is one of another's. */
  readonly within?: string;
}

/** What git's index has and the working tree has not, though nobody removed it. */
export interface LeftOut {
  /** Files that are left out on purpose. */
  readonly files: readonly string[];
  /** In, at or above the folder. Those that are here may have another commit than the index says, and are named only where something is missed. */
  readonly submodules?: readonly Submodule[];
  /** A sparse checkout is set up; without it marks in the index leave them out. */
  readonly isSparse?: boolean;
  /** Why git does not say which, though there may be some. */
  readonly unknown?: string;
}

/** Texts of log files by stream; `skipped` says in a sentence what could not be read, for a warning. */
export interface LogElsewhere {
  readonly logs: ReadonlyMap<StreamId, readonly string[]>;
  readonly skipped?: string;
}

/** The git repository around the project, when there is one; every answer is empty when there is none. */
export interface Repository {
  /** True inside a working tree that git can read. */
  available(): boolean;
  /** Why git cannot read the repository that is there; undefined where it can, and where there is none. */
  complaint(): string | undefined;
  /**
   * Names of spec folders below the specs directory (archived and grouped ones too) on every local branch as
   * committed, every remote-tracking branch, and in the other worktrees as they stand. `skipped` says in a
   * sentence what could not be read, for a warning.
   * @param isSpecFolder tells a spec folder from a group by its name; by default by a number before a name.
   */
  foldersElsewhere(specsDir: string, isSpecFolder?: (name: string) => boolean): FoldersElsewhere;
  /** Names of spec folders on the default branch of a remote, as far as this clone knows it. */
  publishedFolders(specsDir: string): readonly string[];
  /** Which of these files are there. */
  publishedFiles(paths: readonly string[]): readonly string[];
  /**
   * Texts of the log files of these streams as they stand in the other worktrees and, unless `refs` is false, on every branch and tag;
   * what of a worktree cannot be read is left out.
   */
  logElsewhere(streams: readonly StreamId[], options?: { readonly refs?: boolean }): LogElsewhere;
  /** All of the logs in other working trees of the clone, by the project's folder there and by stream. */
  logsOfWorktrees(): ReadonlyMap<string, ReadonlyMap<StreamId, readonly string[]>>;
  /** Linked working trees of the clone that are there, by the names git gives them; `own` where the project is in one. */
  worktrees(): { readonly own?: string; readonly names: readonly string[] };
  /**
   * The author's day of the first commit of each of these files, renames followed. Those are left out of which none is known, and all
   * where the history is cut off, so that what looks like the first commit may not be it.
   */
  firstCommitDays(paths: readonly string[]): ReadonlyMap<string, CalendarDate>;
  /** A random text that this working tree alone has, in a folder of git's that no commit brings; undefined where it cannot be kept. */
  secret(): string | undefined;
  /** Files below a folder that are not in the last commit as they stand: changed, new, or ignored. Undefined without git. */
  filesNotInHead(folder: string): readonly string[] | undefined;
  /**
   * What a sparse checkout leaves out below a folder, and submodules.
   * @param isMissed something is not there: git is asked though nothing tells of a sparse checkout, and to know nothing is told.
   */
  notCheckedOut?(folder: string, isMissed?: boolean): LeftOut;
  /** When each of these files was last committed, milliseconds since 1970; those of no commit are left out. */
  lastCommits(paths: readonly string[]): ReadonlyMap<string, number>;
  /**
   * What the working tree changed below a folder since it left a branch (`git diff BASE...`), files that git does not know yet included.
   * @throws SpectoolError `BASE_NOT_FOUND` for a base that is not here, or whose common commit is not; `GIT_FAILED` without git.
   */
  changesSince(base: string, folder: string): ChangesSince;
  userName(): string | undefined;
  /** git's own three-way merge of texts (`git merge-file`). */
  mergeText(ours: string, base: string, theirs: string, style?: TextMergeStyle): TextMerge;
  /**
   * What the merge that git is carrying out, and asks us to merge a file for, does to a folder of the project; undefined where the
   * commit that comes in cannot be told.
   */
  changeOfMerge(files: MeetingFiles, folder: string): FolderChange | undefined;
  /** True where git's attributes change the content of a file as it is checked out, line ends apart (`filter`, `ident`, encodings). */
  isFiltered(path: string): boolean;
  /** Content of the three sides of a conflicted path, from the index; undefined when it is not conflicted. */
  conflictSides(path: string): ConflictSides | undefined;
  /**
   * What git can have left in a file whose path is in conflict: as it noted it, and as its own merge of the sides makes it. Line ends and
   * what stands behind marks may differ. Each is made when it is asked for.
   */
  textsLeft(path: string): Iterable<string>;
  /** Versions of files in the last commit and in the one git stopped at, of those that either has. */
  versionsThatMeet(paths: readonly string[]): ReadonlyMap<string, MeetingVersions>;
  /** Commits that changed a file and the texts they left in it, the newest first, as far back as a few go; of both sides of a merge. */
  committedTexts(path: string): readonly { readonly commit: string; readonly text: string }[];
  /** Which of these files one of the last merges left as neither side had them, and what the sides had changed below a folder. */
  mergedFiles(paths: readonly string[], folder: string): ReadonlyMap<string, MergedFile>;
  /**
   * Paths git holds as unmerged, relative to the project root.
   * @throws SpectoolError `GIT_FAILED` when there is a repository that git cannot read.
   */
  conflictedPaths(): readonly string[];
  /**
   * Puts texts into git's index, all or none, past every filter: their paths are in no other conflict any more. May be repeated.
   * @throws SpectoolError `GIT_FAILED` when git refuses, as while another program holds the index.
   */
  stage(files: readonly StagedText[]): void;
  /** The command that goes on with what git stopped in, such as a rebase; undefined when it stopped in nothing. */
  continuation(): string | undefined;
  /**
   * What stands where git looks for a hook of this clone; undefined without a repository.
   * @param files names to look for in the top folder of the working tree.
   */
  hook(name: string, files: readonly string[]): (HookFound & { readonly prefix: string }) | undefined;
  /**
   * Makes a hook, or takes it away where `text` is undefined.
   * @param was what stands there, undefined for nothing. @throws SpectoolError `CHANGED_MEANWHILE` when it is something else by now.
   */
  setHook(name: string, text: string | undefined, was: string | undefined): void;
  readConfig(key: string): string | undefined;
  /** In this clone only. @param value undefined takes the setting out, which has to be there. */
  writeConfig(key: string, value: string | undefined): void;
}
