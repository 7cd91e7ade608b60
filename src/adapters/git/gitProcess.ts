import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { endlessFile } from '../files/endlessFile.js';
import { type ClonePlace, clonePlaceOf } from './places/clonePlace.js';

export interface GitAnswer {
  /** Git's exit code; undefined when it could not be started or had to be ended. */
  readonly status: number | undefined;
  readonly output: Buffer;
  /** Git's first line of complaint, or why it gave no answer. */
  readonly complaint: string;
  readonly missing: boolean;
}

/** Whoever answers questions as git does. */
export interface AskGit {
  run(args: readonly string[], input?: string): GitAnswer;
}

const TIMEOUT_MS = 15_000;
/** So many times a command waits. */
const MOST_TIMEOUTS = 2;
const NOT_INSTALLED = 'git is not installed (or not on the PATH)';
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Settings of a repository that could start a program, switched off for the one call. */
const HARMLESS = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'protocol.allow=never',
    // Who is who may stand in a file that has no end, and nothing of ours asks for it.
    'log.mailmap=false',
    // A commit can bring a whole bare repository as plain files, with settings that name an editor, filters and a user.
    'safe.bareRepository=explicit',
  ].flatMap((setting) => ['-c', setting]),
];

/** Signatures, text conversion and external diffs could start programs. */
export const HARMLESS_LOG: readonly string[] = ['--no-show-signature', '--no-ext-diff', '--no-textconv'];
/** Runs git with an argument list, never through a shell; it may not ask, page, fetch or run for ever. */
export class GitProcess implements AskGit {
  /** Of the project. */
  readonly root: string;
  /** As it was given. */
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

  /** Where the project stands in its clone, found without starting git; undefined where that cannot be told. */
  get place(): ClonePlace | undefined {
    const place = clonePlaceOf(this.root, this.env);
    return place === 'none' || 'problem' in place ? undefined : place;
  }

  /** True inside a working tree that git can read; else why it cannot be read, undefined where there is none. */
  workTree(): true | { readonly complaint: string | undefined } {
    const answer = this.run(['rev-parse', '--show-toplevel']);
    if (answer.status === 0) return true;
    // A bare repository has nothing that a project could ask for.
    const isBare = /must be run in a work tree/.test(answer.complaint);
    return { complaint: isBare ? undefined : this.complaintIn(answer) };
  }

  /** Why git gave no answer, unless there is nothing that it could read. */
  complaintIn({ status, complaint, missing }: GitAnswer): string | undefined {
    if (status === 0 || /not a git repository \(or any/.test(complaint)) return undefined;
    return missing && clonePlaceOf(this.root, this.env) === 'none' ? undefined : complaint;
  }

  run(args: readonly string[], input = '', env = this.#env): GitAnswer {
    const place = clonePlaceOf(this.root, this.#env);
    const endless = place === 'none' || 'problem' in place ? undefined : endlessFile(this.root, place);
    if (endless !== undefined) return refused(`${endless} is no file, and git would read it without end`);
    // What held it up twice will do so again.
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
   * As `run`, for what compares the working tree with commits, as writing the index does too: filters that settings name are not
   * started. A file that one of them would change, and that git's index does not know to be untouched, counts as changed.
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

  /** As `run`, for what takes no literal paths: none of the paths may come from anybody else. */
  runWithPatterns(args: readonly string[], input?: string): GitAnswer {
    return this.run(args, input, { ...this.#env, GIT_LITERAL_PATHSPECS: '0' });
  }

  /** Asks by the settings of the repository alone, neither the user's nor the system's. */
  alone(): AskGit {
    const env = { ...this.#env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    return { run: (args, input) => this.run(args, input, env) };
  }

  #tooLate(): string {
    return `git gave no answer within ${this.#timeoutMs / 1000} s`;
  }

  /** @throws SpectoolError `GIT_FAILED` for any end but success. */
  mustRun(args: readonly string[], purpose: string, input?: string): Buffer {
    return successOf(purpose, this.run(args, input));
  }
}

/** @throws SpectoolError `GIT_FAILED` for any end but success. */
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
    ? 'This clone is a partial one, and nothing is fetched here: `git fetch --refetch --no-filter` brings what it lacks.'
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
    // Git before 2.45 fetches what a partial clone lacks; a repository's own `protocol.ext.allow` overrides `protocol.allow`, not this.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
  };
  // Set by git for its hooks; with it alone git takes any folder for the top of the working tree.
  if (env.GIT_WORK_TREE === undefined) delete quiet.GIT_DIR;
  delete quiet.GIT_PREFIX;
  // Git takes none of them beside the literal ones, and gives no answer at all.
  delete quiet.GIT_GLOB_PATHSPECS;
  delete quiet.GIT_NOGLOB_PATHSPECS;
  delete quiet.GIT_ICASE_PATHSPECS;
  // They were meant from where this process stands, and git is started in the project's folder.
  for (const name of PLACES) {
    const place = quiet[name];
    if (place !== undefined && place !== '') quiet[name] = resolve(place);
  }
  return quiet;
}

/** After those that it has already; a name may hold what an argument cannot. */
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

/** Git is not even started. */
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
