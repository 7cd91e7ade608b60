import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { blockingFile } from '../files/blockingFile.js';
import { type CloneLocation, cloneLocationOf } from './locations/cloneLocation.js';

export interface GitAnswer {
  /** Git's exit code; undefined if git could not be started or was killed. */
  readonly status: number | undefined;
  readonly output: Buffer;
  /** Git's first line on standard error, or why git gave no answer. */
  readonly complaint: string;
  readonly missing: boolean;
}

/** Runs git commands, or answers them from a cache. */
export interface AskGit {
  run(args: readonly string[], input?: string): GitAnswer;
}

const TIMEOUT_MS = 15_000;
/** After this many timeouts, git is not started again in this process. */
const MOST_TIMEOUTS = 2;
const NOT_INSTALLED = 'git is not installed (or not on the PATH)';
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Turns off repository settings that could start a program. */
const HARMLESS = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'protocol.allow=never',
    // The mailmap may be a pipe without end, and is not needed.
    'log.mailmap=false',
    // A commit can contain a bare repository as plain files, whose settings name an editor, filters and a user.
    'safe.bareRepository=explicit',
  ].flatMap((setting) => ['-c', setting]),
];

/** Options for `git log`: signatures, text conversion and external diffs could start programs. */
export const HARMLESS_LOG: readonly string[] = ['--no-show-signature', '--no-ext-diff', '--no-textconv'];
/** Runs git with an argument list, never through a shell. Git may not prompt, page or fetch, and has a time limit. */
export class GitProcess implements AskGit {
  /** Folder of the project. */
  readonly root: string;
  /** The environment as passed in. */
  readonly env: NodeJS.ProcessEnv;
  readonly #env: NodeJS.ProcessEnv;
  readonly #timeoutMs: number;
  #timeouts = 0;

  constructor(root: string, env: NodeJS.ProcessEnv = process.env, timeoutMs = TIMEOUT_MS) {
    this.root = root;
    this.env = env;
    this.#env = quietEnvironment(env);
    this.#timeoutMs = timeoutMs;
  }

  /** Place of the project in its clone, found without starting git; undefined if it cannot be determined. */
  get place(): CloneLocation | undefined {
    const place = cloneLocationOf(this.root, this.env);
    return place === 'none' || 'problem' in place ? undefined : place;
  }

  /**
   * Returns true inside a working tree that git can read, else git's complaint; the complaint is undefined if there is no
   * repository.
   */
  workTree(): true | { readonly complaint: string | undefined } {
    const answer = this.run(['rev-parse', '--show-toplevel']);
    if (answer.status === 0) return true;
    // A bare repository has no files for a project.
    const isBare = /must be run in a work tree/.test(answer.complaint);
    return { complaint: isBare ? undefined : this.complaintIn(answer) };
  }

  /** Returns why git gave no answer; undefined if there is no repository. */
  complaintIn({ status, complaint, missing }: GitAnswer): string | undefined {
    if (status === 0 || /not a git repository \(or any/.test(complaint)) return undefined;
    return missing && cloneLocationOf(this.root, this.env) === 'none' ? undefined : complaint;
  }

  run(args: readonly string[], input = '', env = this.#env): GitAnswer {
    const place = cloneLocationOf(this.root, this.#env);
    const endless = place === 'none' || 'problem' in place ? undefined : blockingFile(this.root, place);
    if (endless !== undefined)
      return refused(`${endless} is not a regular file, and git might read it forever`);
    // Git would probably time out again.
    if (this.#timeouts >= MOST_TIMEOUTS) return refused(this.#tooLate());
    const { status, stdout, stderr, error } = spawnSync('git', [...HARMLESS, ...args], {
      cwd: this.root,
      env,
      input,
      timeout: this.#timeoutMs,
      maxBuffer: MAX_OUTPUT,
      killSignal: 'SIGKILL',
      windowsHide: true,
    }) as { status: number | null; stdout: Buffer | null; stderr: Buffer | null; error?: { code?: string } };
    const isLate = error?.code === 'ETIMEDOUT';
    if (isLate) this.#timeouts += 1;
    const complaint =
      (isLate ? this.#tooLate() : firstLine(stderr)) ??
      startFailure(error?.code) ??
      `git exited with ${status ?? 'a signal'}`;
    return {
      status: error === undefined ? (status ?? undefined) : undefined,
      output: stdout ?? Buffer.alloc(0),
      complaint,
      missing: error?.code === 'ENOENT',
    };
  }

  /**
   * Like `run`, for commands that compare the working tree with commits or write the index: configured filters are not started. A
   * file that a filter would change counts as changed, unless git's index knows it to be unchanged.
   */
  compare(args: readonly string[], input?: string): GitAnswer {
    const listed = this.run(['config', '-z', '--name-only', '--get-regexp', String.raw`^filter\..*\.`]);
    const keys = listed.status === 0 ? listed.output.toString('utf8').split('\0').filter(Boolean) : [];
    const names = [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))))];
    const settings = names.flatMap((name) => [
      [`${name}.clean`, ''],
      [`${name}.process`, ''],
      [`${name}.required`, 'false'],
    ]);
    return this.run(args, input, settingsIn(this.#env, settings));
  }

  /** Like `run`, for commands that do not accept literal pathspecs; the paths must not come from user input. */
  runWithPatterns(args: readonly string[], input?: string): GitAnswer {
    return this.run(args, input, { ...this.#env, GIT_LITERAL_PATHSPECS: '0' });
  }

  /** Returns a runner that uses the settings of the repository alone, not those of the user and the system. */
  alone(): AskGit {
    const env = { ...this.#env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    return { run: (args, input) => this.run(args, input, env) };
  }

  #tooLate(): string {
    return `git did not answer within ${this.#timeoutMs / 1000} s`;
  }

  /** Runs git and returns its output. @throws SpectoolError `GIT_FAILED` if git fails. */
  mustRun(args: readonly string[], purpose: string, input?: string): Buffer {
    return successOf(purpose, this.run(args, input));
  }
}

/** Returns git's output. @throws SpectoolError `GIT_FAILED` if git failed. */
export function successOf(purpose: string, answer: GitAnswer): Buffer {
  if (answer.status === 0) return answer.output;
  throw gitFailure(purpose, answer);
}

export function gitFailure(purpose: string, answer: GitAnswer): SpectoolError {
  return gitRefusal(purpose, answer.complaint);
}

export function gitRefusal(purpose: string, complaint: string): SpectoolError {
  return new SpectoolError('GIT_FAILED', `Cannot ${purpose}: ${complaint}`, {
    hint: hintFor(complaint),
  });
}

function hintFor(complaint: string): string {
  if (complaint === NOT_INSTALLED) return 'Install git, then run the command again.';
  return /lazy fetching|promisor/.test(complaint)
    ? 'This is a partial clone, and spectool fetches nothing. Run `git fetch --refetch --no-filter` to get the missing objects.'
    : 'Run `git status` to see what is wrong.';
}

const PLACES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
] as const;

function quietEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const quiet: NodeJS.ProcessEnv = {
    ...env,
    LC_ALL: 'C',
    LANGUAGE: '',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_LAZY_FETCH: '1',
    // Git before 2.45 ignores GIT_NO_LAZY_FETCH. A repository can override `protocol.allow` by its own `protocol.ext.allow`, but
    // not this variable.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
  };
  // Git sets GIT_DIR for its hooks; without GIT_WORK_TREE, git would then take any folder for the top of the working tree.
  if (env.GIT_WORK_TREE === undefined) delete quiet.GIT_DIR;
  delete quiet.GIT_PREFIX;
  // Git fails if one of these is set together with GIT_LITERAL_PATHSPECS.
  delete quiet.GIT_GLOB_PATHSPECS;
  delete quiet.GIT_NOGLOB_PATHSPECS;
  delete quiet.GIT_ICASE_PATHSPECS;
  // Relative paths refer to this process's working directory, but git is started in the project's folder.
  for (const name of PLACES) {
    const place = quiet[name];
    if (place !== undefined && place !== '') quiet[name] = resolve(place);
  }
  return quiet;
}

/**
 * Adds settings to those in the environment. They are not passed as `-c`, because a filter's name may contain what an argument
 * cannot.
 */
function settingsIn(env: NodeJS.ProcessEnv, settings: readonly (readonly string[])[]): NodeJS.ProcessEnv {
  if (settings.length === 0) return env;
  const first = Number(env.GIT_CONFIG_COUNT ?? '') || 0;
  const entries = settings.flatMap(([key = '', value = ''], i) => [
    [`GIT_CONFIG_KEY_${String(first + i)}`, key],
    [`GIT_CONFIG_VALUE_${String(first + i)}`, value],
  ]);
  return {
    ...env,
    ...(Object.fromEntries(entries) as NodeJS.ProcessEnv),
    GIT_CONFIG_COUNT: String(first + settings.length),
  };
}

/** Returns the answer for a command that is not run. */
function refused(complaint: string): GitAnswer {
  return { status: undefined, output: Buffer.alloc(0), complaint, missing: false };
}

function firstLine(text: Buffer | null): string | undefined {
  const line = text?.toString('utf8').trim().split('\n', 1)[0];
  return line === '' ? undefined : line;
}

function startFailure(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (code === 'ENOENT') return NOT_INSTALLED;
  return code === 'ENOBUFS' ? 'git printed too much to read' : `git could not be started (${code})`;
}
