import type { BaseContext } from 'clipanion';
import type { LockWaiting, Spectool } from '../../application/spectool.js';
import type { Progress } from '../../application/spectool.js';
import type { AdvisedHint } from './advised.js';
import type { Environment, Terminal } from './layout/terminal.js';

/** How a project is opened. */
export interface OpenOptions extends LockWaiting {
  /** False: nothing is remembered between runs. */
  readonly cache?: boolean;
  /** Who makes the changes; by default whom the environment names. */
  readonly actor?: string;
  /** Told of what takes long. */
  readonly progress?: Progress | undefined;
}

/** What can happen to a command that stays. `changed`: something of the project may have; `idle`: nothing for a while. */
export type Happening =
  'changed' | 'idle' | 'resized' | 'quit' | 'interrupted' | 'up' | 'down' | 'page up' | 'page down' | 'top';

/** The terminal as a command that stays has it for itself. */
export interface Watching {
  size(): { readonly columns: number; readonly rows: number };
  /** Takes the terminal over at the first call. Lines have no line ends, and may be wider than it. */
  show(lines: readonly string[]): void;
  next(): Promise<Happening>;
  /** The terminal is as it was. */
  end(): void;
}

/** What a command gets besides its flags. */
export interface CliContext extends BaseContext {
  /** The project around `directory` (the process's own by default). @throws SpectoolError `NOT_A_PROJECT`. */
  open(directory?: string, options?: OpenOptions): Spectool;
  /** Puts advice into words of this command line. */
  readonly advisedHint: AdvisedHint;
  /** The words that start this program. */
  readonly program: readonly string[];
  readonly environment: Environment;
  /** Where results go. */
  readonly output: Terminal;
  /** Where warnings go. */
  readonly notices: Terminal;
  /** Whole standard input. */
  readInput(): Uint8Array;
  /** A file the user named on the command line; undefined when it is not there. */
  readUserFile(path: string): Uint8Array | undefined;
  /**
   * As a whole: killed in the midst of it, the file is what it was.
   * @param mayReplace whether a file that begins so may go; without it any may.
   * @returns what such a one may have left beside it.
   */
  writeUserFile(
    path: string,
    content: Uint8Array,
    mayReplace?: (start: string) => boolean,
  ): string | undefined;
  /** Where a folder is when every link on the way is followed; as given where it is none. */
  realFolder(path: string): string;
  /** The folder of git's, or of any project's settings and log, that a path with every link followed is or lies in. */
  ownFolderOn(path: string): string | undefined;
  /** A text that is installed with the program. */
  shipped(path: string): string;
  /** Begins to watch the terminal and the files of a project. */
  watching(root: string, specsDir: string): Promise<Watching>;
  /** Shows a file with the program that the system has for it. */
  openFile(path: string): void;
}
