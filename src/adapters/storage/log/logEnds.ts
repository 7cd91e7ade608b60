import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { LogEnd } from '../../../domain/log/logEnd.js';
import type { Claim } from '../../../domain/spec/spec.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import { KeptRows } from '../../cache/keptRows.js';
import { sealColumns, unsealColumns } from '../../cache/sealedColumns.js';
import { isSettled, isStampAt, stampOf } from '../../cache/stamp.js';

const FILE = '.spectool/cache/log/ends.bin';
/** To a row: the stamp of the folder, the time, and the print of what it comes to. */
const COLUMNS = 6;
/** One is read as fast as the cache is. */
const FEWEST = 2;

interface Rows {
  readonly streams: readonly string[];
  readonly numbers: BigInt64Array;
  /** Of the few streams that somebody has taken. */
  readonly claims: ReadonlyMap<string, Claim>;
}

const NO_ROWS: Rows = { streams: [], numbers: new BigInt64Array(0), claims: new Map() };

/** How each stream ends, without opening those whose folder is as it was. */
export class LogEnds {
  readonly #files: FileSystem;
  readonly #endOf: (stream: string) => LogEnd;
  readonly #keeps: boolean;
  readonly #now: () => number;

  /**
   * @param endOf reads a stream.
   * @param keeps whether anything is remembered between runs.
   * @param now milliseconds since 1970.
   */
  constructor(
    files: FileSystem,
    endOf: (stream: string) => LogEnd,
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
        const end = this.#unlessClosed(() => this.#endOf(stream));
        if (end !== undefined) ends.set(stream, end);
      }
      return ends;
    }
    const readNs = BigInt(this.#now()) * 1_000_000n;
    const before = this.#load();
    const finder = new KeptRows(before.streams.length, (row) => before.streams[row]);
    const kept: string[] = [];
    const numbers = new BigInt64Array(streams.length * COLUMNS);
    const claims = new Map<string, Claim>();
    let learned = 0;
    for (const stream of streams) {
      const row = finder.rowOf(stream);
      const at = row * COLUMNS;
      const stat = this.#unlessClosed(() => this.#files.stat(`${LOG_FOLDER}/${stream}`));
      if (row >= 0 && stat !== undefined && isStampAt(before.numbers, at, stat)) {
        const time = Number(before.numbers[at + 4]);
        const print = Number(before.numbers[at + 5] ?? 0n);
        const claim = before.claims.get(stream);
        if (claim !== undefined) claims.set(stream, claim);
        ends.set(stream, {
          changedAt: time > 0 ? time : undefined,
          ...(print !== 0 && { print }),
          ...(claim !== undefined && { claim }),
        });
        numbers.set(before.numbers.subarray(at, at + COLUMNS), kept.length * COLUMNS);
        kept.push(stream);
        continue;
      }
      if (stat === undefined) continue;
      const end = this.#unlessClosed(() => this.#endOf(stream));
      if (end === undefined) continue;
      ends.set(stream, end);
      // What stands behind a link may change without it.
      if (stat.kind !== 'directory' || !isSettled(stat, readNs)) continue;
      learned += 1;
      if (end.claim !== undefined) claims.set(stream, end.claim);
      numbers.set(
        [...stampOf(stat), BigInt(end.changedAt ?? 0), BigInt(end.print ?? 0)],
        kept.length * COLUMNS,
      );
      kept.push(stream);
    }
    // A few that were asked for do not push out the many.
    if (learned > 0 && streams.length * 2 > before.streams.length)
      this.#save({ streams: kept, numbers: numbers.subarray(0, kept.length * COLUMNS), claims });
    return ends;
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
