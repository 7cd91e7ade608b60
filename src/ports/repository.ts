import type { MainCommit } from '../domain/adoption/shippedSign.js';
import type { StreamId } from '../domain/log/records/record.js';
import type { Configuration } from '../domain/project/configuration.js';
import type { HookFound } from '../domain/project/managedTexts.js';
import type { LoggedCommit } from '../domain/trace/commitsOfSpecs.js';
import type { NamedProject } from '../domain/trace/projectsInRepository.js';

/**
 * Files and submodules that are in git's index and were not deleted, but are missing from the working tree, as after a sparse
 * checkout.
 */
export interface LeftOut {
  /** Files that a sparse checkout excludes from the working tree. */
  readonly files: readonly string[];
  /** Submodules in, at or above the folder that are not checked out. */
  readonly submodules?: readonly string[];
  /** Reason why git cannot list the files, although some may be excluded. */
  readonly unknown?: string;
}

/** The clone that contains the project, and its git settings. Without a git repository, all results are empty. */
export interface Clone {
  /** True inside a working tree that git can read. */
  available(): boolean;
  /** Returns why git cannot read the repository; undefined if it can, or if there is no repository. */
  complaint(): string | undefined;
  /**
   * Returns the files that a sparse checkout excludes below a folder, and submodules.
   * @param isMissed true if a file is known to be missing: git is then called even without signs of a sparse checkout, and its
   * failure is reported.
   */
  notCheckedOut(folder: string, isMissed?: boolean): LeftOut;
  /**
   * Returns the rule by which git ignores the log, as `file:line`; undefined if git does not ignore the log. `isWhole` is true if
   * all of `.spectool` is ignored, so that a `.gitignore` inside it cannot re-include the log.
   */
  logIgnoredBy(): { readonly rule: string; readonly isWhole: boolean } | undefined;
  userName(): string | undefined;
  /**
   * Returns what is known about a git hook of this clone: its file, the setting `core.hooksPath`, and which of `files` exist;
   * undefined without a repository. `prefix` is the path from the top of the working tree to the project.
   * @param files names of files in the top folder of the working tree that show that another program manages the hooks.
   */
  hook(name: string, files: readonly string[]): (HookFound & { readonly prefix: string }) | undefined;
  /**
   * Writes a hook, or removes it if `text` is undefined.
   * @param was expected current text; undefined if no hook is expected.
   * @throws SpectoolError `CHANGED_MEANWHILE` if the current text is different.
   */
  setHook(name: string, text: string | undefined, was: string | undefined): void;
  readConfig(key: string): string | undefined;
  /** Writes a git setting of this clone only. @param value new value; undefined removes the setting, which must exist. */
  writeConfig(key: string, value: string | undefined): void;
}

/** A project of the repository. */
export interface FoundProject {
  /** The name by which commands and references choose the project. */
  readonly name: string;
  /** Path from the folder where the search began, `/`-separated; `.` for that folder. */
  readonly path: string;
  /** Path from the top of the repository; absent without a repository. */
  readonly top?: string;
  /** Absolute path. */
  readonly root: string;
}

/** A spec to which another spec refers. */
export interface ReferencedSpec {
  /** The folder name; for a spec of another project preceded by the project's name, as in `api:012-user-login`. */
  readonly ref: string;
  /** The status, or the outcome of an archived spec. */
  readonly status: string;
}

/**
 * Returns a function that finds a spec of another project by a reference such as `api:012`; undefined if there is no such spec or
 * its status is unknown. If the reference has the name of this project, the spec is one of this project, and `ref` is without
 * that name. The projects are searched once, on the first call.
 */
export type SpecsOfOtherProjects = () => (reference: string) => ReferencedSpec | undefined;

/** Files below a folder that changed since the branch left a base branch. */
export interface ChangesSince {
  /** Id of the merge base, the commit at which the branch left the base branch. */
  readonly commit: string;
  /**
   * Files of the merge base, by path. The value is the text of the file if any file in the same folder changed, otherwise
   * `''`.
   */
  readonly before: ReadonlyMap<string, string>;
  /** Paths of the files changed, added or removed since the merge base, committed or not; in name order. */
  readonly changed: readonly string[];
}

/** The state of a file in git, and the committed files of a folder. */
export interface CommittedBeside {
  /** True if the file is byte for byte the same as in the last commit or in git's index. */
  readonly isUntouched: boolean;
  /** Returns the texts of the files directly in the folder, as in the last commit that changed the file. */
  readonly texts: () => readonly string[];
  /** Returns the names of the folder's files in the order in which the commits added them. */
  readonly added: () => readonly string[];
}

/** Reads git's commits and index for the project's files. Without a git repository, all results are empty. */
export interface Commits {
  /** Returns the time of the last commit of each file, in milliseconds since 1970; uncommitted files are left out. */
  lastCommits(paths: readonly string[]): ReadonlyMap<string, number>;
  /**
   * Returns recent commits that changed a file, with the file's text in each, newest first; both sides of merges are
   * included.
   */
  committedTexts(path: string): readonly { readonly commit: string; readonly text: string }[];
  /**
   * Returns the files among these paths, or below these folders, that differ from the last commit: changed, new or ignored
   * files. Undefined without git.
   */
  filesNotInHead(...places: readonly string[]): readonly string[] | undefined;
  /**
   * Returns a function that returns the files that differ between the working tree and the commit that was checked out at a time,
   * in ms since 1970; undefined without git. If the clone did not exist at that time, uses the newest commit from before it. The
   * function caches its results.
   */
  differingSince(): (time: number) => readonly string[] | undefined;
  /** Returns the git state of files, each with the committed files of a folder; a single call of git. Undefined without git. */
  committedBeside(
    asked: readonly (readonly [file: string, folder: string])[],
  ): readonly CommittedBeside[] | undefined;
  /**
   * Returns texts of the Markdown files below a folder that git's index adds, changes or removes: the new text, or the old
   * text of a removed file.
   */
  stagedDocuments(folder: string): readonly string[];
  /** Returns the files below a folder that are neither in git's index nor ignored. */
  untracked(folder: string): readonly string[];
  /**
   * Returns the files of the project in git's index, and new files that are not ignored; undefined without git. Their number is
   * not limited.
   */
  projectFiles(): readonly string[] | undefined;
  /**
   * For each text, returns the files among `projectFiles` that contain it; empty without git. Numbers must match as a whole:
   * a file with `1012/AC20` does not contain `012/AC2`.
   */
  filesContaining(texts: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /**
   * Returns the files of the project, or those below a folder, that git's index adds, changes or removes.
   * @param only `removed`: only files that the index removes.
   */
  stagedFiles(folder?: string, only?: 'removed'): readonly string[];
  /**
   * Returns the files of a folder as in the last commit that contained the folder, by path inside the folder; empty if no
   * commit of this branch contained it.
   */
  lastFolder(folder: string): ReadonlyMap<string, Uint8Array>;
  /**
   * Returns the changes below a folder between the point where the current branch left the branch `base` and the working tree
   * (`git diff --merge-base BASE`), including untracked files.
   * @throws SpectoolError `BASE_NOT_FOUND` if the base or the merge base is not in this clone; `GIT_FAILED` without git.
   */
  changesSince(base: string, folder: string): ChangesSince;
}

/** Commits, each before its ancestors. Commits that are only on other branches come first. */
export interface LoggedCommits {
  readonly commits: readonly LoggedCommit[];
  /** Warning that earlier commits are missing; present only in a shallow clone. */
  readonly missing?: string;
}

/** Lines of a file that one commit wrote. */
export interface BlamedLines {
  /** Hash of the commit; undefined for lines that are not committed yet. */
  readonly commit: string | undefined;
  /** 1-based numbers of the lines in the working tree. */
  readonly lines: readonly number[];
}

/** A file that was deleted. */
export interface DeletedFile {
  /** The last committed text. */
  readonly text: string;
  /** Hash of the commit that deleted the file; empty if no commit did yet. */
  readonly deletedIn: string;
}

/** Another project of the repository, with the location of its specs. */
export interface OtherProject extends NamedProject, Pick<Configuration, 'specsDir' | 'structure'> {}

/** Reads git's history to trace commits to specs. Nothing is fetched. */
export interface CommitLog {
  /** Returns a warning that earlier commits are missing; undefined unless the clone is shallow. */
  missing(): string | undefined;
  /**
   * Returns the commits of the current branch and of local branches that name a spec (a line of the message begins with `Spec:`),
   * and all reverts.
   * @throws SpectoolError `GIT_FAILED` without git.
   */
  naming(): LoggedCommits;
  /**
   * Returns all commits of the current branch that `base` does not have; without a base, the newest `limit` commits.
   * @throws SpectoolError `BASE_NOT_FOUND` if there is no such commit; `GIT_FAILED` without git.
   */
  since(base: string | undefined, limit?: number): LoggedCommits;
  /**
   * Returns the commits of the main line (first parents), oldest first, each with all files that it brought; a merge counts as
   * one commit. Empty without git.
   */
  mainLine(): readonly MainCommit[];
  /**
   * Returns what git knows of deleted files, and of all files of deleted folders, by their paths; files that were never committed
   * are left out.
   */
  deletedFiles(paths: readonly string[]): ReadonlyMap<string, DeletedFile>;
  /** Returns the commits with these hashes; commits that are missing from this clone are left out. */
  commits(hashes: readonly string[]): LoggedCommits;
  /**
   * Returns the hash of a commit by branch, tag or hash (at least four characters); undefined if there is no such commit.
   */
  commitNamed(name: string): string | undefined;
  /** Returns the newest commit of the current branch that was made at or before an instant; undefined if there is none. */
  lastCommitAt(instant: string): string | undefined;
  /** Returns the newest commit of the current branch that changed one of these files or folders, and its time. */
  lastCommitOf(...paths: readonly string[]): { readonly hash: string; readonly at: string } | undefined;
  /**
   * Returns the first commit of the current branch whose version of `path` contains `text`; undefined if there is none, or if an
   * earlier one may be missing in a shallow clone.
   */
  firstCommitWith(text: string, path: string): string | undefined;
  /**
   * Returns the commits that wrote lines of a file of the working tree, as `git blame -M` finds them.
   * @param path relative to the project; a path outside the project begins with `../`.
   * @throws SpectoolError `FILE_NOT_FOUND` if git does not know the file; `USAGE` if it has no such lines; `GIT_FAILED`.
   */
  blame(path: string, from: number, to: number): readonly BlamedLines[];
  /** Returns the text of a file as in a commit; undefined if the commit does not have the file. */
  textIn(commit: string, path: string): string | undefined;
  /** Returns the paths of the files in a folder of the project and below, as in a commit. */
  filesIn(commit: string, folder: string): readonly string[];
  /** Returns the other projects of the repository. */
  otherProjects(): readonly OtherProject[];
}

/** Result of a three-way text merge. */
export interface TextMerge {
  readonly text: string;
  readonly conflicts: number;
}

/** Format of the conflict marks in a merged text. */
export interface TextMergeStyle {
  /** Labels printed behind the conflict marks. */
  readonly labels?: readonly [ours: string, base: string, theirs: string];
  /** Number of characters in a conflict mark; 7 by default. */
  readonly markerSize?: number;
  /**
   * Style of conflicts, as git's `merge.conflictStyle`: `merge` (the default) leaves out the base; `configured` uses git's
   * setting.
   */
  readonly conflictStyle?: 'merge' | 'diff3' | 'configured';
  /** `latin1`: the texts are bytes, one character per byte. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** The versions of a file that git passes to spectool as merge driver. */
export interface MeetingFiles {
  /** Path relative to the top of the working tree. */
  readonly path: string;
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  /** Git's label for the other side (theirs), if git gives one. */
  readonly theirsLabel?: string;
}

/** Changes that a merge makes in a folder: texts of the files that it adds or changes, and of the files that it removes. */
export interface FolderChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The three versions of a file in conflict. A version is absent if that side does not have the file. */
export interface ConflictSides {
  readonly base?: string;
  readonly ours?: string;
  readonly theirs?: string;
  /** Reason why the versions cannot be read as text; no version is set then. */
  readonly unreadable?: string;
}

/**
 * Content for a path in git's index: a text as git stores it, or the versions of a conflict. Without both, the path is
 * removed from the index.
 */
export interface StagedText {
  readonly path: string;
  readonly text?: string;
  readonly sides?: Omit<ConflictSides, 'unreadable'>;
}

/** Reads and resolves git's merge in progress. Without a git repository, all results are empty. */
export interface Merges {
  /** Merges texts with git's three-way merge (`git merge-file`). */
  mergeText(ours: string, base: string, theirs: string, style?: TextMergeStyle): TextMerge;
  /**
   * Returns the changes that the current merge makes in a folder of the project, while git calls spectool as merge driver;
   * undefined if the commit that git is merging cannot be determined.
   */
  changeOfMerge(files: MeetingFiles, folder: string): FolderChange | undefined;
  /**
   * True if git changes the content of a file on checkout in other ways than line endings, because of its attributes
   * (`filter`, `ident`, encodings).
   */
  isFiltered(path: string): boolean;
  /** Returns the three versions of a path in conflict from git's index; undefined if the path is not in conflict. */
  conflictSides(path: string): ConflictSides | undefined;
  /**
   * Yields the texts that git may have left in a file in conflict: the text that git recorded (`AUTO_MERGE`), and merges of
   * the sides in each style. Line endings and labels behind conflict marks may differ. Each text is computed on demand.
   */
  textsLeft(path: string): Iterable<string>;
  /**
   * Returns the paths in the whole repository that git lists as unmerged, relative to the project root; those outside the
   * project begin with `../`.
   * @throws SpectoolError `GIT_FAILED` if git cannot read the repository.
   */
  conflictedPaths(): readonly string[];
  /**
   * Writes texts or versions of a conflict into git's index, all or none, without applying filters. They replace whatever the
   * index has at these paths, including conflicts. May be called again after a failure.
   * @throws SpectoolError `GIT_FAILED` if git refuses, for example while another program locks the index.
   */
  stage(files: readonly StagedText[]): void;
  /**
   * Returns the command that continues the operation that git is in the middle of, such as a rebase; undefined if there is
   * none.
   */
  continuation(): string | undefined;
}

export interface FoldersElsewhere {
  readonly folders: readonly string[];
  readonly skipped?: string;
}

/** Texts of the log files that are on a branch but not in the current commit. */
export interface BranchLog {
  readonly branch: string;
  readonly texts: readonly string[];
}

/** Location of work outside this worktree: another worktree of the clone, or a local branch. */
export type PlaceOfWork =
  | {
      /** The project's folder in the worktree. */
      readonly worktree: string;
    }
  | { readonly branch: string };

/** The texts of files, by their paths, that a branch or the worktree in a folder of this name has. */
export interface FilesElsewhere {
  readonly branch?: string;
  readonly worktree?: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Reads other branches and worktrees of the clone. Without a git repository, all results are empty. */
export interface OtherBranches {
  /**
   * Returns the names of spec folders below the specs folder (with archive and groups): those that local and remote-tracking
   * branches added after they left the current branch, and those on disk in other worktrees. `skipped` is a warning that says
   * what could not be read.
   * @param isSpecFolder true for the name of a spec folder, false for a group.
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
   * Returns the texts of files below these folders that other worktrees of the clone have, committed or not, and this one lacks;
   * then those that branches added in the last 90 days and HEAD never had.
   * @param now milliseconds since 1970.
   */
  filesElsewhere(folders: readonly string[], now: number): readonly FilesElsewhere[];
  /**
   * Returns the files of the project that another worktree or a branch has changed since it left the current commit; for a
   * worktree also the uncommitted changes of files that git tracks. Undefined if git fails.
   */
  changedElsewhere(place: PlaceOfWork): readonly string[] | undefined;
  /**
   * Returns the linked worktrees of the clone that exist, by their names in git; `own` is the name of the project's own
   * worktree if the project is in one.
   */
  worktrees(): { readonly own?: string; readonly names: readonly string[] };
}
