import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import { CACHE_FOLDER } from './cacheFolder.js';
import { KeptRows } from './keptRows.js';
import { isSettled, isStampAt, stampOf } from './stamp.js';
import {
  COLUMNS,
  decodeSummaries,
  encodeSummaries,
  MOST_EARLIER,
  type KeptSummary,
  type SummaryRows,
  type WrittenSummaries,
  writtenSummary,
} from './summaryFile.js';

const FILE = `${CACHE_FOLDER}/summaries.bin`;
const NO_ROWS: SummaryRows = {
  rows: [],
  numbers: new BigInt64Array(0),
  written: () => ({ text: '', numbers: new BigInt64Array(0) }),
};

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
  readonly #kept: (number | WrittenSummaries)[] = [];
  #learned = 0;

  constructor(files: FileSystem, sections: readonly string[], before: SummaryRows, readNs: bigint) {
    this.#files = files;
    this.#sections = sections;
    this.#before = before;
    this.#finder = new KeptRows(before.rows.length, (row) => before.rows[row]?.[0]);
    this.#readNs = readNs;
  }

  /** What was kept of the document at `path`, and its print, when `stat` is still the one it was read with. */
  known(path: string, stat: FileStat): { readonly kept: KeptSummary; readonly print: number } | undefined {
    const { rows, numbers } = this.#before;
    const row = this.#finder.rowOf(path);
    const kept = rows[row];
    if (kept === undefined || !isStampAt(numbers, row * COLUMNS, stat)) return undefined;
    this.#kept.push(row);
    return { kept, print: Number(numbers[row * COLUMNS + 4]) };
  }

  /** Keeps what was read. @param stat from before the reading. */
  learn(kept: KeptSummary, print: number, stat: FileStat): void {
    if (!isSettled(stat, this.#readNs)) return;
    this.#kept.push(writtenSummary(kept, stampOf(stat), print));
    this.#learned += 1;
  }

  /** Never fails: a cache that cannot be kept costs time, nothing else. */
  save(): void {
    // Rows of documents that are gone do no harm.
    if (this.#learned === 0) return;
    const { rows, written } = this.#before;
    const isGone = new Uint8Array(rows.length).fill(1);
    const current: WrittenSummaries[] = [];
    for (let i = 0; i < this.#kept.length; i++) {
      const first = this.#kept[i];
      if (typeof first !== 'number') current.push(first as WrittenSummaries);
      else {
        let end = first + 1;
        for (; this.#kept[i + 1] === end; end++) i++;
        isGone.fill(0, first, end);
        current.push(written(first, end));
      }
    }
    const earlier: WrittenSummaries[] = [];
    for (
      let row = isGone.indexOf(1);
      row >= 0 && earlier.length < MOST_EARLIER;
      row = isGone.indexOf(1, row + 1)
    )
      earlier.push(written(row, row + 1));
    try {
      this.#files.write(FILE, encodeSummaries(current, earlier, this.#sections), { durable: false });
    } catch {
      // As without a cache.
    }
  }
}
