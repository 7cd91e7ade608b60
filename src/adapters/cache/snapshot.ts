import type { FileSystem, FileStat } from '../../ports/fileSystem.js';
import type { ShownChanges, LastVisits } from '../../ports/caches.js';

/**
 * Stores in the snapshot (the cache file) which changes of the log each actor has already been shown. A forged snapshot can only
 * cause a change to be shown again or not at all.
 */
export class ShownChangesCache implements LastVisits {
  readonly #snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  last(actor: string): ShownChanges | undefined {
    const told = this.#section().last(actor);
    return told === undefined ? undefined : new Map(told);
  }

  keep(actor: string, told: ShownChanges): void {
    const before = this.last(actor);
    // Do not write the whole snapshot for the times that it already has.
    if (before?.size === told.size && [...told].every(([stream, time]) => before.get(stream) === time))
      return;
    this.#section().put(actor, [...told]);
  }

  #section() {
    return this.#snapshot.section<readonly (readonly [stream: string, time: number])[]>('visits');
  }
}

const NAME = 'snapshot';
/**
 * Format version of the snapshot file. Increase it when spectool reads other data from documents, folder names or logs, or stores
 * the data in another form, so that older snapshots are ignored.
 */
const VERSION = 11;
/** Name of the search index's folder, next to the snapshot file. `sweep`, which removes old cache files, does not remove it. */
const SEARCH_FOLDER = 'search';

/** The folder that contains the snapshot file and the search index. */
export interface CachePlace {
  readonly files: FileSystem;
  /** Path of the folder relative to the root of `files`, ending in a slash; `''` is the root itself. */
  readonly folder: string;
}

/** The last line of the snapshot file, as JSON: the format version, and the name, key and length of each section. */
interface Foot {
  readonly spectool: number;
  readonly sections: readonly (readonly [name: string, rules: string, bytes: number])[];
}

/** A section as stored in the snapshot file. It is parsed only on request, because most runs need only some sections. */
interface Written {
  readonly rules: string;
  /** The rows as a line of JSON, with its line end. */
  readonly line: () => Uint8Array;
}

/** Maximum length of the last line of the snapshot file, in bytes. */
const LONGEST_FOOT = 16_384;

interface Opened {
  readonly rules: string;
  readonly section: Section<unknown>;
}

/** The state of the snapshot during one run of the program. */
interface Run {
  readonly place: CachePlace | undefined;
  readonly readNs: bigint;
  /**
   * The mtime, inode and size of the snapshot file when it was opened. They are compared before writing, to see whether another
   * process has replaced the file.
   */
  readonly look: string;
  readonly written: ReadonlyMap<string, Written>;
  readonly close: () => void;
  readonly opened: Map<string, Opened>;
}

/**
 * A cache of data read from the project's files, kept in one file. The file is opened once per run, and written once at the end
 * if something changed. Every cached value is checked against the file it came from, so a missing, outdated or damaged snapshot
 * only costs time.
 */
export class Snapshot {
  readonly #place: () => CachePlace | undefined;
  readonly #now: () => number;
  #run: Run | undefined;

  /**
   * @param place returns the folder of the snapshot; undefined turns caching off.
   * @param now returns the time in milliseconds since 1970, by the same clock that sets the times of files.
   */
  constructor(place: () => CachePlace | undefined = () => undefined, now: () => number = Date.now) {
    this.#place = place;
    this.#now = now;
  }

  /**
   * Returns a section, which is valid until `save` ends the run.
   * @param rules a key for the settings that the cached values depend on: values stored under another key are ignored.
   */
  section<Value>(name: string, rules = ''): Section<Value> {
    const run = (this.#run ??= this.#begin());
    let opened = run.opened.get(name);
    if (opened?.rules !== rules) {
      const before = run.written.get(name);
      const rows = before?.rules === rules ? rowsIn(before.line()) : undefined;
      opened = { rules, section: new Section(rows ?? { names: [], stamps: [], values: [] }, run.readNs) };
      run.opened.set(name, opened);
    }
    return opened.section as Section<Value>;
  }

  /**
   * Writes the changed sections to the snapshot file at the end of a run. Never throws, because a failed write only makes the
   * next run slower.
   */
  save(): void {
    const run = this.#run;
    this.#run = undefined;
    const changed = [...(run?.opened ?? [])].filter(([, { section }]) => section.isChanged);
    if (run === undefined) return;
    try {
      if (run.place !== undefined && changed.length > 0) this.#write(run.place, run, changed);
    } catch {
      // Ignore the error: a snapshot that cannot be written only makes the next run slower.
    } finally {
      run.close();
    }
  }

  #write(place: CachePlace, run: Run, changed: readonly (readonly [string, Opened])[]): void {
    // If another process has replaced the snapshot file since it was opened, start from the new file's sections and replace only
    // those that changed in this run.
    const since = lookOf(place) === run.look ? undefined : writtenIn(place);
    const written = new Map((since ?? run).written);
    if (written.size === 0) sweep(place);
    for (const [name, { rules, section }] of changed)
      written.set(name, { rules, line: () => lineOf(section.rows) });
    try {
      place.files.write(place.folder + NAME, contentOf(written), { durable: false });
    } finally {
      since?.close();
    }
  }

  #begin(): Run {
    const place = this.#place();
    const opened: Run['opened'] = new Map();
    if (place === undefined) return { place, readNs: 0n, look: '', ...NOTHING, opened };
    const readNs = BigInt(this.#now()) * 1_000_000n;
    return { place, readNs, look: lookOf(place), ...writtenIn(place), opened };
  }
}

function lookOf({ files, folder }: CachePlace): string {
  try {
    const { mtimeNs, inode, size } = files.stat(folder + NAME) ?? {};
    return [mtimeNs, inode, size].join(' ');
  } catch {
    return '';
  }
}

type ReadFile = Pick<Run, 'written' | 'close'>;

const NOTHING: ReadFile = { written: new Map(), close: () => undefined };

/**
 * Reads the sections of the snapshot file; there are none if the file is incomplete or has another version. The file stays open,
 * so that a process that replaces it does not change what this process reads.
 */
function writtenIn({ files, folder }: CachePlace): ReadFile {
  let file;
  try {
    file = files.open(folder + NAME);
    if (file === undefined) return NOTHING;
    const opened = file;
    const last = opened.read(Math.max(0, opened.size - LONGEST_FOOT), LONGEST_FOOT);
    const foot = last.subarray(last.lastIndexOf(10, -2) + 1);
    const { spectool, sections } = JSON.parse(textOf(foot)) as Foot;
    const written = new Map<string, Written>();
    let at = 0;
    for (const [name, rules, length] of sections) {
      const start = at;
      written.set(name, { rules, line: () => opened.read(start, length) });
      at += length;
    }
    if (spectool === VERSION && opened.size === at + foot.length && foot.at(-1) === 10)
      return { written, close: () => opened.close() };
  } catch {
    // Treat an unreadable snapshot like a missing one.
  }
  file?.close();
  return NOTHING;
}

function contentOf(written: ReadonlyMap<string, Written>): Uint8Array {
  const lines = [...written.values()].map(({ line }) => line());
  const sections = [...written].map(([name, { rules }], i) => [name, rules, lines[i]?.length ?? 0] as const);
  return Buffer.concat([...lines, lineOf({ spectool: VERSION, sections } satisfies Foot)]);
}

/** Removes the cache files of earlier spectool versions from the folder. */
function sweep({ files, folder }: CachePlace): void {
  for (const { name } of files.list(folder.slice(0, -1)))
    if (name !== SEARCH_FOLDER && name !== NAME) files.remove(folder + name);
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** Returns a value as a line of JSON. Non-ASCII characters are escaped, because ASCII is read several times faster than UTF-8. */
function lineOf(value: unknown): Buffer {
  const text = JSON.stringify(value).replace(
    BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(`${text}\n`, 'latin1');
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

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
 * The section is written to the snapshot file only if more than 1 in 1000 of its entries changed, because reading a few project
 * files again in the next run is cheaper than writing all entries now.
 */
const REWRITTEN_FROM = 1000;

/**
 * A named section of the snapshot: values read from files or folders, by name. A value is valid as long as its file has the same
 * stamp as when it was read.
 */
export class Section<Value> {
  readonly rows: Rows;
  readonly #readNs: bigint;
  /** The index that the next lookup tries first, because most names are requested in the order in which they are stored. */
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

  /**
   * Returns the cached value; undefined if there is none or the file may have changed.
   * @param stat the file's current stat.
   */
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
   * Caches a value read from a file, unless the file is so new that a further change might leave its stamp the same.
   * @param stat taken before the file was read.
   */
  learn(name: string, stat: FileStat, value: Value): void {
    if (this.isSettled(stat)) this.learnBy(name, stampOf(stat), value);
  }

  learnBy(name: string, stamp: Stamp, value: Value): void {
    this.#set(name, stamp, value);
    this.#changes += 1;
  }

  /** True if every change to the file after the start of this run would alter its stamp (mtime, ctime, size, inode). */
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

/** Parses the rows of a section in the snapshot file. Returns undefined if the line does not have the shape of rows. */
function rowsIn(line: Uint8Array): Rows | undefined {
  try {
    const { names, stamps, values } = JSON.parse(textOf(line)) as Partial<Rows>;
    const isWhole =
      Array.isArray(names) &&
      Array.isArray(stamps) &&
      Array.isArray(values) &&
      values.length === names.length &&
      stamps.length === names.length * NUMBERS;
    return isWhole ? { names, stamps, values } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The state of a file or folder when it was read: mtime, ctime, size, inode. Times are in
 * nanoseconds, rounded to JavaScript numbers, which keeps them exact to a quarter of a microsecond.
 */
export type Stamp = readonly [mtimeNs: number, ctimeNs: number, size: number, inode: number];

const COARSE_NS = 2_000_000_000n;
const FINE_NS = 50_000_000n;
const MILLISECOND_NS = 1_000_000n;

export function stampOf({ mtimeNs, ctimeNs, size, inode }: FileStat): Stamp {
  return [Number(mtimeNs), Number(ctimeNs), size, Number(inode)];
}

/** True if the four numbers that start at index `at` of `stamps` are the stamp of `stat`. */
export function isSame(stamps: readonly number[], at: number, stat: FileStat): boolean {
  return (
    stamps[at] === Number(stat.mtimeNs) &&
    stamps[at + 1] === Number(stat.ctimeNs) &&
    stamps[at + 2] === stat.size &&
    stamps[at + 3] === Number(stat.inode)
  );
}

/**
 * True if the snapshot may store data from a file: the file's last change was so long before it was read that any later change
 * alters its stamp (mtime, ctime, size, inode). Two changes in the same tick of the file system's clock could have equal stamps.
 * The margin is 50 ms, or 2 s if the modification time has no digits below a millisecond.
 * @param readNs the earliest time at which the file was read, in nanoseconds since 1970.
 */
export function isSettled(
  { mtimeNs, ctimeNs }: Pick<FileStat, 'mtimeNs' | 'ctimeNs'>,
  readNs: bigint,
): boolean {
  if (mtimeNs === 0n) return false;
  const margin = mtimeNs % MILLISECOND_NS === 0n ? COARSE_NS : FINE_NS;
  return (mtimeNs > ctimeNs ? mtimeNs : ctimeNs) + margin < readNs;
}
