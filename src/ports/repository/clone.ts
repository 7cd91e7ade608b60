import type { HookFound } from '../../domain/project/gitFiles.js';

/** Files and submodules that git's index has and the working tree lacks without a deletion, as after a sparse checkout. */
export interface LeftOut {
  /** Files excluded from the working tree on purpose, by a sparse checkout. */
  readonly files: readonly string[];
  /**
   * Submodules in, at or above the folder. Those checked out may be at another commit than the index, and are listed only if
   * a file is missing.
   */
  readonly submodules?: readonly { readonly path: string; readonly isHere: boolean }[];
  /** Why git cannot list the files, although some may be excluded. */
  readonly unknown?: string;
}

/** The clone that contains the project, and its git settings. All answers are empty without a git repository. */
export interface Clone {
  /** True inside a working tree that git can read. */
  available(): boolean;
  /** Why git cannot read the repository; undefined if it can, or if there is no repository. */
  complaint(): string | undefined;
  /**
   * A random text unique to this working tree, stored in git's folder where no commit contains it; undefined if it cannot be
   * stored.
   */
  secret(): string | undefined;
  /**
   * Files that a sparse checkout excludes below a folder, and submodules.
   * @param isMissed true if a file is known to be missing: git is asked even without signs of a sparse checkout, and a
   * failure is reported.
   */
  notCheckedOut(folder: string, isMissed?: boolean): LeftOut;
  /** File and line of the ignore rule that matches new records of the log; undefined if no rule does. */
  logIgnoredBy(): string | undefined;
  userName(): string | undefined;
  /**
   * The hook that git would run in this clone; undefined without a repository.
   * @param files file names to look for in the top folder of the working tree.
   */
  hook(name: string, files: readonly string[]): (HookFound & { readonly prefix: string }) | undefined;
  /**
   * Writes a hook, or removes it if `text` is undefined.
   * @param was expected current text, undefined for no hook.
   * @throws SpectoolError `CHANGED_MEANWHILE` if the current text is another.
   */
  setHook(name: string, text: string | undefined, was: string | undefined): void;
  readConfig(key: string): string | undefined;
  /** Writes a setting of this clone only. @param value undefined removes the setting, which must exist. */
  writeConfig(key: string, value: string | undefined): void;
}
