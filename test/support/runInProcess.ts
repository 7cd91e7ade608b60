import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { CliContext } from '../../src/adapters/cli/cliContext.js';
import { PLAIN_TERMINAL } from '../../src/adapters/cli/layout/terminalStyle.js';
import { advisedCommand, advisedHint } from '../../src/composition/bin/program.js';
import { completeLine } from '../../src/adapters/cli/shellCompletion.js';
import { runCli } from '../../src/adapters/cli/runCli.js';
import { FixedActor, NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line in this process, by default with output to a pipe; a new process would be thirty times slower. */
export async function runInProcess(
  args: readonly string[],
  context: Pick<CliContext, 'open'> & Partial<CliContext>,
): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const whole: CliContext = {
    env: {},
    stdin: new PassThrough(),
    stdout,
    stderr,
    colorDepth: 1,
    advisedHint,
    advisedCommand,
    program: ['spectool'],
    environment: {},
    output: PLAIN_TERMINAL,
    notices: PLAIN_TERMINAL,
    projects: () => [],
    readInput: () => new Uint8Array(),
    readUserFile: () => undefined,
    writeUserFile: () => undefined,
    realFolder: (path) => path,
    fromHere: (_root, path) => path,
    ownFolderOn: () => undefined,
    shipped: () => '',
    run: (words, other) => runCli(words, other, { version: '0.0.0' }),
    complete: completeLine,
    watching: () => Promise.reject(new Error('no terminal')),
    ...context,
  };
  const code = await runCli(args, whole, { version: '0.0.0' });
  // Lets the event loop run, because objects behind weak references are freed only then and would fill the memory.
  await setImmediate();
  return { code, stdout: textOf(stdout), stderr: textOf(stderr) };
}

/** Runs one command line in this process, in a folder on the disk and without git. */
export function runOnDisk(
  cwd: string,
  args: readonly string[],
  context: Partial<CliContext> = {},
): Promise<Outcome> {
  const ports = { actors: new FixedActor(), ...new NoRepository().ports };
  return runInProcess(args, {
    ...context,
    open: (directory = cwd, waiting) => createSpectool({ ...waiting, cwd: directory, ports }),
  });
}

/** Runs one command line in this process, in a folder of a git repository. */
export function runWithGit(
  cwd: string,
  args: readonly string[],
  context: Partial<CliContext> = {},
): Promise<Outcome> {
  return runInProcess(args, {
    ...context,
    open: (directory = cwd, waiting) => createSpectool({ ...waiting, cwd: directory }),
  });
}

function textOf(stream: PassThrough): string {
  return String(stream.read() ?? '');
}
