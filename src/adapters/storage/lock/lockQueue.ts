import { randomBytes } from 'node:crypto';
import type { FileSystem } from '../../../ports/fileSystem.js';
import { isDead, OwnedLockFile } from './ownedLockFile.js';
import { holderAt } from './lockFileOwner.js';
import type { ProcessTable } from './processTable.js';

const TICKET = /^(\d{10})-[0-9a-f]{12}$/;
const LAST = 9_999_999_999;
/**
 * Processes that leave a free lock unused for this many milliseconds lose their place in the queue: they are suspended, or dead
 * on another machine, or their ticket file came with a commit.
 */
const PATIENCE_MS = 3_000;

/**
 * The queue for a lock. Each waiting process has a ticket file, named so that name order is the order of arrival; the folder
 * exists only while a process waits. The queue only decides whose turn it is, not who holds the lock, so a process that loses its
 * ticket only loses its turn.
 */
export class LockQueue {
  readonly #files: FileSystem;
  readonly #processes: ProcessTable;
  readonly folder: string;
  #place: { readonly name: string; readonly file: OwnedLockFile } | undefined;
  /** The tickets before this process's ticket, and since when the lock has been free without any of them leaving the queue. */
  #idle: { readonly names: ReadonlySet<string>; readonly since: number } | undefined;

  constructor(files: FileSystem, processes: ProcessTable, folder: string) {
    this.#files = files;
    this.#processes = processes;
    this.folder = folder;
  }

  isEmpty(): boolean {
    return this.#files.stat(this.folder) === undefined;
  }

  join(): void {
    const last = Number(TICKET.exec(this.#tickets().at(-1) ?? '')?.[1] ?? 0);
    const number = String(Math.min(last + 1, LAST)).padStart(10, '0');
    const name = `${number}-${randomBytes(6).toString('hex')}`;
    const file = new OwnedLockFile(this.#files, this.#processes, `${this.folder}/${name}`);
    this.#place = { name, file };
    file.take();
  }

  leave(): void {
    this.#place?.file.release();
    this.#files.removeEmptyDirectory(this.folder);
    this.#place = undefined;
    this.#idle = undefined;
  }

  /**
   * Returns how many processes are before this one in the queue. Removes the tickets of dead processes, and of those that did not
   * use their turn.
   * @param now milliseconds since some fixed moment.
   */
  ahead(isLockFree: () => boolean, now: number): number {
    const tickets = this.#tickets();
    if (this.#place === undefined) return tickets.length;
    const { name: mine, file } = this.#place;
    if (!tickets.includes(mine)) file.take();
    const before = tickets.filter((name) => name < mine);
    const asleep = this.#asleep(before, isLockFree, now);
    const first = before.findIndex((name) => !asleep.has(name) && !this.#isGone(name));
    const gone = first === -1 ? before : before.slice(0, first);
    for (const name of gone) this.#files.remove(`${this.folder}/${name}`);
    return before.length - gone.length;
  }

  #isGone(name: string): boolean {
    const holder = holderAt(this.#files, `${this.folder}/${name}`);
    return holder === undefined || isDead(holder, this.#processes);
  }

  #asleep(before: readonly string[], isLockFree: () => boolean, now: number): ReadonlySet<string> {
    const there = new Set(before);
    const hasMoved = [...(this.#idle?.names ?? [])].some((name) => !there.has(name));
    if (before.length === 0 || hasMoved || !isLockFree()) this.#idle = undefined;
    else this.#idle ??= { names: there, since: now };
    return this.#idle !== undefined && now - this.#idle.since > PATIENCE_MS ? this.#idle.names : new Set();
  }

  /** Returns the names of all ticket files, in the order of arrival. */
  #tickets(): readonly string[] {
    const names = this.#files.list(this.folder).map(({ name }) => name);
    return names.filter((name) => TICKET.test(name));
  }
}
