import type { FileSystem } from '../../ports/fileSystem.js';
import { rowsIn, Section } from './section.js';

const NAME = 'snapshot';
/** Raised whenever something else is read from documents, names or logs, or kept in another form. */
const VERSION = 4;
/** Stands beside it, and is written by the search. */
const SEARCH_FOLDER = 'search';

/** Where caches are kept. */
export interface CachePlace {
  readonly files: FileSystem;
  /** In it, with a slash at its end; the root itself is `''`. */
  readonly folder: string;
}

/** The line that the file begins with; the sections follow, one after the other. */
interface Head {
  readonly spectool: number;
  readonly sections: readonly (readonly [name: string, rules: string, bytes: number])[];
}

/** A section as it stands in the file; most runs need a few of them. */
interface Written {
  readonly rules: string;
  readonly bytes: () => Uint8Array;
}

/** Longer than the line that the file begins with. */
const LONGEST_HEAD = 16_384;

interface Opened {
  readonly rules: string;
  readonly section: Section<unknown>;
}

/** What is remembered in one run. */
interface Run {
  readonly place: CachePlace | undefined;
  readonly readNs: bigint;
  /** What the file looked like. */
  readonly look: string;
  readonly written: ReadonlyMap<string, Written>;
  readonly close: () => void;
  readonly opened: Map<string, Opened>;
}

/**
 * What was read from the project's files, kept between runs in one file: read once a run, written once at its end, and only if something
 * changed. Nothing in it is believed without a look at the file that it was read from, so a missing, old or damaged one costs time and
 * nothing else.
 */
export class Snapshot {
  readonly #place: () => CachePlace | undefined;
  readonly #now: () => number;
  #run: Run | undefined;

  /** @param place where it is kept; undefined: nothing is remembered. @param now milliseconds since 1970, as file times count them. */
  constructor(place: () => CachePlace | undefined = () => undefined, now: () => number = Date.now) {
    this.#place = place;
    this.#now = now;
  }

  /** To be asked for in each run. @param rules what was read depends on them: what was read by others is not known. */
  section<Value>(name: string, rules = ''): Section<Value> {
    const run = (this.#run ??= this.#begin());
    let opened = run.opened.get(name);
    if (opened?.rules !== rules) {
      const before = run.written.get(name);
      const rows = before?.rules === rules ? rowsOf(before.bytes) : undefined;
      opened = { rules, section: new Section(rows ?? { names: [], stamps: [], values: [] }, run.readNs) };
      run.opened.set(name, opened);
    }
    return opened.section as Section<Value>;
  }

  /** The run has ended. Never fails: what cannot be kept costs time, nothing else. */
  save(): void {
    const run = this.#run;
    this.#run = undefined;
    const changed = [...(run?.opened ?? [])].filter(([, { section }]) => section.isChanged);
    if (run === undefined) return;
    try {
      if (run.place !== undefined && changed.length > 0) this.#write(run.place, run, changed);
    } catch {
      // As without it.
    } finally {
      run.close();
    }
  }

  #write(place: CachePlace, run: Run, changed: readonly (readonly [string, Opened])[]): void {
    // What others have written since stays, but for what was read here, too.
    const since = lookOf(place) === run.look ? undefined : writtenIn(place);
    const written = new Map((since ?? run).written);
    if (written.size === 0) sweep(place);
    for (const [name, { rules, section }] of changed) {
      const bytes = Buffer.from(asciiJson(section.rows), 'latin1');
      written.set(name, { rules, bytes: () => bytes });
    }
    const all = [...written].map(([name, { rules, bytes }]) => [name, rules, bytes()] as const);
    since?.close();
    const sections = all.map(([name, rules, bytes]) => [name, rules, bytes.length] as const);
    const head = Buffer.from(`${asciiJson({ spectool: VERSION, sections } satisfies Head)}\n`, 'latin1');
    const text = Buffer.concat([head, ...all.map(([, , bytes]) => bytes)]);
    place.files.write(place.folder + NAME, text, { durable: false });
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

/** Nothing where it is not whole, or of another version. The file stays open: another may take its name meanwhile. */
function writtenIn({ files, folder }: CachePlace): ReadFile {
  let file;
  try {
    file = files.open(folder + NAME);
    if (file === undefined) return NOTHING;
    const opened = file;
    const first = opened.read(0, LONGEST_HEAD);
    const end = first.indexOf(10);
    const { spectool, sections } = JSON.parse(textOf(first.subarray(0, end))) as Head;
    const written = new Map<string, Written>();
    let at = end + 1;
    for (const [name, rules, length] of sections) {
      const start = at;
      written.set(name, { rules, bytes: () => opened.read(start, length) });
      at += length;
    }
    if (spectool === VERSION && opened.size === at) return { written, close: () => opened.close() };
  } catch {
    // As without it.
  }
  file?.close();
  return NOTHING;
}

/** What earlier versions have left there. */
function sweep({ files, folder }: CachePlace): void {
  for (const { name } of files.list(folder.slice(0, -1)))
    if (name !== SEARCH_FOLDER && name !== NAME) files.remove(folder + name);
}

function rowsOf(bytes: Written['bytes']): ReturnType<typeof rowsIn> {
  try {
    return rowsIn(textOf(bytes()));
  } catch {
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** JSON in ASCII alone: read several times as fast as UTF-8. */
function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
