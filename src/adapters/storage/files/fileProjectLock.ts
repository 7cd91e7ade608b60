import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { ProjectLock } from '../../../ports/projectLock.js';
import { OwnedFile } from './ownedFile.js';
import type { Standing } from './ownership.js';
import type { ProcessTable } from './processTable.js';

/** Git-ignored; it exists while a command writes. */
export const LOCK_PATH = '.spectool/locks/project';

const DEFAULT_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 40;

/** One writer at a time across processes: the owner of `.spectool/locks/project`. */
export class FileProjectLock implements ProjectLock {
  readonly #file: OwnedFile;
  readonly #processes: ProcessTable;
  readonly #env: NodeJS.ProcessEnv;
  #depth = 0;

  constructor(files: FileSystem, processes: ProcessTable, env: NodeJS.ProcessEnv = process.env) {
    this.#file = new OwnedFile(files, processes, LOCK_PATH);
    this.#processes = processes;
    this.#env = env;
  }

  hold<T>(work: () => T): T {
    if (this.#depth === 0) this.#acquire();
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#file.release();
    }
  }

  #acquire(): void {
    const timeout = timeoutFrom(this.#env.SPECTOOL_LOCK_TIMEOUT);
    const deadline = milliseconds() + timeout;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      const standing = this.#file.take();
      if (standing === undefined) return;
      const left = deadline - milliseconds();
      if (left <= 0) throw this.#timedOut(standing, timeout);
      // Chance keeps processes that came together from asking together for ever.
      sleep(Math.min(pause * (0.5 + Math.random()), left));
    }
  }

  #timedOut({ owner, ageMs }: Standing, timeout: number): SpectoolError {
    const waited = timeout === 0 ? '' : ` (waited ${timeout} ms)`;
    if (owner === undefined) {
      return new SpectoolError('LOCK_TIMEOUT', `Another process is changing the project${waited}.`, {
        hint: `Run the command again. If that does not help, remove ${LOCK_PATH}.`,
        details: { path: LOCK_PATH },
      });
    }
    const { pid, host, start } = owner;
    const gone = this.#processes.liveness(owner) === 'unknown';
    const since = `${Math.round(ageMs / 1000)} s`;
    const who = `process ${pid} on ${host} has been changing the project for ${since}`;
    return new SpectoolError('LOCK_TIMEOUT', `Busy: ${who}${waited}.`, {
      hint: gone
        ? `From here it cannot be seen whether it still runs. If it does not, remove ${LOCK_PATH}.`
        : 'Run the command again when it has finished; SPECTOOL_LOCK_TIMEOUT (in ms) sets how long to wait.',
      details: { path: LOCK_PATH, owner: { pid, host, start } },
    });
  }
}

function timeoutFrom(given: string | undefined): number {
  if (given === undefined || given === '') return DEFAULT_TIMEOUT_MS;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new SpectoolError('USAGE', `SPECTOOL_LOCK_TIMEOUT is no number of milliseconds: ${given}`, {
    hint: 'Set it to 10000 for ten seconds, to 0 not to wait at all, or unset it.',
  });
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Since some fixed moment. `performance` is a part of Node that takes a while to load. */
function milliseconds(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
