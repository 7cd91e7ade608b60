import type { FileSystem, OpenFile } from '../../ports/fileSystem.js';
import { appendRows, partsOf, type Rows, rowsIn, Section } from './snapshotSection.js';
import type { ShownChanges, LastVisits } from '../../ports/caches.js';

/**
 * Stores in the snapshot (the cache file) which changes in the log each actor has already been shown. A forged entry can only
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
    this.#section().put(actor, [...told]);
  }

  #section() {
    return this.#snapshot.section<readonly (readonly [stream: string, time: number])[]>('visits');
  }
}

const NAME = 'snapshot';
/**
 * Format version of the snapshot file. Increase it when other data is read from documents, names or logs, or when the data is
 * stored in another form.
 */
const VERSION = 8;
/** Name of the search index's folder, next to the snapshot. `sweep` does not remove it. */
const SEARCH_FOLDER = 'search';

/** The folder that contains the caches. */
export interface CachePlace {
  readonly files: FileSystem;
  /** Path of the folder below the root of `files`, ending in a slash; `''` is the root itself. */
  readonly folder: string;
}

/** The last line of the snapshot file, as JSON. It follows the lines of all sections, because their lengths are known only then. */
interface Foot {
  readonly spectool: number;
  readonly sections: readonly (readonly [name: string, rules: string, bytes: number])[];
}

/** A section in the snapshot file. It is parsed only on request, because most runs need only some sections. */
interface Written {
  readonly rules: string;
  /** Each line, with its line end, has some of the rows: the JSON of all rows as one string would take too much memory. */
  readonly lines: () => Iterable<Uint8Array>;
}

/** Number of rows in a line. */
const ROWS_IN_LINE = 100;
/** Number of bytes of the snapshot file that are read at once. */
const BLOCK = 4 * 1024 * 1024;

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
      const rows = before?.rules === rules ? rowsOf(before.lines()) : undefined;
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
      written.set(name, { rules, lines: () => partsOf(section.rows, ROWS_IN_LINE, lineOf) });
    try {
      place.files.write(place.folder + NAME, linesOf(written), { durable: false });
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
      written.set(name, { rules, lines: () => linesIn(opened, start, length) });
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

/** Yields the lines of the snapshot file one by one: all of them at once would take too much memory. */
function* linesOf(written: ReadonlyMap<string, Written>): Iterable<Uint8Array> {
  const sections: Foot['sections'][number][] = [];
  for (const [name, { rules, lines }] of written) {
    let length = 0;
    for (const line of lines()) {
      length += line.length;
      yield line;
    }
    sections.push([name, rules, length]);
  }
  yield lineOf({ spectool: VERSION, sections } satisfies Foot);
}

/** Removes cache files of earlier versions from the folder. */
function sweep({ files, folder }: CachePlace): void {
  for (const { name } of files.list(folder.slice(0, -1)))
    if (name !== SEARCH_FOLDER && name !== NAME) files.remove(folder + name);
}

function* linesIn(file: OpenFile, start: number, length: number): Iterable<Uint8Array> {
  let begun = Buffer.alloc(0);
  for (let at = 0; at < length; at += BLOCK) {
    const bytes = Buffer.concat([begun, file.read(start + at, Math.min(BLOCK, length - at))]);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      yield bytes.subarray(from, end + 1);
      from = end + 1;
    }
    begun = bytes.subarray(from);
  }
}

/** Returns the rows of a section in the snapshot file; undefined if a line does not have the shape of rows. */
function rowsOf(lines: Iterable<Uint8Array>): Rows | undefined {
  const all: Rows = { names: [], stamps: [], values: [] };
  try {
    for (const line of lines) {
      const rows = rowsIn(textOf(line));
      if (rows === undefined) return undefined;
      appendRows(all, rows);
    }
    return all;
  } catch {
    return undefined;
  }
}

function lineOf(value: unknown): Buffer {
  return Buffer.from(`${asciiJson(value)}\n`, 'latin1');
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** Serializes a value as JSON with all non-ASCII characters escaped, because ASCII is read several times faster than UTF-8. */
function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
