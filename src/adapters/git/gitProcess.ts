import { BOUNDS } from '../../domain/value/bounds.js';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { resolve, join } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type CloneLocation, cloneLocationOf, folderOfGit, isPlainEnvironment } from './cloneLocation.js';
import { readdirSync, statSync } from 'node:fs';
import { isSettled, type Snapshot, type Section } from '../cache/snapshot.js';
import { textOfRegularFile } from '../files/regularFiles.js';

export interface GitAnswer {
  /** Git's exit code; undefined if git could not be started or was killed. */
  readonly status: number | undefined;
  readonly output: Buffer;
  /** The first line that git wrote to standard error, or the reason why git did not run to its end. */
  readonly complaint: string;
  readonly missing: boolean;
  /** Set if git was ended because it took too long. */
  readonly isLate?: true;
}

/** Runs git commands, or returns git's earlier answers from the snapshot (the cache file). */
export interface AskGit {
  run(args: readonly string[], input?: string): GitAnswer;
}

const TIMEOUT_MS = 15_000;
/** After this many timeouts, this process does not start git again. */
const MOST_TIMEOUTS = 2;
const NOT_INSTALLED = 'git is not installed (or not on the PATH)';

/** Options for every git command, so that git does not start programs named in the repository's settings. */
const HARMLESS: readonly string[] = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    // Do not read the mailmap (git's list of author names): it is not needed, and could be a pipe without end.
    'log.mailmap=false',
    // Do not use bare repositories inside the working tree: a commit can add one as plain files, with settings that name an
    // editor, filters and a user.
    'safe.bareRepository=explicit',
    // Refuse `ext::` remotes, as git does by default, even if the clone's settings allow them: their address is a command.
    'protocol.ext.allow=never',
  ].flatMap((setting) => ['-c', setting]),
];

/** Options that keep git from connecting to another repository. */
const OFFLINE: readonly string[] = ['-c', 'protocol.allow=never'];

/** Options for `git log` that turn off signature checks, text conversion and external diffs, which could start programs. */
export const HARMLESS_LOG: readonly string[] = ['--no-show-signature', '--no-ext-diff', '--no-textconv'];
/** Runs git with a list of arguments, never through a shell. Git may not prompt, use a pager or fetch, and has a time limit. */
export class GitProcess implements AskGit {
  /** Folder of the project. */
  readonly root: string;
  /** The environment that was passed to the constructor. */
  readonly env: NodeJS.ProcessEnv;
  readonly #env: NodeJS.ProcessEnv;
  readonly #timeoutMs: number;
  #timeouts = 0;
  #settings: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(root: string, env: NodeJS.ProcessEnv = process.env, timeoutMs = TIMEOUT_MS) {
    this.root = root;
    this.env = env;
    this.#env = quietEnvironment(env);
    this.#timeoutMs = timeoutMs;
  }

  /** The location of the project in its clone, found without starting git; undefined if there is none or it cannot be read. */
  get place(): CloneLocation | undefined {
    const place = cloneLocationOf(this.root, this.env);
    return place === 'none' || 'problem' in place ? undefined : place;
  }

  /** Returns true inside a working tree that git can read; otherwise git's error message, undefined without a repository. */
  workTree(): true | { readonly complaint: string | undefined } {
    const answer = this.run(['rev-parse', '--show-toplevel']);
    if (answer.status === 0) return true;
    // Treat a bare repository like no repository, because it has no working tree in which a project could be.
    const isBare = /must be run in a work tree/.test(answer.complaint);
    return { complaint: isBare ? undefined : this.complaintIn(answer) };
  }

  /** Returns git's error message, or why git did not run; undefined if git succeeded or there is no repository. */
  complaintIn({ status, complaint, missing }: GitAnswer): string | undefined {
    if (status === 0 || /not a git repository \(or any/.test(complaint)) return undefined;
    return missing && cloneLocationOf(this.root, this.env) === 'none' ? undefined : complaint;
  }

  run(args: readonly string[], input = '', env = this.#env): GitAnswer {
    // Do not start git again after too many timeouts, because it would probably time out again.
    if (this.#timeouts >= MOST_TIMEOUTS) return refused(tooLate(this.#timeoutMs));
    const answer = this.#start([...HARMLESS, ...OFFLINE, ...args], input, env, this.#timeoutMs);
    if (answer.isLate === true) this.#timeouts += 1;
    return answer;
  }

  /** Runs a git command that connects to a remote, which no other method does, with the user's credentials, without prompts. */
  connect(args: readonly string[], timeoutMs: number): GitAnswer {
    const env = connectedEnvironment(this.#env, this.env);
    const isSshChosen = ['GIT_SSH', 'GIT_SSH_COMMAND'].some((name) => env[name] !== undefined);
    if (!isSshChosen && !this.settings().has('core.sshcommand')) env.GIT_SSH_COMMAND = 'ssh -o BatchMode=yes';
    return this.#start([...HARMLESS, ...args], '', env, timeoutMs, true);
  }

  /** @param isAlone true to start git in its own process group without a terminal: it cannot prompt, and is killed as a whole. */
  #start(
    args: readonly string[],
    input: string,
    env: NodeJS.ProcessEnv,
    timeoutMs: number,
    isAlone = false,
  ): GitAnswer {
    const isDetached = isAlone && process.platform !== 'win32';
    const { pid, status, stdout, stderr, ...ended } = spawnSync('git', args, {
      cwd: this.root,
      env,
      input,
      timeout: timeoutMs,
      maxBuffer: BOUNDS.log,
      killSignal: 'SIGKILL',
      windowsHide: true,
      ...(isDetached && { detached: true }),
    }) as SpawnSyncReturns<Buffer | null> & { error?: { code?: string } };
    // Git may end before it has read its input; its exit status says whether it succeeded.
    const error = ended.error?.code === 'EPIPE' && status !== null ? undefined : ended.error;
    const isLate = error?.code === 'ETIMEDOUT';
    if (isDetached && isLate) endGroup(pid);
    const complaint =
      (isLate ? tooLate(timeoutMs) : firstLine(stderr)) ??
      startFailure(error?.code) ??
      (status === null ? 'git was killed by a signal' : `git exited with code ${String(status)}`);
    return {
      status: error === undefined ? (status ?? undefined) : undefined,
      output: stdout ?? Buffer.alloc(0),
      complaint,
      missing: error?.code === 'ENOENT',
      ...(isLate && { isLate }),
    };
  }

  /** Returns git's settings by key (`core.hookspath`), kept until `forgetSettings`; empty if git cannot read them. */
  settings(): ReadonlyMap<string, readonly string[]> {
    if (this.#settings !== undefined) return this.#settings;
    const { status, output } = this.run(['config', '-z', '--list']);
    const values = new Map<string, string[]>();
    for (const entry of status === 0 ? output.toString('utf8').split('\0').filter(Boolean) : []) {
      const [key = '', ...lines] = entry.split('\n');
      values.set(key, [...(values.get(key) ?? []), lines.join('\n')]);
    }
    return (this.#settings = values);
  }

  forgetSettings(): void {
    this.#settings = undefined;
  }

  /**
   * Like `run`, for commands that compare the working tree with commits or write the index. Configured filter programs are not
   * started, so a file that a filter would change counts as changed, unless git's index records it as unchanged.
   */
  compare(args: readonly string[], input?: string): GitAnswer {
    const keys = [...this.settings().keys()].filter((key) => /^filter\..*\./s.test(key));
    const names = [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))))];
    const settings = names.flatMap((name) => [
      [`${name}.clean`, ''],
      [`${name}.process`, ''],
      [`${name}.required`, 'false'],
    ]);
    return this.run(args, input, settingsIn(this.#env, settings));
  }

  /** Like `run`, for commands without literal paths: `*` is a wildcard, so the paths must not come from user input. */
  runWithPatterns(args: readonly string[], input?: string): GitAnswer {
    return this.run(args, input, { ...this.#env, GIT_LITERAL_PATHSPECS: '0' });
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
  if (/not a git repository \(or any/.test(complaint))
    return 'There is no readable `.git` in this folder or a parent folder. Run the command in a git repository.';
  return /lazy fetching|promisor/.test(complaint)
    ? 'This is a partial clone, and spectool never fetches from a remote repository. Run `git fetch --refetch --no-filter` to get the missing objects.'
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
    // Also forbid fetching in git before 2.45, which ignores GIT_NO_LAZY_FETCH. The setting `protocol.allow` is not enough,
    // because a repository can override it with `protocol.ext.allow`.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
  };
  // Remove GIT_DIR, which git sets for its hooks: if GIT_WORK_TREE is not set, git would take any current folder for the top of
  // the working tree.
  if (env.GIT_WORK_TREE === undefined) delete quiet.GIT_DIR;
  delete quiet.GIT_PREFIX;
  // Remove these variables, because git fails if one of them is set together with GIT_LITERAL_PATHSPECS.
  delete quiet.GIT_GLOB_PATHSPECS;
  delete quiet.GIT_NOGLOB_PATHSPECS;
  delete quiet.GIT_ICASE_PATHSPECS;
  // Make relative paths absolute: they refer to this process's working directory, but git runs in the project's folder.
  for (const name of PLACES) {
    const place = quiet[name];
    if (place !== undefined && place !== '') quiet[name] = resolve(place);
  }
  return quiet;
}

/**
 * Adds git settings to the environment (`GIT_CONFIG_KEY_0`, …). The option `-c` is not used, because a filter's name may contain
 * characters that do not work there, such as `=`.
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

/** Returns the environment for a command that connects to a remote: connections are allowed, prompts for passwords are not. */
function connectedEnvironment(quiet: NodeJS.ProcessEnv, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...quiet,
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
  };
  delete env.GIT_ALLOW_PROTOCOL;
  // Remove `ext` from this variable, because the variable, unlike a setting, would override `protocol.ext.allow=never`.
  const allowed = given.GIT_ALLOW_PROTOCOL?.split(':').filter((name) => name !== 'ext');
  if (allowed !== undefined) env.GIT_ALLOW_PROTOCOL = allowed.join(':');
  return env;
}

/** Kills the programs that git started for a connection, because they keep running when only git is killed. */
function endGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended already.
  }
}

function tooLate(timeoutMs: number): string {
  return `git timed out after ${timeoutMs / 1000} s`;
}

/** Returns the answer for a git command that was not started. */
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
  return code === 'ENOBUFS' ? 'the output of git is too large' : `git could not be started (${code})`;
}

/** Returns the paths in a list that git separated by NUL bytes. */
export function pathsIn(output: Buffer): readonly string[] {
  return output.toString('utf8').split('\0').filter(Boolean);
}

/** Maximum number of folders of branches and tags (below `refs`). In a repository with more, git's answers are not cached. */
const MOST_FOLDERS = 600;

/**
 * Identifies the state that git's answers depend on, by the stamps of HEAD, packed refs, the folders of refs and git's settings.
 */
interface RefStamps {
  readonly key: string;
  /** False if one of the files changed so recently that a further change might not alter its stamp. */
  readonly isSettled: boolean;
}

/**
 * Returns the stamps (times, size, inode) of git's settings and refs (branches, tags, HEAD). When a ref moves, its folder's stamp
 * changes, because git replaces the ref's file. Undefined if there are too many folders of refs, or if git's settings may include
 * other files.
 * @param now milliseconds since 1970.
 * @param isOfRefs false for answers that depend on git's settings alone.
 */
function refStampsOf(
  { gitDir, commonDir }: CloneLocation,
  env: NodeJS.ProcessEnv,
  now: number,
  isOfRefs: boolean,
): RefStamps | undefined {
  const { HOME: home = '', XDG_CONFIG_HOME: xdg = join(home, '.config'), GIT_CONFIG_GLOBAL: global } = env;
  const settings = [
    join(commonDir, 'config'),
    join(gitDir, 'config.worktree'),
    ...(global === undefined ? [join(xdg, 'git/config'), join(home, '.gitconfig')] : [global]),
    env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
  ];
  const others = ['packed-refs', 'shallow', 'info/grafts', 'reftable/tables.list'];
  const ofRefs = [join(gitDir, 'HEAD'), ...others.map((name) => join(commonDir, name))];
  const paths = [...settings, ...(isOfRefs ? ofRefs : [])];
  const addFolder = (folder: string): void => {
    paths.push(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && paths.length <= MOST_FOLDERS) addFolder(join(folder, entry.name));
  };
  try {
    if (isOfRefs) addFolder(join(commonDir, 'refs'));
    if (paths.length > MOST_FOLDERS || settings.some(mayIncludeOthers)) return undefined;
    let isOld = true;
    const stamps = paths.map((path) => {
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return '';
      isOld &&= isSettled(stats, BigInt(now) * 1_000_000n);
      return [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino].join(' ');
    });
    return { key: stamps.join('\n'), isSettled: isOld };
  } catch {
    return undefined;
  }
}

/**
 * True if a git settings file may include other files. Searches for the word anywhere, because git also accepts `[a][include]`.
 */
function mayIncludeOthers(file: string): boolean {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && /include/i.test(textOfRegularFile(file, BOUNDS.smallFile) ?? 'include');
}

/** Maximum total size of the cached answers in bytes. Larger answers are no faster to read from the cache than from git. */
const MOST_BYTES = 4_000_000;
/** Maximum number of cached answers; the latest are kept. */
const MOST_ANSWERS = 40;

/** Name of the snapshot section with answers that depend on git's settings alone. */
export const SETTINGS = 'git settings';

/** The snapshot in which git's answers are cached, and a clock. */
export interface AnswersMemory {
  readonly snapshot: Snapshot;
  /** Returns the time in milliseconds since 1970, by the same clock that sets the times of files. */
  readonly now?: () => number;
}

/**
 * Git's answers, valid while the stamps in `key` stay the same. Each output is stored as a string with one character per byte.
 */
interface CachedAnswers {
  readonly key: string;
  readonly answers: readonly (readonly [question: string, output: string])[];
}

/**
 * Returns a git runner for questions about branches, commits and settings. It answers from the snapshot until a ref moves or
 * git's settings change, because starting git three times takes longer than the rest of a command.
 * @param section name of the snapshot section with the answers.
 */
export function cachedGit(git: GitProcess, section: string, memory: AnswersMemory | undefined): AskGit {
  const { place, env } = git;
  if (place === undefined || memory === undefined || !isPlainEnvironment(env)) return git;
  const { snapshot, now = Date.now } = memory;
  // Keep separate answers for each folder, git program and set of settings files, because git may answer differently there.
  const { PATH, HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM } = env;
  const settings = [
    folderOfGit(PATH),
    HOME,
    XDG_CONFIG_HOME,
    GIT_CONFIG_GLOBAL,
    GIT_CONFIG_SYSTEM,
    GIT_CONFIG_NOSYSTEM,
  ];
  const kept = snapshot.section<CachedAnswers>(section, JSON.stringify([git.root, ...settings]));
  return new GitAnswerCache(git, kept, () => refStampsOf(place, env, now(), section !== SETTINGS));
}

/** Stores git's new answers of a runner from `cachedGit` in the snapshot. Never throws. */
export function keep(asked: AskGit): void {
  if (asked instanceof GitAnswerCache) asked.keep();
}

const NAME = 'answers';

class GitAnswerCache implements AskGit {
  readonly #git: AskGit;
  readonly #kept: Section<CachedAnswers>;
  readonly #asked = new Map<string, GitAnswer>();
  readonly #stampsNow: () => RefStamps | undefined;
  /** The stamps at the time of the first question, and the cached answers that are valid for them. */
  #begun: { readonly stamps: RefStamps | undefined; readonly known: ReadonlyMap<string, string> } | undefined;

  constructor(git: AskGit, kept: Section<CachedAnswers>, stampsNow: () => RefStamps | undefined) {
    this.#git = git;
    this.#kept = kept;
    this.#stampsNow = stampsNow;
  }

  run(args: readonly string[], input = ''): GitAnswer {
    const question = JSON.stringify([args, input]);
    this.#begun ??= this.#begin();
    const known = this.#begun.known.get(question);
    if (known !== undefined)
      return { status: 0, output: Buffer.from(known, 'latin1'), complaint: '', missing: false };
    const answer = this.#git.run(args, input);
    this.#asked.set(question, answer);
    return answer;
  }

  #begin() {
    const stamps = this.#stampsNow();
    const last = this.#kept.last(NAME);
    const isSame = stamps !== undefined && last?.key === stamps.key;
    return { stamps, known: new Map(isSame ? last.answers : []) };
  }

  keep(): void {
    const { stamps, known = [] } = this.#begun ?? {};
    const asked = [...this.#asked];
    if (stamps?.isSettled !== true || asked.length === 0) return;
    // Do not cache answers about a missing commit, because it may be fetched later.
    if (!asked.every(([, { status, output }]) => status === 0 && !output.includes(' missing\n'))) return;
    const answers = asked.map(([question, { output }]) => [question, output.toString('latin1')] as const);
    const all = [...answers, ...known].slice(0, Math.max(MOST_ANSWERS, answers.length));
    if (all.reduce((sum, [, output]) => sum + output.length, 0) > MOST_BYTES) return;
    this.#kept.put(NAME, { key: stamps.key, answers: all });
  }
}

/**
 * Returns a stamp of git's index file, which git changes whenever it changes files of the working tree. Git is not started.
 * Undefined outside a repository.
 */
export function indexStamp(folder: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const place = cloneLocationOf(folder, env);
  if (place === 'none') return undefined;
  try {
    const { mtimeNs, size, ino } = statSync(join('problem' in place ? folder : place.gitDir, 'index'), {
      bigint: true,
    });
    return `${String(mtimeNs)}-${String(size)}-${String(ino)}`;
  } catch {
    return 'no index';
  }
}
