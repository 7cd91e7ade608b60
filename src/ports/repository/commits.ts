import type { Configuration } from '../../domain/project/configuration.js';
import type { LoggedCommit } from '../../domain/trace/assignCommitsToSpecs.js';
import type { NamedProject } from '../../domain/trace/projectsOfCommits.js';

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
  /** The texts of the files directly in the folder, as in the last commit that changed the file. */
  readonly texts: readonly string[];
}

/** A file or folder of the project that lies where the project was before it was moved. */
export interface LeftOutside {
  /** Path relative to the project. */
  readonly from: string;
  /** Path in the project to which it belongs, which is free. */
  readonly to: string;
}

/** Reads git's commits and index for the project's files. Without a git repository, all answers are empty. */
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
   * Returns a function that gives the files that differ between the commit that was checked out at a time, in ms since 1970, and
   * the working tree; undefined without git. In a clone younger than the time, the newest commit of the time counts. The function
   * remembers its answers.
   */
  differingSince(): (time: number) => readonly string[] | undefined;
  /** Compares a file with git, and returns the texts of a folder as in the last commit that changed the file; undefined without git. */
  committedBeside(file: string, folder: string): CommittedBeside | undefined;
  /**
   * Returns texts of the Markdown files below a folder that git's index adds, changes or removes: the new text, or the old
   * text of a removed file.
   */
  stagedDocuments(folder: string): readonly string[];
  /** Returns the files below a folder that are neither in git's index nor ignored. */
  untracked(folder: string): readonly string[];
  /**
   * Returns the files of the project that git's index has and the new ones that are not ignored; undefined without git. Their
   * number is not limited.
   */
  projectFiles(): readonly string[] | undefined;
  /**
   * Returns the files among `projectFiles` that contain each of these texts, by text; empty without git. A number in a text is a
   * whole number: a file with `1012/AC20` does not contain `012/AC2`.
   */
  filesContaining(texts: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /**
   * Returns the files of the project, or those below a folder, that git's index adds, changes or removes.
   * @param only `removed`: those that the last commit has and the index does not.
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
  /**
   * Returns what a merge left where the project was before `git mv` moved it: specs and records that the other branch added there.
   */
  leftOutside(specsDir: string): readonly LeftOutside[];
}

/** Commits, each before its ancestors. Commits that only other branches have come first. */
export interface LoggedCommits {
  readonly commits: readonly LoggedCommit[];
  /** The sentence that says that earlier commits are missing; present only in a shallow clone. */
  readonly missing?: string;
}

/** Lines of a file that one commit wrote. */
export interface BlamedLines {
  /** Hash of the commit; undefined for lines that are not committed yet. */
  readonly commit: string | undefined;
  /** 1-based numbers of the lines in the working tree. */
  readonly lines: readonly number[];
}

/** Another project of the repository, and where its specs are. */
export interface OtherProject extends NamedProject, Pick<Configuration, 'specsDir' | 'structure'> {}

/** Reads git's history to trace commits to specs. Nothing is fetched. */
export interface CommitLog {
  /** Returns the sentence that says that earlier commits are missing; undefined unless the clone is shallow. */
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
  /** Returns these commits, without those that this clone does not have. */
  commits(hashes: readonly string[]): LoggedCommits;
  /**
   * Returns the hash of the commit that a branch, a tag or a hash of at least four characters names; undefined if there is none.
   */
  commitNamed(name: string): string | undefined;
  /** Returns the newest commit of the current branch that was made at or before an instant; undefined if there is none. */
  lastCommitAt(instant: string): string | undefined;
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
