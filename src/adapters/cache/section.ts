import type { FileStat } from '../../ports/fileSystem.js';
import { isSame, isSettled, type Stamp, stampOf } from './stamp.js';

/** Columns, one place in each for every name. */
export interface Rows {
  readonly names: string[];
  /** Four for each name: mtime, ctime, size and inode; zeros for what is compared with nothing. */
  readonly stamps: number[];
  readonly values: unknown[];
}

const NUMBERS = 4;
const NONE: Stamp = [0, 0, 0, 0];
/** One name in so many has to have changed: to read a few again costs less than to write all of them. */
const REWRITTEN_FROM = 1000;

/**
 * What was read from files and folders of one kind, by name. A value is believed as long as its file looks as it did when it was read.
 */
export class Section<Value> {
  readonly rows: Rows;
  readonly #readNs: bigint;
  /** Names are mostly asked for in the order they were kept in: the next one is looked at first. */
  #next = 0;
  #places: Map<string, number> | undefined;
  readonly #met: boolean[] = [];
  #changes = 0;
  #isPut = false;

  /** @param readNs when the run began: nothing was read before; 0: nothing is believed to stay. */
  constructor(rows: Rows, readNs: bigint) {
    this.rows = rows;
    this.#readNs = readNs;
  }

  /** Undefined where nothing is known, or its file may have changed. @param stat of the file as it is. */
  known(name: string, stat: FileStat): Value | undefined {
    const place = this.#placeOf(name);
    return place >= 0 && isSame(this.rows.stamps, place * NUMBERS, stat) ? this.#hold(place) : undefined;
  }

  /** As `known`, of what another stamp tells. */
  knownBy(name: string, stamp: Stamp): Value | undefined {
    const place = this.#placeOf(name);
    const { stamps } = this.rows;
    const holds = place >= 0 && stamp.every((number, i) => stamps[place * NUMBERS + i] === number);
    return holds ? this.#hold(place) : undefined;
  }

  #hold(place: number): Value {
    this.#met[place] = true;
    return this.rows.values[place] as Value;
  }

  /** Keeps what was read, unless it may change again unseen. @param stat from before the reading. */
  learn(name: string, stat: FileStat, value: Value): void {
    if (this.isSettled(stat)) this.learnBy(name, stampOf(stat), value);
  }

  learnBy(name: string, stamp: Stamp, value: Value): void {
    this.#set(name, stamp, value);
    this.#changes += 1;
  }

  /** What looks so was not changed since the run began, nor will be without a trace. */
  isSettled(stat: FileStat): boolean {
    return isSettled(stat, this.#readNs);
  }

  /** Whatever its file looks like now. */
  last(name: string): Value | undefined {
    const place = this.#placeOf(name);
    return place < 0 ? undefined : (this.rows.values[place] as Value);
  }

  /** Keeps what no look at one file proves. */
  put(name: string, value: Value): void {
    this.#set(name, NONE, value);
    this.#isPut = true;
  }

  /** Forgets what was neither known nor learned in this run: it is no more. */
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

  /** Whether it is worth writing. */
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

/** Undefined for what no section left. */
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
