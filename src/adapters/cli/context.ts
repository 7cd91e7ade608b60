import type { BaseContext } from 'clipanion';
import type { LockWaiting, Spectool } from '../../application/spectool.js';
import type { Progress } from '../../application/spectool.js';
import type { AdviceHint } from './adviceHints.js';
import type { Environment, Terminal } from './layout/terminal.js';

/** Options for opening a project. */
export interface OpenOptions extends LockWaiting {
  /** False: do not read or write caches. */
  readonly cache?: boolean;
  /** Actor of the changes; by default the one from the environment. */
  readonly actor?: string;
  /** Receives the progress of long operations. */
  readonly progress?: Progress | undefined;
}

/** An event of a command with `--watch`. `changed`: project files may have changed; `idle`: no event for some time. */
export type WatchEvent =
  'changed' | 'idle' | 'resized' | 'quit' | 'interrupted' | 'up' | 'down' | 'page up' | 'page down' | 'top';

/** The terminal while a command with `--watch` controls it. */
export interface WatchTerminal {
  size(): { readonly columns: number; readonly rows: number };
  /** Draws the lines; the first call takes over the terminal. Lines have no line breaks and may be wider than the terminal. */
  show(lines: readonly string[]): void;
  next(): Promise<WatchEvent>;
  /** Restores the terminal. */
  end(): void;
}

/** The environment of a command: terminal, files and projects. */
export interface CliContext extends BaseContext {
  /** Opens the project that contains `directory` (the working directory by default). @throws SpectoolError `NOT_A_PROJECT`. */
  open(directory?: string, options?: OpenOptions): Spectool;
  /** Writes advice into a hint, as command lines of this program. */
  readonly advisedHint: AdviceHint;
  /** The command and arguments that start this program. */
  readonly program: readonly string[];
  readonly environment: Environment;
  /** The terminal (or pipe) behind standard output. */
  readonly output: Terminal;
  /** The terminal (or pipe) behind standard error. */
  readonly notices: Terminal;
  /** Reads standard input to its end. */
  readInput(): Uint8Array;
  /** Reads a file named on the command line; undefined if there is no such file. */
  readUserFile(path: string): Uint8Array | undefined;
  /**
   * Writes a file atomically: if the process is killed, the old content stays.
   * @param mayReplace decides by the beginning of an existing file whether to replace it; any file may be replaced by default.
   * @returns the path of an old temporary file that was found beside it, if any.
   */
  writeUserFile(
    path: string,
    content: Uint8Array,
    mayReplace?: (start: string) => boolean,
  ): string | undefined;
  /** Resolves all links in a folder's path; returns the path unchanged if it cannot be resolved. */
  realFolder(path: string): string;
  /** Returns the git folder or `.spectool` folder that is `path` or contains it; links in `path` must be resolved. */
  ownFolderOn(path: string): string | undefined;
  /** Reads a text file that is installed with the program. */
  shipped(path: string): string;
  /** Starts watching the terminal and the files of a project. */
  watching(root: string, specsDir: string): Promise<WatchTerminal>;
  /** Opens a file in the system's default program. */
  openFile(path: string): void;
}
