import type { HookFound } from '../../domain/project/gitFiles.js';

/** What git's index has and the working tree has not, though nobody removed it. */
export interface LeftOut {
  /** Files that are left out on purpose. */
  readonly files: readonly string[];
  /** In, at or above the folder. Those that are here may have another commit than the index says, and are named only where something is missed. */
  readonly submodules?: readonly { readonly path: string; readonly isHere: boolean }[];
  /** Why git does not say which, though there may be some. */
  readonly unknown?: string;
}

/** The clone that the project stands in, and how it is set up; every answer is empty where there is no git repository. */
export interface Clone {
  /** True inside a working tree that git can read. */
  available(): boolean;
  /** Why git cannot read the repository that is there; undefined where it can, and where there is none. */
  complaint(): string | undefined;
  /** A random text that this working tree alone has, in a folder of git's that no commit brings; undefined where it cannot be kept. */
  secret(): string | undefined;
  /**
   * What a sparse checkout leaves out below a folder, and submodules.
   * @param isMissed something is not there: git is asked though nothing tells of a sparse checkout, and to know nothing is told.
   */
  notCheckedOut(folder: string, isMissed?: boolean): LeftOut;
  /** Where git is told to ignore new records of the log: the file and line of the rule. Undefined where it does not. */
  logIgnoredBy(): string | undefined;
  userName(): string | undefined;
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
