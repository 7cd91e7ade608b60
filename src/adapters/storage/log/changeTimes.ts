import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import { KeptRows } from '../../cache/keptRows.js';
import { sealColumns, unsealColumns } from '../../cache/sealedColumns.js';
import { isSettled, isStampAt, stampOf } from '../../cache/stamp.js';
import { HEIGHTS_FILE } from './logHeights.js';

const FILE = '.spectool/cache/log/changes.bin';
/** To a row: the stamp of the folder, and the time. */
const COLUMNS = 5;
/** Fewer are read as fast as the cache is. */
const FEWEST = 16;

interface Rows {
  /** What log and index looked like when the rows were made; empty where that proves nothing. */
  readonly key: string;
  readonly streams: readonly string[];
  readonly numbers: BigInt64Array;
}

const NO_ROWS: Rows = { key: '', streams: [], numbers: new BigInt64Array(0) };

/**
 * When each stream was last changed, without opening those whose folder is as it was. Where neither a writer of ours, who keeps the
 * heights, nor git has changed anything since, not even the folders are looked at.
 */
export class ChangeTimes {
  readonly #files: FileSystem;
  readonly #timeOf: (stream: string) => number | undefined;
  readonly #outside: (() => string | undefined) | undefined;
  readonly #now: () => number;

  /**
   * @param timeOf reads a stream.
   * @param outside changes whenever git may have brought records, undefined where there is no git; without it nothing is remembered.
   * @param now milliseconds since 1970.
   */
  constructor(
    files: FileSystem,
    timeOf: (stream: string) => number | undefined,
    outside?: () => string | undefined,
    now: () => number = Date.now,
  ) {
    this.#files = files;
    this.#timeOf = timeOf;
    this.#outside = outside;
    this.#now = now;
  }

  /** @param streams all there are, or a few. */
  of(streams: readonly string[]): ReadonlyMap<string, number> {
    const times = new Map<string, number>();
    const isKept = this.#outside !== undefined && streams.length >= FEWEST;
    if (!isKept) {
      for (const stream of streams) {
        const time = this.#timeOf(stream);
        if (time !== undefined) times.set(stream, time);
      }
      return times;
    }
    const readNs = BigInt(this.#now()) * 1_000_000n;
    const key = this.#key(readNs);
    const before = this.#load();
    const isSame = key !== '' && before.key === key;
    const finder = new KeptRows(before.streams.length, (row) => before.streams[row]);
    const kept: string[] = [];
    const numbers = new BigInt64Array(streams.length * COLUMNS);
    let learned = 0;
    for (const stream of streams) {
      const row = finder.rowOf(stream);
      const at = row * COLUMNS;
      const stat = isSame && row >= 0 ? undefined : this.#files.stat(`${LOG_FOLDER}/${stream}`);
      const isKnown = row >= 0 && (isSame || (stat !== undefined && isStampAt(before.numbers, at, stat)));
      if (isKnown) {
        const time = Number(before.numbers[at + 4]);
        if (time > 0) times.set(stream, time);
        numbers.set(before.numbers.subarray(at, at + COLUMNS), kept.length * COLUMNS);
        kept.push(stream);
        continue;
      }
      if (stat === undefined) continue;
      const time = this.#timeOf(stream);
      if (time !== undefined) times.set(stream, time);
      if (!isSettled(stat, readNs)) continue;
      learned += 1;
      numbers.set([...stampOf(stat), BigInt(time ?? 0)], kept.length * COLUMNS);
      kept.push(stream);
    }
    if (learned > 0 || !isSame)
      this.#save({ key, streams: kept, numbers: numbers.subarray(0, kept.length * COLUMNS) });
    return times;
  }

  /** What changes when a stream comes or goes, a writer of ours adds a record, or git does; empty while that is too young to tell. */
  #key(readNs: bigint): string {
    const outside = this.#outside?.();
    if (outside === undefined) return '';
    const stats = [LOG_FOLDER, HEIGHTS_FILE].map((path) => this.#files.stat(path));
    if (!stats.every((stat) => stat === undefined || isSettled(stat, readNs))) return '';
    return [...stats.map((stat) => (stat === undefined ? 'none' : stampOf(stat).join('-'))), outside].join(
      ' ',
    );
  }

  #load(): Rows {
    try {
      const bytes = this.#files.read(FILE);
      const columns = bytes === undefined ? undefined : unsealColumns(bytes);
      if (columns === undefined) return NO_ROWS;
      const { key, streams } = columns.content as Pick<Rows, 'key' | 'streams'>;
      return streams.length * COLUMNS === columns.numbers.length
        ? { key, streams, numbers: columns.numbers }
        : NO_ROWS;
    } catch {
      return NO_ROWS;
    }
  }

  #save({ key, streams, numbers }: Rows): void {
    try {
      this.#files.write(FILE, sealColumns({ numbers, content: { key, streams } }), { durable: false });
    } catch {
      // As without a cache.
    }
  }
}
