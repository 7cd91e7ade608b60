import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import { CACHE_FOLDER } from './cacheFolder.js';
import { KeptRows } from './keptRows.js';
import { isSettled, isStampAt, type Stamp, stampOf } from './stamp.js';
import { decodeSummaries, encodeSummaries, type KeptSummary, type SummaryRows } from './summaryFile.js';

const FILE = `${CACHE_FOLDER}/summaries.bin`;
/** One in so many has to have changed. */
const REWRITTEN_FROM = 100;
const NO_ROWS: SummaryRows = { rows: [], stamps: new BigInt64Array(0) };

/**
 * Summaries of documents that did not change since they were read. Nothing in it is believed without the file's own stamp, so a
 * missing, old, damaged or foreign cache costs time and nothing else.
 */
export class SummaryCache {
  readonly #files: FileSystem;
  readonly #sections: readonly string[];
  readonly #now: () => number;

  /** @param sections whose task lists are criteria. @param now milliseconds since 1970. */
  constructor(files: FileSystem, sections: readonly string[], now: () => number = Date.now) {
    this.#files = files;
    this.#sections = sections;
    this.#now = now;
  }

  /** One pass over the documents, which is then saved. */
  begin(): SummaryPass {
    const readNs = BigInt(this.#now()) * 1_000_000n;
    return new SummaryPass(this.#files, this.#sections, this.#load(), readNs);
  }

  #load(): SummaryRows {
    try {
      const bytes = this.#files.read(FILE);
      return (bytes === undefined ? undefined : decodeSummaries(bytes, this.#sections)) ?? NO_ROWS;
    } catch {
      return NO_ROWS;
    }
  }
}

export class SummaryPass {
  readonly #files: FileSystem;
  readonly #sections: readonly string[];
  readonly #before: SummaryRows;
  readonly #readNs: bigint;
  readonly #finder: KeptRows;
  /** Places of rows that still hold, and what was read anew. */
  readonly #kept: (number | { readonly kept: KeptSummary; readonly stamp: Stamp })[] = [];
  #learned = 0;

  constructor(files: FileSystem, sections: readonly string[], before: SummaryRows, readNs: bigint) {
    this.#files = files;
    this.#sections = sections;
    this.#before = before;
    this.#finder = new KeptRows(before.rows.length, (row) => before.rows[row]?.[0]);
    this.#readNs = readNs;
  }

  /** What was kept of the document at `path`, when `stat` is still the one it was read with. */
  known(path: string, stat: FileStat): KeptSummary | undefined {
    const { rows, stamps } = this.#before;
    const row = this.#finder.rowOf(path);
    const kept = rows[row];
    if (kept === undefined || !isStampAt(stamps, row * 4, stat)) return undefined;
    this.#kept.push(row);
    return kept;
  }

  /** Keeps what was read. @param stat from before the reading. */
  learn(kept: KeptSummary, stat: FileStat): void {
    if (!isSettled(stat, this.#readNs)) return;
    this.#kept.push({ kept, stamp: stampOf(stat) });
    this.#learned += 1;
  }

  /** Never fails: a cache that cannot be kept costs time, nothing else. */
  save(): void {
    const gone = this.#before.rows.length + this.#learned - this.#kept.length;
    // Reading a few again costs less than writing all of them.
    if (this.#learned + gone <= this.#before.rows.length / REWRITTEN_FROM) return;
    try {
      const entries = this.#kept.map((one) => this.#entry(one));
      this.#files.write(FILE, encodeSummaries(entries, this.#sections), { durable: false });
    } catch {
      // As without a cache.
    }
  }

  #entry(one: number | { readonly kept: KeptSummary; readonly stamp: Stamp }) {
    if (typeof one === 'object') return one;
    const { rows, stamps } = this.#before;
    const [mtime = 0n, ctime = 0n, size = 0n, inode = 0n] = stamps.subarray(one * 4, one * 4 + 4);
    return { kept: rows[one] as KeptSummary, stamp: [mtime, ctime, size, inode] as const };
  }
}
