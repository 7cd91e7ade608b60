import { randomBytes } from 'node:crypto';
import { parentOf } from '../../../domain/naming/projectPath.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import { holderAt } from './ownership.js';
import type { Holder } from './ownership.js';
import type { ProcessTable } from './processTable.js';

/** A file that says nothing this long is of a writer that died. */
export const GRACE_MS = 3_000;
/** No command works this long: a file this old, of an owner on another machine or in another container, is of one that died. */
export const LONGEST_WORK_MS = 300_000;
const MAX_DEPTH = 8;
const MAX_TRIES = 3;

/**
 * Something one process at a time may have: a file that only one can create, and that names its owner.
 *
 * The file of a dead owner is removed by whoever has the right to remove that very file: a second owned file
 * named after the first one's nonce. So two processes that both saw the dead owner cannot remove each other's
 * new file, however long either of them sleeps in between.
 */
export class OwnedFile {
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

  /** Tries once; undefined when it is had, as one that could not be given back still is, else what stands in the way. */
  take(): Holder | undefined {
    let holder: Holder | undefined;
    if (this.#nonce !== undefined && this.holder()?.key === this.#nonce) return undefined;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (this.#create()) return undefined;
      holder = holderAt(this.#files, this.path);
      if (holder !== undefined && !(this.#isDead(holder) && this.#clear(holder))) return holder;
    }
    return holder ?? { owner: undefined, key: '', ageMs: 0 };
  }

  /** What stands there now. */
  holder(): Holder | undefined {
    return holderAt(this.#files, this.path);
  }

  /** Gives it back; harmless when it is not had, or was taken away by hand. */
  release(): void {
    if (this.#nonce === undefined) return;
    if (this.holder()?.key === this.#nonce) this.#files.remove(this.path);
    this.#nonce = undefined;
  }

  #isDead(holder: Holder): boolean {
    const { owner, ageMs } = holder;
    if (owner === undefined || this.#processes.liveness(owner) !== 'unknown')
      return isDead(holder, this.#processes);
    return ageMs > LONGEST_WORK_MS && this.#ageOnDisk() > LONGEST_WORK_MS;
  }

  /** By the clock of the file system, which all machines that share it see alike. */
  #ageOnDisk(): number {
    const probe = `${parentOf(this.path)}/now-${randomBytes(6).toString('hex')}`;
    this.#files.createExclusive(probe, '', { durable: false });
    try {
      const [then, now] = [this.path, probe].map((path) => this.#files.stat(path)?.mtimeNs);
      return then === undefined || now === undefined ? 0 : Number((now - then) / 1_000_000n);
    } finally {
      this.#files.remove(probe);
    }
  }

  #create(): boolean {
    const nonce = randomBytes(12).toString('hex');
    const content = `${JSON.stringify({ ...this.#processes.self(), nonce })}\n`;
    if (!this.#files.createExclusive(this.path, content, { durable: false })) return false;
    this.#nonce = nonce;
    return true;
  }

  /** Removes the file of a dead owner; false when another process is at it. */
  #clear(dead: Holder): boolean {
    if (this.#depth >= MAX_DEPTH) return false;
    const place = `${parentOf(this.path)}/takeover-${dead.key}`;
    const right = new OwnedFile(this.#files, this.#processes, place, this.#depth + 1);
    if (right.take() !== undefined) return false;
    try {
      if (holderAt(this.#files, this.path)?.key === dead.key) this.#files.remove(this.path);
    } finally {
      right.release();
    }
    return true;
  }
}

/** True when nobody can give back any more what the file says is had. */
export function isDead({ owner, ageMs }: Holder, processes: ProcessTable): boolean {
  return owner === undefined ? ageMs > GRACE_MS : processes.liveness(owner) === 'dead';
}
