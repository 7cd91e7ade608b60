import type { BaseContext } from 'clipanion';
import type { FoundProject, LockWaiting, Spectool } from '../../application/spectool.js';
import type { AdvisedWord } from '../presentation/adviceText.js';
import type { Environment, Terminal } from './layout/terminalStyle.js';
import type { Advice } from '../../domain/errors/spectoolError.js';

/**
 * A function that appends command lines for the given advice to a hint. A piece of advice is a suggested next step: a use case
 * and its request.
 */
export type AdviceHint = (
  hint: string | undefined,
  advice?: readonly Advice[],
  /** How the program is called; by default as the user called it. */
  program?: string,
) => Promise<string | undefined>;

/** Options for opening a project. */
export interface OpenOptions extends LockWaiting {
  /** If false, caches are neither read nor written. */
  readonly cache?: boolean;
  /** The actor of the changes; by default the actor that the environment determines. */
  readonly actor?: string;
}

/**
 * An event of a command that controls the terminal. `changed`: project files may have changed; `idle`: no event for some time;
 * `interrupted`: Ctrl-C, a signal, or the end of the input.
 */
export type WatchEvent = 'changed' | 'idle' | 'resized' | 'interrupted' | KeyPress;

/** A pressed key, or a pasted text. */
export interface KeyPress {
  /** A character, a combination such as `ctrl-a`, or a name such as `enter`, `escape`, `up`, `page down` or `paste`. */
  readonly key: string;
  /** The pasted text, if `key` is `paste`. */
  readonly text?: string;
}

/** The terminal while `ui` controls it. */
export interface WatchTerminal {
  size(): { readonly columns: number; readonly rows: number };
  /** Draws the lines; the first call takes over the terminal. Lines have no line breaks and may be wider than the terminal. */
  show(lines: readonly string[]): void;
  /** Waits for an event. @param idleMs the time after which `idle` is returned; by default the time between regular redraws. */
  next(idleMs?: number): Promise<WatchEvent>;
  /** Restores the terminal for another program; the next call of `show` takes it over again. */
  leave(): void;
  /** Restores the terminal for good. */
  end(): void;
}

/** Everything that a command needs from its environment: terminal, files and projects. */
export interface CliContext extends BaseContext {
  /** Opens the project that contains `directory` (the working directory by default). @throws SpectoolError `NOT_A_PROJECT`. */
  open(directory?: string, options?: OpenOptions): Spectool;
  /** Finds the projects of the repository that contains `directory` (the working directory by default). */
  projects(directory?: string): readonly FoundProject[];
  /**
   * Appends command lines for the given advice (suggested next steps) to a hint; they begin with the program as the user calls
   * it.
   */
  readonly advisedHint: AdviceHint;
  /** Returns the command line for a piece of advice, as words without the program's name; undefined if no command fits. */
  readonly advisedCommand: (advice: Advice) => Promise<readonly AdvisedWord[] | undefined>;
  /** The command and arguments that start this program. */
  readonly program: readonly string[];
  readonly environment: Environment;
  /** The terminal (or pipe) behind standard output. */
  readonly output: Terminal;
  /** The terminal (or pipe) behind standard error. */
  readonly notices: Terminal;
  /** Reads all of standard input. */
  readInput(): Uint8Array;
  /** Reads a file named on the command line; undefined if there is no such file. */
  readUserFile(path: string): Uint8Array | undefined;
  /**
   * Writes a file atomically: if the process is killed, the old content is kept.
   * @param mayReplace decides from the beginning of an existing file whether the file may be replaced; by default any file may.
   * @returns the path of a temporary file that an earlier, killed process left beside the file, if any.
   */
  writeUserFile(
    path: string,
    content: Uint8Array,
    mayReplace?: (start: string) => boolean,
  ): string | undefined;
  /** Returns the path of a folder with all links resolved; unchanged if the links cannot be resolved. */
  realFolder(path: string): string;
  /**
   * Returns the `/`-separated path from the working directory to `path`, which is given relative to the project folder `root`.
   * Returns an empty string for the working directory itself.
   */
  fromHere(root: string, path: string): string;
  /** Returns the `.git` or `.spectool` folder that is `path` or contains it, if any. Links in `path` must already be resolved. */
  ownFolderOn(path: string): string | undefined;
  /** Returns the content of a text file that is installed with the program. */
  shipped(path: string): string;
  /** Runs a command line in another context, such as one that collects the output. Returns the exit code. */
  run(args: readonly string[], context: CliContext): Promise<number>;
  /** Returns the completion candidates for the last word of a command line; this word may be empty. */
  complete(words: readonly string[], open: () => Spectool): Promise<readonly { readonly word: string }[]>;
  /** Starts reporting pressed keys, changes of the terminal's size and changes of the project's files, for `ui`. */
  watching(root: string): Promise<WatchTerminal>;
}
