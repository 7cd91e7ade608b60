import { BOUNDS } from '../../domain/value/bounds.js';
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import type { CliContext } from '../../adapters/cli/cliContext.js';
import { commandFor } from '../../adapters/cli/commandTable.js';
import {
  describeTerminal,
  type Terminal,
  type TerminalStream,
} from '../../adapters/cli/layout/terminalStyle.js';
import { UNFINISHED } from '../../adapters/cli/mergeDriverShellLine.js';
import { runCli } from '../../adapters/cli/runCli.js';
import { looksLikeGitFolder, realPath, openRegularFile } from '../../adapters/files/regularFiles.js';
import { projectsAround } from '../../adapters/git/gitClone.js';
import { type AdvisedWord, advisedWords, withAdvice } from '../../adapters/presentation/adviceText.js';
import { PackageFiles, SystemClock, programCommandForUser } from '../../adapters/system/systemServices.js';
import { type Advice, causeOf, fileFailure, SpectoolError } from '../../domain/errors/spectoolError.js';
import { PROGRAM } from '../../domain/project/programCall.js';
import { createSpectool } from '../createSpectool.js';
import { packageRoot } from '../packageRoot.js';

const PAUSE_MS = 2;

/**
 * Returns Node's stream if `fd` is a terminal, else undefined. Loading Node's stream for a file or pipe would take longer
 * than most commands.
 */
function terminalOf(fd: 1 | 2): WriteStream | undefined {
  if (!mayBeTerminal(fd)) return undefined;
  const stream = fd === 1 ? process.stdout : process.stderr;
  return stream.isTTY ? stream : undefined;
}

function mayBeTerminal(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    return stats.isCharacterDevice() && !isNullDevice(stats.rdev);
  } catch {
    return true;
  }
}

/** True if the device is `/dev/null`, recognized by its device number on Linux. Always false on other systems. */
function isNullDevice(device: number): boolean {
  return process.platform === 'linux' && device === ((1 << 8) | 3);
}

/**
 * Writes all bytes synchronously, so that no output is lost when the process ends. If the reader has closed the pipe, the
 * remaining bytes are dropped.
 * @throws NodeJS.ErrnoException if the output cannot be written.
 */
function writeAll(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return;
      // The pipe is non-blocking and full, so wait and try again.
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/**
 * Returns standard output or standard error. For a file or pipe, Node's stream is not used, because loading it is slow. A
 * closed pipe is not an error and does not change the exit code: `validate | head` exits like `validate`.
 */
function outputStream(fd: 1 | 2): Writable & TerminalStream {
  const terminal = terminalOf(fd);
  if (terminal !== undefined) return terminal.on('error', () => process.exit(fd - 1));
  const write = (text: string) => {
    try {
      writeAll(fd, Buffer.from(text));
    } catch (error) {
      // Ignore a failure to write to standard error, because it cannot be reported anywhere.
      if (fd === 1) throw lost(error);
    }
    return true;
  };
  // Commands only call `write`, so no other member of the stream is needed.
  return { write, isTTY: false } as unknown as Writable & TerminalStream;
}

function lost(error: unknown): SpectoolError {
  return new SpectoolError('WRITE_FAILED', fileFailure('WRITE_FAILED', 'standard output', error).message, {
    hint: 'The command itself was not undone. Run `spectool history` to see what it changed.',
  });
}

const INPUT_PAUSE_MS = 5;

/**
 * Reads a file or pipe to its end; waits if a non-blocking pipe has no data yet.
 * @param name name of the input in errors.
 */
function inputBytes(descriptor: number, name: string): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let size = 0; size <= BOUNDS.document;) {
    const part = new Uint8Array(128 * 1024);
    const length = readPart(descriptor, part, name);
    if (length === 0) return Buffer.concat(parts);
    size += length;
    parts.push(part.slice(0, length));
  }
  throw new SpectoolError(
    'READ_FAILED',
    `Cannot read ${name}: the text is longer than ${String(BOUNDS.document / 1024 ** 2)} MB.`,
    { hint: 'Use a shorter text.' },
  );
}

function readPart(descriptor: number, part: Uint8Array, name: string): number {
  for (;;) {
    try {
      return readSync(descriptor, part);
    } catch (error) {
      const cause = causeOf(error);
      // On Windows, Node reports the end of a pipe as this error.
      if (cause === 'EOF') return 0;
      if (cause !== 'EAGAIN')
        throw new SpectoolError('READ_FAILED', fileFailure('READ_FAILED', name, error).message, {
          hint: 'Pass the text as an argument, or pipe it into the command.',
        });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, INPUT_PAUSE_MS);
    }
  }
}

/** Number of bytes that are read from the beginning of a file to decide whether the file may be replaced. */
const START_BYTES = 4_096;

/**
 * Writes a file that the user named, atomically. Only regular files are replaced. The temporary file is created exclusively,
 * so that links or files from a commit are neither followed nor overwritten.
 * @param mayReplace returns whether an existing file may be replaced, given its beginning; an empty file is always replaced.
 * @returns the path of an old temporary file, if there is one, for example because an earlier process was killed.
 */
function writeUserFile(
  path: string,
  content: Uint8Array,
  mayReplace: (start: string) => boolean = () => true,
): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() === false)
    throw new SpectoolError('WRITE_FAILED', `${path} is not a regular file; it was not changed.`, {
      hint: 'Choose a file, or `-` for standard output.',
    });
  if (stat !== undefined && stat.size > 0 && !mayReplace(startOf(path)))
    throw new SpectoolError(
      'WRITE_FAILED',
      `${path} already exists and was not written by this command, so it was not replaced.`,
      {
        hint: 'Choose another file, or `-` for standard output.',
      },
    );
  const names = [path + UNFINISHED, `${path}${UNFINISHED}-${String(process.pid)}`];
  for (const unfinished of names) {
    try {
      writeFileSync(unfinished, content, { flag: 'wx' });
      renameSync(unfinished, path);
      return unfinished === names[0] ? undefined : names[0];
    } catch (error) {
      const isTaken = causeOf(error) === 'EEXIST';
      if (!isTaken) rmSync(unfinished, { force: true });
      if (!isTaken || unfinished === names.at(-1)) throw error;
    }
  }
  return undefined;
}

function startOf(path: string): string {
  const file = openRegularFile(path, () => undefined);
  try {
    return Buffer.from(file.read(0, START_BYTES)).toString('utf8');
  } finally {
    file.close();
  }
}

/**
 * Matches names of git's and spectool's own folders, including the short names and trailing characters that some file systems
 * accept.
 */
const OWN_NAME = /^(?:\.git|\.spectool|git~\d|specto~\d)[. ]*(?::.*)?$/iu;
/** Matches characters that some file systems ignore in names. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Returns the git folder or `.spectool` folder that contains `path` or is `path`; undefined if there is none. A bare repository
 * is recognized by its files.
 */
function ownFolderOn(path: string): string | undefined {
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    if (OWN_NAME.test(basename(at).replace(UNSEEN, ''))) return at;
    // Stop here: this is the top of a working tree, even if the tree is inside a git folder.
    if (existsSync(join(at, '.git'))) return undefined;
    if (looksLikeGitFolder(at)) return at;
  }
  return undefined;
}

/**
 * Returns the hint of a message, with the advised use cases as command lines.
 * @param program how the program is called; a function is called only if there is advice.
 */
export async function advisedHint(
  hint: string | undefined,
  advice: readonly Advice[] = [],
  program?: string | (() => string),
): Promise<string | undefined> {
  const worded: (readonly [Advice, readonly AdvisedWord[]])[] = [];
  for (const one of advice) {
    const words = await advisedCommand(one);
    if (words !== undefined) worded.push([one, words]);
  }
  return hint === undefined && worded.length === 0
    ? undefined
    : withAdvice(hint, worded, typeof program === 'function' ? program() : program);
}

/** Returns the command line for a piece of advice, as words; undefined if no command runs the advised use case. */
export async function advisedCommand(advice: Advice): Promise<readonly AdvisedWord[] | undefined> {
  const entry = commandFor(advice.useCase);
  return entry && advisedWords(advice, (await entry.load()).definition);
}

const { env } = process;
const stdout = outputStream(1);
const stderr = outputStream(2);
// Load Node's standard input only if standard output is a terminal, because otherwise no questions are asked.
const stdin = { isTTY: stdout.isTTY === true && process.stdin.isTTY };

const clock = new SystemClock();
let called: string | undefined;

let version = '';

const context: CliContext = {
  env,
  // Commands read standard input with `readInput`, so Node's stream is not loaded.
  stdin: undefined as unknown as Readable,
  stdout,
  stderr,
  colorDepth: 1,
  advisedHint: (hint, advice, program) => advisedHint(hint, advice, program ?? callHere),
  advisedCommand,
  program: [process.execPath, process.argv[1] ?? 'spectool'],
  environment: env,
  output: describedHere(stdout),
  notices: describedHere(stderr),
  open: (directory, options = {}) =>
    createSpectool({ ...options, cwd: startedIn(directory), ports: { clock } }),
  projects: (directory) => projectsAround(startedIn(directory)),
  readInput: () => inputBytes(0, 'standard input'),
  writeUserFile,
  realFolder: realPath,
  fromHere: (root, path) => relative(process.cwd(), resolve(root, path)).split(sep).join('/'),
  ownFolderOn,
  shipped: (path) => new PackageFiles(packageRoot()).read(path),
  run: (args, other) => runCli(args, other, { version }),
  complete: async (words, opened) =>
    (await import('../../adapters/cli/shellCompletion.js')).completeLine(words, opened),
  watching: async (root) => {
    const { TerminalWatch } = await import('./terminalWatch.js');
    return new TerminalWatch(root, process.stdin, process.stdout);
  },
  readUserFile: (path) => {
    const opened = openedOrNone(path);
    if (opened === undefined) return undefined;
    try {
      return inputBytes(opened, path);
    } finally {
      closeSync(opened);
    }
  },
};

function describedHere(stream: TerminalStream): Terminal {
  // Computed when first used, because most output does not contain the program's name.
  return Object.defineProperty(describeTerminal(stream, stdin, env), 'program', {
    get: callHere,
    enumerable: true,
  });
}

/** Returns how the user calls the program from the working directory of this process. */
function callHere(): string {
  if (called !== undefined) return called;
  try {
    called = programCommandForUser(process.cwd(), env['PATH']);
  } catch {
    called = PROGRAM;
  }
  return called;
}

function openedOrNone(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

function startedIn(directory: string | undefined): string {
  try {
    if (directory === undefined) return process.cwd();
    if (statSync(directory).isDirectory()) return resolve(directory);
  } catch {
    // Continue, because the error is thrown below.
  }
  throw directory === undefined
    ? new SpectoolError('READ_FAILED', 'The current folder no longer exists.', {
        hint: 'Change to a folder that exists.',
      })
    : new SpectoolError('USAGE', `--cwd: there is no folder ${directory}.`);
}

/** Runs the command line of this process. @returns the exit code. */
export async function main(ownVersion: string): Promise<number> {
  version = ownVersion;
  return runCli(process.argv.slice(2), context, { version });
}
