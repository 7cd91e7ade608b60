import type { FileStat } from '../../ports/fileSystem.js';
import { isSame, isSettled, type Stamp, stampOf } from './fileStamp.js';

/** The cached entries of a section as parallel arrays: index `i` of each array belongs to `names[i]`. */
export interface Rows {
  readonly names: string[];
  /**
   * Four numbers for each name: mtime, ctime, size and inode of the file. Values stored with `put` do not come from a file and
   * have four zeros.
   */
  readonly stamps: number[];
  readonly values: unknown[];
}

const NUMBERS = 4;
const NONE: Stamp = [0, 0, 0, 0];
/**
 * The section is written to the snapshot file only if more than one in this many of its entries changed, because reading a few
 * project files again in the next run is cheaper than writing all entries now.
 */
const REWRITTEN_FROM = 1000;

/**
 * A named section of the snapshot: values read from files or folders, by name. A value is valid as long as its file has the same
 * stamp as when it was read.
 */
export class Section<Value> {
  readonly rows: Rows;
  readonly #readNs: bigint;
  /** The index to try first in a lookup: most names are requested in the order in which they are stored. */
  #next = 0;
  #places: Map<string, number> | undefined;
  readonly #met: boolean[] = [];
  #changes = 0;
  #isPut = false;

  /**
   * @param readNs start of the run, in nanoseconds since 1970. With 0, every file counts as just changed, so `learn` stores
   * nothing.
   */
  constructor(rows: Rows, readNs: bigint) {
    this.rows = rows;
    this.#readNs = readNs;
  }

  /** Returns the cached value, or undefined if there is none or the file may have changed. @param stat the file's current stat. */
  known(name: string, stat: FileStat): Value | undefined {
    const place = this.#placeOf(name);
    return place >= 0 && isSame(this.rows.stamps, place * NUMBERS, stat) ? this.#hold(place) : undefined;
  }

  /** Like `known`, but compares with a stamp that the caller has computed. */
  knownBy(name: string, stamp: Stamp): Value | undefined {
    const place = this.#placeOf(name);
    return place >= 0 && stamp.every((number, i) => this.rows.stamps[place * NUMBERS + i] === number)
      ? this.#hold(place)
      : undefined;
  }

  #hold(place: number): Value {
    this.#met[place] = true;
    return this.rows.values[place] as Value;
  }

  /**
   * Caches a value unless its file is so new that a further change might not alter its stamp.
   * @param stat taken before the file was read.
   */
  learn(name: string, stat: FileStat, value: Value): void {
    if (this.isSettled(stat)) this.learnBy(name, stampOf(stat), value);
  }

  learnBy(name: string, stamp: Stamp, value: Value): void {
    this.#set(name, stamp, value);
    this.#changes += 1;
  }

  /** True if every change to the file after the start of this run alters its stat. */
  isSettled(stat: FileStat): boolean {
    return isSettled(stat, this.#readNs);
  }

  /** Returns the cached value without checking whether its file has changed. */
  last(name: string): Value | undefined {
    const place = this.#placeOf(name);
    return place < 0 ? undefined : (this.rows.values[place] as Value);
  }

  /** Caches a value that does not come from a file, without a stamp. Only `last` returns it. */
  put(name: string, value: Value): void {
    this.#set(name, NONE, value);
    this.#isPut = true;
  }

  /** Removes the entries that this run neither found valid nor stored, because their files were deleted or have changed. */
  keepMet(): void {
    const { names, stamps, values } = this.rows;
    let kept = 0;
    for (let place = 0; place < names.length; place++) {
      if (this.#met[place] !== true) continue;
      if (kept < place) {
        names[kept] = names[place] as string;
        values[kept] = values[place];
        stamps.copyWithin(kept * NUMBERS, place * NUMBERS, (place + 1) * NUMBERS);
      }
      kept += 1;
    }
    this.#changes += names.length - kept;
    names.length = values.length = kept;
    stamps.length = kept * NUMBERS;
    this.#places = undefined;
    this.#met.length = 0;
    this.#met.length = kept;
    this.#met.fill(true);
  }

  /** True if enough entries changed for the section to be written to the snapshot file. */
  get isChanged(): boolean {
    return this.#isPut || this.#changes > this.rows.names.length / REWRITTEN_FROM;
  }

  #set(name: string, stamp: Stamp, value: Value): void {
    const { names, stamps, values } = this.rows;
    let place = this.#placeOf(name);
    if (place < 0) {
      place = names.push(name) - 1;
      this.#places?.set(name, place);
    }
    values[place] = value;
    for (let i = 0; i < NUMBERS; i++) stamps[place * NUMBERS + i] = stamp[i] ?? 0;
    this.#met[place] = true;
  }

  #placeOf(name: string): number {
    const { names } = this.rows;
    if (names[this.#next] !== name) {
      this.#places ??= new Map(names.map((one, place) => [one, place]));
      const place = this.#places.get(name);
      if (place === undefined) return -1;
      this.#next = place;
    }
    return this.#next++;
  }
}

/** Divides rows into parts of at most `most` rows, and yields `form` of each part. */
export function* partsOf<T>(
  { names, stamps, values }: Rows,
  most: number,
  form: (part: Rows) => T,
): Iterable<T> {
  for (let from = 0; from < names.length; from += most) {
    const to = from + most;
    yield form({
      names: names.slice(from, to),
      stamps: stamps.slice(from * NUMBERS, to * NUMBERS),
      values: values.slice(from, to),
    });
  }
}

export function appendRows({ names, stamps, values }: Rows, more: Rows): void {
  for (const name of more.names) names.push(name);
  for (const number of more.stamps) stamps.push(number);
  for (const value of more.values) values.push(value);
}

/** Parses rows from the snapshot file. Returns undefined if the text does not have the shape of rows. */
export function rowsIn(text: string): Rows | undefined {
  const rows = JSON.parse(text) as Partial<Rows> | null;
  const { names, stamps, values } = rows ?? {};
  const isWhole =
    Array.isArray(names) &&
    Array.isArray(stamps) &&
    Array.isArray(values) &&
    values.length === names.length &&
    stamps.length === names.length * NUMBERS;
  return isWhole ? { names, stamps, values } : undefined;
}
