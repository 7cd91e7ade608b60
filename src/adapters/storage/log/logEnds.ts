import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { LogEnd } from '../../../domain/log/logEnd.js';
import type { Claim } from '../../../domain/spec/spec.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import { KeptRows } from '../../cache/keptRows.js';
import { sealColumns, unsealColumns } from '../../cache/sealedColumns.js';
import { isSettled, isStampAt, type Stamp, stampOf } from '../../cache/stamp.js';

const FILE = '.spectool/cache/log/ends.bin';
/** To a row: the stamp of the folder, the time, and the print of what it comes to. */
const COLUMNS = 6;
/** One is read as fast as the cache is. */
const FEWEST = 2;

/** What was read anew. */
interface Learned {
  readonly stream: string;
  readonly end: LogEnd;
  readonly stamp: Stamp;
}

interface Rows {
  readonly streams: readonly string[];
  readonly numbers: BigInt64Array;
  /** Of the few streams that somebody has taken. */
  readonly claims: ReadonlyMap<string, Claim>;
}

const NO_ROWS: Rows = { streams: [], numbers: new BigInt64Array(0), claims: new Map() };

/** @see EventLog.damages */
type ReadEnd = { readonly end: LogEnd; readonly isSound: boolean };

/** How each stream ends, without opening those whose folder is as it was. */
export class LogEnds {
  readonly #files: FileSystem;
  readonly #endOf: (stream: string) => ReadEnd;
  readonly #keeps: boolean;
  readonly #now: () => number;

  /**
   * @param endOf reads a stream.
   * @param keeps whether anything is remembered between runs.
   * @param now milliseconds since 1970.
   */
  constructor(
    files: FileSystem,
    endOf: (stream: string) => ReadEnd,
    keeps: boolean,
    now: () => number = Date.now,
  ) {
    this.#files = files;
    this.#endOf = endOf;
    this.#keeps = keeps;
    this.#now = now;
  }

  /** @param streams all there are, or a few. Those that may not be read are left out. */
  of(streams: readonly string[]): ReadonlyMap<string, LogEnd> {
    const ends = new Map<string, LogEnd>();
    if (!this.#keeps || streams.length < FEWEST) {
      for (const stream of streams) {
        const read = this.#unlessClosed(() => this.#endOf(stream));
        if (read !== undefined) ends.set(stream, read.end);
      }
      return ends;
    }
    const readNs = BigInt(this.#now()) * 1_000_000n;
    const before = this.#load();
    const finder = new KeptRows(before.streams.length, (row) => before.streams[row]);
    /** Rows that still hold, and what was read anew. */
    const kept: (number | Learned)[] = [];
    let learned = 0;
    for (const stream of streams) {
      const row = finder.rowOf(stream);
      const at = row * COLUMNS;
      const stat = this.#statOf(stream);
      if (stat === 'failed') {
        // The reading says why, or reads it all the same.
        const read = this.#unlessClosed(() => this.#endOf(stream));
        if (read !== undefined) ends.set(stream, read.end);
        continue;
      }
      if (row >= 0 && stat !== undefined && isStampAt(before.numbers, at, stat)) {
        const time = Number(before.numbers[at + 4]);
        const print = Number(before.numbers[at + 5] ?? 0n);
        const claim = before.claims.get(stream);
        // Built in place: spreading costs as much as the rest.
        const end: Mutable<LogEnd> = { changedAt: time > 0 ? time : undefined };
        if (print !== 0) end.print = print;
        if (claim !== undefined) end.claim = claim;
        ends.set(stream, end);
        kept.push(row);
        continue;
      }
      if (stat === undefined) continue;
      const read = this.#unlessClosed(() => this.#endOf(stream));
      if (read === undefined) continue;
      const { end, isSound } = read;
      ends.set(stream, end);
      // What stands behind a link may change without it, and what is wrong is told each time.
      if (!isSound || stat.kind !== 'directory' || !isSettled(stat, readNs)) continue;
      learned += 1;
      kept.push({ stream, end, stamp: stampOf(stat) });
    }
    // A few that were asked for do not push out the many.
    if (learned > 0 && streams.length * 2 > before.streams.length) this.#save(rowsOf(kept, before));
    return ends;
  }

  #statOf(stream: string): FileStat | 'failed' | undefined {
    try {
      return this.#files.stat(`${LOG_FOLDER}/${stream}`);
    } catch {
      return 'failed';
    }
  }

  #unlessClosed<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      const isClosed =
        error instanceof SpectoolError && ['LOG_UNREADABLE', 'READ_FAILED'].includes(error.code);
      if (!isClosed) throw error;
      return undefined;
    }
  }

  #load(): Rows {
    try {
      const bytes = this.#files.read(FILE);
      const columns = bytes === undefined ? undefined : unsealColumns(bytes);
      if (columns === undefined) return NO_ROWS;
      const { streams, claims } = columns.content as { streams: Rows['streams']; claims: [string, Claim][] };
      return streams.length * COLUMNS === columns.numbers.length
        ? { streams, numbers: columns.numbers, claims: new Map(claims) }
        : NO_ROWS;
    } catch {
      return NO_ROWS;
    }
  }

  #save({ streams, numbers, claims }: Rows): void {
    try {
      const content = { streams, claims: [...claims] };
      this.#files.write(FILE, sealColumns({ numbers, content }), { durable: false });
    } catch {
      // As without a cache.
    }
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function rowsOf(kept: readonly (number | Learned)[], before: Rows): Rows {
  const numbers = new BigInt64Array(kept.length * COLUMNS);
  const streams: string[] = [];
  const claims = new Map<string, Claim>();
  for (let i = 0; i < kept.length;) {
    const one = kept[i] as number | Learned;
    if (typeof one === 'object') {
      const { stream, end, stamp } = one;
      numbers.set([...stamp, BigInt(end.changedAt ?? 0), BigInt(end.print ?? 0)], i * COLUMNS);
      if (end.claim !== undefined) claims.set(stream, end.claim);
      streams.push(stream);
      i += 1;
      continue;
    }
    // Mostly all but one stand as they stood.
    let end = one + 1;
    while (kept[i + end - one] === end) end += 1;
    numbers.set(before.numbers.subarray(one * COLUMNS, end * COLUMNS), i * COLUMNS);
    for (const stream of before.streams.slice(one, end)) {
      const claim = before.claims.get(stream);
      if (claim !== undefined) claims.set(stream, claim);
      streams.push(stream);
    }
    i += end - one;
  }
  return { streams, numbers, claims };
}
