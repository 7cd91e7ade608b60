import type { HookFound } from '../../domain/project/gitHooksAndAttributes.js';

/**
 * Files and submodules that are in git's index and were not deleted, but are missing from the working tree, as after a sparse
 * checkout.
 */
export interface LeftOut {
  /** Files that a sparse checkout excludes from the working tree. */
  readonly files: readonly string[];
  /**
   * Submodules in, at or above the folder. A submodule that is checked out may be at another commit than in the index; such
   * submodules are listed only if a file is known to be missing.
   */
  readonly submodules?: readonly { readonly path: string; readonly isHere: boolean }[];
  /** Reason why git cannot list the files, although some may be excluded. */
  readonly unknown?: string;
}

/** The clone that contains the project, and its git settings. Without a git repository, all answers are empty. */
export interface Clone {
  /** True inside a working tree that git can read. */
  available(): boolean;
  /** Returns why git cannot read the repository; undefined if it can, or if there is no repository. */
  complaint(): string | undefined;
  /**
   * Returns the files that a sparse checkout excludes below a folder, and submodules.
   * @param isMissed true if a file is known to be missing: git is then asked even without signs of a sparse checkout, and its
   * failure is reported.
   */
  notCheckedOut(folder: string, isMissed?: boolean): LeftOut;
  /**
   * Returns the rule by which git ignores the log, as `file:line`; undefined if git does not ignore it. `isWhole` is true if the whole
   * folder of spectool is ignored, so that no `.gitignore` in it can make an exception.
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
  /** The folder name; for a spec of another project after the project's name, as in `api:012-user-login`. */
  readonly ref: string;
  /** The status, or the outcome of an archived spec. */
  readonly status: string;
}

/**
 * Returns a function that gives a spec of another project of the repository, by a reference such as `api:012`; undefined if there
 * is no such spec, or its status is unknown. With the name of the own project, the spec is one of its own, and `ref` has no
 * project. The projects are looked for once, on the first call.
 */
export type SpecsOfOtherProjects = () => (reference: string) => ReferencedSpec | undefined;
