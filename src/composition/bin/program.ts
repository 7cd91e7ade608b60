import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { commandFor } from '../../adapters/cli/commandTable.js';
import type { CliContext } from '../../adapters/cli/cliContext.js';
import {
  describeTerminal,
  type Terminal,
  type TerminalStream,
} from '../../adapters/cli/layout/describeTerminal.js';
import { runCli } from '../../adapters/cli/runCli.js';
import { projectsAround } from '../../adapters/git/projectsInRepository.js';
import { realPath } from '../../adapters/files/realPath.js';
import { type AdvisedWord, advisedWords, withAdvice } from '../../adapters/presentation/adviceText.js';
import { SystemClock } from '../../adapters/system/clockIdsAndHasher.js';
import { PackageFiles } from '../../adapters/system/packageFiles.js';
import { userCall } from '../../adapters/system/programInvocation.js';
import type { Advice } from '../../domain/errors/advice.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { PROGRAM } from '../../domain/project/replaceProgramName.js';
import { createSpectool } from '../createSpectool.js';
import { packageRoot } from '../packageRoot.js';
import { inputBytes } from './readStandardInput.js';
import { outputStream } from './outputStream.js';
import { ownFolderOn, writeUserFile } from './writeUserFile.js';

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

/** Returns the words of the command line for a piece of advice; undefined if no command takes the advised step. */
export async function advisedCommand(advice: Advice): Promise<readonly AdvisedWord[] | undefined> {
  const entry = commandFor(advice.useCase);
  return entry && advisedWords(advice, (await entry.load()).definition);
}

const { env } = process;
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`, which needs a shell, where `&` in a path would end the command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const stdout = outputStream(1);
const stderr = outputStream(2);
// Look at standard input only if standard output is a terminal, because otherwise no questions are asked.
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
  watching: async (root, specsDir) => {
    const { TerminalWatch } = await import('./watchModeTerminal.js');
    return new TerminalWatch(root, specsDir, process.stdin, process.stdout);
  },
  openFile: (path) => {
    const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
    const opener = spawn(command, [...words, path], { detached: true, stdio: 'ignore' });
    // If the program that opens files is missing, ignore the error: the path is printed anyway.
    opener.on('error', () => undefined);
    opener.unref();
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
    called = userCall(process.cwd(), env['PATH']);
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
