import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { LockWaiting, ProjectLock } from '../../../ports/lockAndClaimRegistry.js';
import { LockQueue } from './lockQueue.js';
import { OwnedLockFile } from './ownedLockFile.js';
import type { Holder } from './lockFileOwner.js';
import type { ProcessTable } from './processTable.js';

/** The path of the lock file. Git ignores it; the file exists only while a command writes. */
export const LOCK_PATH = '.spectool/locks/project';

const DEFAULT_TIMEOUT_MS = 60_000;
const REPORT_AFTER_MS = 2_000;
const FIRST_PAUSE_MS = 2;
/** Maximum pause between two tries of the process that is next in the queue. */
const LONGEST_PAUSE_MS = 20;
/** Pause of the other processes for each process ahead in the queue, about as long as a command holds the lock. */
const PAUSE_PER_PLACE_MS = 15;
const LONGEST_PAUSE_IN_LINE_MS = 250;

/** The clock of a process that waits for the lock; tests pass another one. */
export interface WaitingClock {
  /** Returns the milliseconds since some fixed moment. */
  now(): number;
  sleep(ms: number): void;
}

export interface FileProjectLockOptions extends LockWaiting {
  readonly path?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: WaitingClock;
}

/**
 * The lock of a project, with which only one process at a time can write, in the order of arrival. The process that the file
 * `.spectool/locks/project` names holds the lock.
 */
export class FileProjectLock implements ProjectLock {
  readonly #files: FileSystem;
  readonly #file: OwnedLockFile;
  readonly #queue: LockQueue;
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
    this.#files = files;
    this.#file = new OwnedLockFile(files, processes, path);
    this.#queue = new LockQueue(files, processes, `${path}-line`);
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

  /**
   * Releases the lock. If the lock file cannot be removed, only a warning is given, because the work under the lock has
   * succeeded.
   */
  #release(): void {
    try {
      this.#file.release();
    } catch (error) {
      if (!(error instanceof SpectoolError)) throw error;
      this.#waiting.onLockLeft?.({ path: this.#file.path, reason: error.message });
    }
  }

  #acquire(): void {
    const timeout = this.#waiting.lockTimeoutMs ?? timeoutFrom(this.#env.SPECTOOL_LOCK_TIMEOUT);
    if (this.#queue.isEmpty() && this.#file.take() === undefined) return;
    this.#queue.join();
    try {
      this.#wait(timeout);
    } finally {
      this.#queue.leave();
    }
  }

  #wait(timeout: number): void {
    const begun = this.#clock.now();
    let isReported = false;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      const now = this.#clock.now();
      const ahead = this.#queue.ahead(() => this.#files.stat(this.#file.path) === undefined, now);
      const holder = ahead === 0 ? this.#file.take() : this.#file.holder();
      if (ahead === 0 && holder === undefined) return;
      const waitedMs = now - begun;
      if (waitedMs >= timeout) throw this.#timedOut(holder, ahead, timeout);
      if (!isReported && waitedMs >= REPORT_AFTER_MS) {
        isReported = true;
        this.#waiting.onLockWait?.({
          waitedMs,
          ahead,
          ...(holder?.owner && { owner: whoIs(holder.owner) }),
        });
      }
      const inLine = Math.min(ahead * PAUSE_PER_PLACE_MS, LONGEST_PAUSE_IN_LINE_MS);
      // Vary the pause at random, so that processes that arrived together do not retry at the same moments.
      this.#clock.sleep(Math.min(Math.max(pause, inLine) * (0.5 + Math.random()), timeout - waitedMs));
    }
  }

  #timedOut(holder: Holder | undefined, ahead: number, timeout: number): SpectoolError {
    const waited = timeout === 0 ? '' : ` (gave up after ${timeout / 1000} s)`;
    const line =
      ahead === 0
        ? ''
        : `; ${ahead} more ${ahead === 1 ? 'command is' : 'commands are'} waiting before this command`;
    if (holder === undefined && ahead > 0) {
      const path = this.#queue.folder;
      const who = ahead === 1 ? 'A command is' : `${ahead} commands are`;
      return new SpectoolError(
        'LOCK_TIMEOUT',
        `${who} waiting to change the project before this command${waited}.`,
        {
          hint: `Run the command again. If the message comes again, and no other command is running, remove ${path}.`,
          details: { path, ahead },
        },
      );
    }
    const { path } = this.#file;
    if (holder?.owner === undefined) {
      return new SpectoolError('LOCK_TIMEOUT', `Another process is changing the project${line}${waited}.`, {
        hint: `Run the command again. If the message comes again, and no other command is running, remove ${path}.`,
        details: { path, ahead },
      });
    }
    const { pid, host, start } = holder.owner;
    const gone = this.#processes.liveness(holder.owner) === 'unknown';
    const since = `${Math.round(holder.ageMs / 1000)} s`;
    const who = `process ${pid} on ${host} has been changing the project for ${since}`;
    return new SpectoolError('LOCK_TIMEOUT', `Busy: ${who}${line}${waited}.`, {
      hint: gone
        ? `This computer cannot check whether that process is still running. If the process has ended, remove ${path}.`
        : 'Run the command again when that process has finished; --lock-timeout SECONDS sets how long to wait.',
      details: { path, ahead, owner: { pid, host, start } },
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
    hint: 'Set the variable to 60000 to wait a minute or to 0 not to wait, or unset the variable.',
  });
}

const SYSTEM_CLOCK: WaitingClock = {
  // `performance` is not used, because it takes a while to load.
  now: () => Number(process.hrtime.bigint() / 1_000_000n),
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};
