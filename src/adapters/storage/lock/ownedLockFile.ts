import { randomBytes } from 'node:crypto';
import { parentOf } from '../../../domain/naming/projectPath.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import { holderAt } from './lockFileOwner.js';
import type { Holder } from './lockFileOwner.js';
import type { ProcessTable } from './processTable.js';

/** A lock file that names no owner for longer than this (in milliseconds) belongs to a process that died. */
const GRACE_MS = 3_000;
/**
 * Maximum time that a command takes, in milliseconds. If the owner of a lock file is on another machine or in another container
 * and the file is older, the owner has died.
 */
const LONGEST_WORK_MS = 300_000;
const MAX_DEPTH = 8;
const MAX_TRIES = 3;

/**
 * A lock file: only one process can create it, and it names its owner. A process may remove the file of a dead owner only while
 * it owns a second file, named after the nonce of the first. Otherwise, two processes that saw the same dead owner could remove
 * each other's new file, if one of them was suspended in between.
 */
export class OwnedLockFile {
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
    return ageMs > LONGEST_WORK_MS && this.#ageOnDisk() > LONGEST_WORK_MS;
  }

  /**
   * Returns the age of the file in milliseconds by the clock of the file system, which is the same for all machines that share
   * the disk.
   */
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
