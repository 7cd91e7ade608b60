import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { LockWaiting, ProjectLock } from '../../../ports/lockAndClaimRegistry.js';
import { OwnedLockFile } from './ownedLockFile.js';
import type { Holder } from './lockFileOwner.js';
import type { ProcessTable } from './processTable.js';

/** The path of the lock file. Git ignores it; the file exists only while a command writes. */
export const LOCK_PATH = '.spectool/locks/project';

const DEFAULT_TIMEOUT_MS = 60_000;
const REPORT_AFTER_MS = 2_000;
const FIRST_PAUSE_MS = 2;
/** Maximum pause between two tries, about as long as a command holds the lock. */
const LONGEST_PAUSE_MS = 150;

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
 * The lock of a project, with which only one process at a time can write. The process that the file
 * `.spectool/locks/project` names holds the lock.
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
        hint: `Run the command again. If the message comes again, and no other command is running, remove ${path}.`,
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
        : 'Run the command again when that process has finished; --lock-timeout SECONDS sets how long to wait.',
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
    hint: 'Set the variable to 60000 to wait a minute or to 0 not to wait, or unset the variable.',
  });
}

const SYSTEM_CLOCK: WaitingClock = {
  // `performance` is not used, because it takes a while to load.
  now: () => Number(process.hrtime.bigint() / 1_000_000n),
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};
