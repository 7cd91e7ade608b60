import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import { KeptRows } from '../../cache/keptRows.js';
import { sealColumns, unsealColumns } from '../../cache/sealedColumns.js';
import { isSettled, isStampAt, stampOf } from '../../cache/stamp.js';

const FILE = '.spectool/cache/log/changes.bin';
/** To a row: the stamp of the folder, and the time. */
const COLUMNS = 5;
/** Fewer are read as fast as the cache is. */
const FEWEST = 16;

interface Rows {
  readonly streams: readonly string[];
  readonly numbers: BigInt64Array;
}

const NO_ROWS: Rows = { streams: [], numbers: new BigInt64Array(0) };

/** When each stream was last changed, without opening those whose folder is as it was. */
export class ChangeTimes {
  readonly #files: FileSystem;
  readonly #timeOf: (stream: string) => number | undefined;
  readonly #keeps: boolean;
  readonly #now: () => number;

  /**
   * @param timeOf reads a stream.
   * @param keeps whether anything is remembered between runs.
   * @param now milliseconds since 1970.
   */
  constructor(
    files: FileSystem,
    timeOf: (stream: string) => number | undefined,
    keeps: boolean,
    now: () => number = Date.now,
  ) {
    this.#files = files;
    this.#timeOf = timeOf;
    this.#keeps = keeps;
    this.#now = now;
  }

  /** @param streams all there are, or a few. */
  of(streams: readonly string[]): ReadonlyMap<string, number> {
    const times = new Map<string, number>();
    if (!this.#keeps || streams.length < FEWEST) {
      for (const stream of streams) {
        const time = this.#timeOf(stream);
        if (time !== undefined) times.set(stream, time);
      }
      return times;
    }
    const readNs = BigInt(this.#now()) * 1_000_000n;
    const before = this.#load();
    const finder = new KeptRows(before.streams.length, (row) => before.streams[row]);
    const kept: string[] = [];
    const numbers = new BigInt64Array(streams.length * COLUMNS);
    let learned = 0;
    for (const stream of streams) {
      const row = finder.rowOf(stream);
      const at = row * COLUMNS;
      const stat = this.#files.stat(`${LOG_FOLDER}/${stream}`);
      if (row >= 0 && stat !== undefined && isStampAt(before.numbers, at, stat)) {
        const time = Number(before.numbers[at + 4]);
        if (time > 0) times.set(stream, time);
        numbers.set(before.numbers.subarray(at, at + COLUMNS), kept.length * COLUMNS);
        kept.push(stream);
        continue;
      }
      if (stat === undefined) continue;
      const time = this.#timeOf(stream);
      if (time !== undefined) times.set(stream, time);
      // What stands behind a link may change without it.
      if (stat.kind !== 'directory' || !isSettled(stat, readNs)) continue;
      learned += 1;
      numbers.set([...stampOf(stat), BigInt(time ?? 0)], kept.length * COLUMNS);
      kept.push(stream);
    }
    if (learned > 0) this.#save({ streams: kept, numbers: numbers.subarray(0, kept.length * COLUMNS) });
    return times;
  }

  #load(): Rows {
    try {
      const bytes = this.#files.read(FILE);
      const columns = bytes === undefined ? undefined : unsealColumns(bytes);
      if (columns === undefined) return NO_ROWS;
      const { streams } = columns.content as Pick<Rows, 'streams'>;
      return streams.length * COLUMNS === columns.numbers.length
        ? { streams, numbers: columns.numbers }
        : NO_ROWS;
    } catch {
      return NO_ROWS;
    }
  }

  #save({ streams, numbers }: Rows): void {
    try {
      this.#files.write(FILE, sealColumns({ numbers, content: { streams } }), { durable: false });
    } catch {
      // As without a cache.
    }
  }
}
