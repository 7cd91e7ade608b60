import { BOUNDS } from '../../../domain/value/bounds.js';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { parentOf } from '../../../domain/naming/projectPath.js';
import { isJsonObject, jsonIn, type JsonValue } from '../../../domain/value/jsonValue.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type {
  ClaimEntry,
  LockWaiting,
  ProjectLock,
  RegisteredClaim,
  Registry,
  RegistryReach,
} from '../../../ports/lockAndClaimRegistry.js';
import type { ProcessIdentity, ProcessTable } from './processTable.js';

/** The content of a lock file: the process that owns the file. */
interface Ownership extends ProcessIdentity {
  /** A random value that differs each time the file is created. */
  readonly nonce: string;
}

/** The current owner of a lock file, as another process sees it. */
interface Holder {
  /**
   * The owner's process. Undefined if the file names none, for example while it is being written on a disk without hard links.
   */
  readonly owner: Ownership | undefined;
  /** Distinguishes this lock file from all earlier ones with the same name. */
  readonly key: string;
  readonly ageMs: number;
}

const NONCE = /^[a-z0-9]{1,40}$/;

/** Returns the current owner of a lock file; undefined if the file does not exist. */
function holderAt(files: FileSystem, path: string): Holder | undefined {
  const stat = files.stat(path);
  if (stat === undefined) return undefined;
  const text = stat.kind === 'file' && stat.size <= BOUNDS.smallFile ? files.readText(path) : undefined;
  const owner = parseOwnership(text ?? '');
  return { owner, key: owner?.nonce ?? `x${stat.inode}-${stat.mtimeNs}`, ageMs: ageOf(stat) };
}

/**
 * Returns the age of a file in milliseconds. A file time in the future, from a machine whose clock is ahead, is treated as
 * equally far in the past.
 */
function ageOf(stat: FileStat): number {
  return Math.abs(Date.now() - Number(stat.mtimeNs / 1_000_000n));
}

function parseOwnership(text: string): Ownership | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, host, namespace, start, nonce } = value as Partial<Record<keyof Ownership, unknown>>;
  // Refuse numbers below 1, because `kill` would take them for process groups.
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (typeof host !== 'string' || typeof start !== 'string' || typeof namespace !== 'string')
    return undefined;
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined;
  return { pid, host, namespace, start, nonce };
}

/** Age in milliseconds from which a lock file that names no owner is assumed to belong to a dead process. */
const GRACE_MS = 3_000;
/**
 * Maximum time that a command takes, in milliseconds. If the owner of an older lock file is on another machine or in another
 * container, the owner is assumed to be dead.
 */
const LONGEST_WORK_MS = 300_000;
const MAX_DEPTH = 8;
const MAX_TRIES = 3;

/**
 * A lock file. Only one process can create the file, which then names that process as its owner. To remove the file of a dead
 * owner, a process must first own a second lock file, named after the nonce of the first. Otherwise, two processes that saw the
 * same dead owner could remove each other's new file, if one of them was suspended in between.
 */
class OwnedLockFile {
  readonly path: string;
  readonly #files: FileSystem;
  readonly #processes: ProcessTable;
  readonly #depth: number;
  #nonce: string | undefined;

  constructor(files: FileSystem, processes: ProcessTable, path: string, depth = 0) {
    this.#files = files;
    this.#processes = processes;
    this.path = path;
    this.#depth = depth;
  }

  /**
   * Tries once to become the owner of the file.
   * @returns undefined if this process owns the file (also if an earlier `release` failed); otherwise the current holder.
   */
  take(): Holder | undefined {
    let holder: Holder | undefined;
    if (this.#nonce !== undefined && holderAt(this.#files, this.path)?.key === this.#nonce) return undefined;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (this.#create()) return undefined;
      holder = holderAt(this.#files, this.path);
      if (holder !== undefined && !(this.#isDead(holder) && this.#clear(holder))) return holder;
    }
    return holder ?? { owner: undefined, key: '', ageMs: 0 };
  }

  /** Removes the file if this process owns it; otherwise does nothing. */
  release(): void {
    if (this.#nonce === undefined) return;
    if (holderAt(this.#files, this.path)?.key === this.#nonce) this.#files.remove(this.path);
    this.#nonce = undefined;
  }

  /** True if the owner has died, so that it cannot release the file any more. */
  #isDead({ owner, ageMs }: Holder): boolean {
    if (owner === undefined) return ageMs > GRACE_MS;
    const liveness = this.#processes.liveness(owner);
    if (liveness !== 'unknown') return liveness === 'dead';
    return ageMs > LONGEST_WORK_MS;
  }

  #create(): boolean {
    const nonce = randomBytes(12).toString('hex');
    const content = `${JSON.stringify({ ...this.#processes.self(), nonce })}\n`;
    if (!this.#files.createExclusive(this.path, content, { durable: false })) return false;
    this.#nonce = nonce;
    return true;
  }

  /** Removes the file of a dead owner. @returns false if another process is already removing it. */
  #clear(dead: Holder): boolean {
    if (this.#depth >= MAX_DEPTH) return false;
    const place = `${parentOf(this.path)}/takeover-${dead.key}`;
    const right = new OwnedLockFile(this.#files, this.#processes, place, this.#depth + 1);
    if (right.take() !== undefined) return false;
    try {
      if (holderAt(this.#files, this.path)?.key === dead.key) this.#files.remove(this.path);
    } finally {
      right.release();
    }
    return true;
  }
}

/** The path of the lock file. Git ignores it; the file exists only while a command writes. */
export const LOCK_PATH = '.spectool/locks/project';

const DEFAULT_TIMEOUT_MS = 60_000;
const REPORT_AFTER_MS = 2_000;
const FIRST_PAUSE_MS = 2;
/** Maximum pause between two tries, about as long as a command holds the lock. */
const LONGEST_PAUSE_MS = 150;

/** The clock of a process that waits for the lock; tests pass another one. */
interface WaitingClock {
  /** Returns the milliseconds since an arbitrary, fixed time. */
  now(): number;
  sleep(ms: number): void;
}

export interface FileProjectLockOptions extends LockWaiting {
  readonly path?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: WaitingClock;
}

/**
 * The lock of a project: only the process that holds the lock may write. The holder is the process named in the file
 * `.spectool/locks/project`.
 */
export class FileProjectLock implements ProjectLock {
  readonly #file: OwnedLockFile;
  readonly #processes: ProcessTable;
  readonly #env: NodeJS.ProcessEnv;
  readonly #clock: WaitingClock;
  readonly #waiting: LockWaiting;
  #depth = 0;

  constructor(
    files: FileSystem,
    processes: ProcessTable,
    { path = LOCK_PATH, env = process.env, clock = SYSTEM_CLOCK, ...waiting }: FileProjectLockOptions = {},
  ) {
    this.#file = new OwnedLockFile(files, processes, path);
    this.#processes = processes;
    this.#env = env;
    this.#clock = clock;
    this.#waiting = waiting;
  }

  hold<T>(work: () => T): T {
    if (this.#depth === 0) this.#acquire();
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#release();
    }
  }

  #release(): void {
    try {
      this.#file.release();
    } catch (error) {
      // Ignore a file that cannot be removed: the work has succeeded, and the lock of an ended process is taken over.
      if (!(error instanceof SpectoolError)) throw error;
    }
  }

  #acquire(): void {
    const timeout = this.#waiting.lockTimeoutMs ?? timeoutFrom(this.#env.SPECTOOL_LOCK_TIMEOUT);
    const begun = this.#clock.now();
    let isReported = false;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      const holder = this.#file.take();
      if (holder === undefined) return;
      const waitedMs = this.#clock.now() - begun;
      if (waitedMs >= timeout) throw this.#timedOut(holder, timeout);
      if (!isReported && waitedMs >= REPORT_AFTER_MS) {
        isReported = true;
        this.#waiting.onLockWait?.({ waitedMs, ...(holder.owner && { owner: whoIs(holder.owner) }) });
      }
      // Vary the pause at random, so that processes that arrived together do not retry at the same moments.
      this.#clock.sleep(Math.min(pause * (0.5 + Math.random()), timeout - waitedMs));
    }
  }

  #timedOut(holder: Holder, timeout: number): SpectoolError {
    const waited = timeout === 0 ? '' : ` (gave up after ${timeout / 1000} s)`;
    const { path } = this.#file;
    if (holder.owner === undefined) {
      return new SpectoolError('LOCK_TIMEOUT', `Another process is changing the project${waited}.`, {
        hint: `Run the command again. If this happens again and no other command is running, remove ${path}.`,
        details: { path },
      });
    }
    const { pid, host, start } = holder.owner;
    const gone = this.#processes.liveness(holder.owner) === 'unknown';
    const since = `${Math.round(holder.ageMs / 1000)} s`;
    const who = `process ${pid} on ${host} has been changing the project for ${since}`;
    return new SpectoolError('LOCK_TIMEOUT', `Busy: ${who}${waited}.`, {
      hint: gone
        ? `This computer cannot check whether that process is still running. If the process has ended, remove ${path}.`
        : 'Run the command again when that process has finished; the environment variable SPECTOOL_LOCK_TIMEOUT sets how long to wait, in milliseconds.',
      details: { path, owner: { pid, host, start } },
    });
  }
}

function whoIs({ pid, host }: { readonly pid: number; readonly host: string }) {
  return { pid, host };
}

function timeoutFrom(given: string | undefined): number {
  if (given === undefined || given === '') return DEFAULT_TIMEOUT_MS;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new SpectoolError('USAGE', `SPECTOOL_LOCK_TIMEOUT is not a number of milliseconds: ${given}`, {
    hint: 'Set it to 60000 to wait a minute or to 0 not to wait, or unset it.',
  });
}

const SYSTEM_CLOCK: WaitingClock = {
  // `performance` is not used, because it takes a while to load.
  now: () => Number(process.hrtime.bigint() / 1_000_000n),
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

const ENTRIES = 'entries.jsonl';

/** The folder for the registry that all worktrees of a clone share. */
interface SharedFolder {
  /** The file system that contains the folder. It refuses links that lead out of its root. */
  readonly files: FileSystem;
  readonly path: string;
}

/**
 * The folder that all worktrees share; undefined outside a clone. `problem` is the reason why a clone's folder could not be
 * determined.
 */
export type SharedFolderAnswer = SharedFolder | { readonly problem: string } | undefined;

/**
 * The registry of claims, as a file in the git folder that all worktrees share. Outside a clone, or if that folder cannot be
 * written, nothing is stored: claims are then only in the log of this worktree.
 */
export class FileRegistry implements Registry {
  readonly #worktree: string;
  readonly #shared: () => SharedFolderAnswer;
  readonly #processes: ProcessTable;
  readonly #waiting: LockWaiting;
  /** The lock of the shared folder. It is created once and reused, so that calls of `hold` can be nested. */
  #lock: FileProjectLock | undefined;

  constructor(
    { root }: Pick<FileSystem, 'root'>,
    shared: () => SharedFolderAnswer,
    processes: ProcessTable,
    waiting: LockWaiting = {},
  ) {
    this.#worktree = root;
    this.#shared = shared;
    this.#processes = processes;
    this.#waiting = waiting;
  }

  claims(): readonly RegisteredClaim[] {
    try {
      const shared = this.#shared();
      if (shared === undefined || 'problem' in shared) return [];
      return claimsIn(textOf(shared));
    } catch {
      // Ignore the error: the claims themselves are in the logs, and the registry only says which logs to read.
      return [];
    }
  }

  enter(claims: readonly ClaimEntry[], isHeld: (spec: string) => boolean): RegistryReach {
    const shared = this.#shared();
    if (shared === undefined || 'problem' in shared) return { reach: 'local', ...shared };
    try {
      shared.files.sweepTemporary(shared.path);
      const worktree = this.#worktree;
      const specs = new Set(claims.map(({ spec }) => spec));
      const before = textOf(shared);
      const kept = claimsIn(before).filter((one) =>
        one.worktree === worktree ? !specs.has(one.spec) && isHeld(one.spec) : existsSync(one.worktree),
      );
      const all = [...kept, ...claims.map((claim) => ({ ...claim, worktree }))].slice(-MOST_ENTRIES);
      const text = all.map((claim) => `${JSON.stringify({ kind: 'claim', ...claim })}\n`).join('');
      if (text !== before) shared.files.write(`${shared.path}/${ENTRIES}`, text, { durable: false });
      return { reach: 'shared' };
    } catch (error) {
      if (!isRefusedBySystem(error)) throw error;
      return { reach: 'local', problem: error.message };
    }
  }

  hold<T>(work: () => T): T {
    const shared = this.#shared();
    if (shared === undefined || 'problem' in shared) return work();
    let isBegun = false as boolean;
    try {
      return this.#lockIn(shared).hold(() => {
        isBegun = true;
        return work();
      });
    } catch (error) {
      if (isBegun || !isRefusedBySystem(error)) throw error;
      return work();
    }
  }

  #lockIn(shared: SharedFolder): FileProjectLock {
    return (this.#lock ??= new FileProjectLock(shared.files, this.#processes, {
      ...this.#waiting,
      path: `${shared.path}/lock`,
    }));
  }
}

function textOf({ files, path }: SharedFolder): string {
  const stat = files.stat(`${path}/${ENTRIES}`);
  if (stat?.kind !== 'file' || stat.size > BOUNDS.smallFile) return '';
  return files.readText(`${path}/${ENTRIES}`) ?? '';
}

function isRefusedBySystem(error: unknown): error is SpectoolError {
  return (
    error instanceof SpectoolError && ['WRITE_FAILED', 'READ_FAILED', 'OUTSIDE_PROJECT'].includes(error.code)
  );
}

const MOST_ENTRIES = 1_000;
const STREAM = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Parses the registry's file, which has one JSON entry per line; other lines are ignored. Only the last `MOST_ENTRIES` claims are
 * returned, because another program may have made the file too long.
 */
function claimsIn(text: string): readonly RegisteredClaim[] {
  return text
    .split('\n')
    .flatMap((line) => claimIn(jsonIn(line)))
    .slice(-MOST_ENTRIES);
}

function claimIn(value: JsonValue | undefined): readonly RegisteredClaim[] {
  if (!isJsonObject(value)) return [];
  const { kind, spec, name, by, worktree } = value;
  if (kind !== 'claim' || !isText(spec) || !STREAM.test(spec)) return [];
  return isText(name) && isText(by) && isText(worktree) ? [{ spec, name, by, worktree }] : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= BOUNDS.line;
}
