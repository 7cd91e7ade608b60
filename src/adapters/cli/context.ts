import type { BaseContext } from 'clipanion';
import type { LockWaiting, Spectool } from '../../application/spectool.js';
import type { AdvisedHint } from './advised.js';
import type { Environment, Terminal } from './layout/terminal.js';

/** How a project is opened. */
export interface OpenOptions extends LockWaiting {
  /** False: nothing is remembered between runs. */
  readonly cache?: boolean;
  /** Who makes the changes; by default whom the environment names. */
  readonly actor?: string;
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
  /** As a whole: killed in the midst of it, the file is what it was. */
  writeUserFile(path: string, content: Uint8Array): void;
  /** A text that is installed with the program. */
  shipped(path: string): string;
  /** Shows a file with the program that the system has for it. */
  openFile(path: string): void;
}
