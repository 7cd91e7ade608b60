import type { FileSystem } from '../../ports/fileSystem.js';
import { rowsIn, Section } from './section.js';

const NAME = 'snapshot';
/** Raised whenever something else is read from documents, names or logs, or kept in another form. */
const VERSION = 2;
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

/** A section as it stands in the file. */
interface Written {
  readonly rules: string;
  readonly bytes: Uint8Array;
}

/** What is remembered in one run. */
interface Run {
  readonly place: CachePlace | undefined;
  readonly readNs: bigint;
  /** What the file looked like. */
  readonly look: string;
  readonly written: ReadonlyMap<string, Written>;
  readonly opened: Map<string, { readonly rules: string; readonly section: Section<unknown> }>;
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
    if (run?.place === undefined || changed.length === 0) return;
    try {
      const { place } = run;
      // What others have written since stays, but for what was read here, too.
      const written = new Map(lookOf(place) === run.look ? run.written : writtenIn(place));
      if (written.size === 0) sweep(place);
      for (const [name, { rules, section }] of changed)
        written.set(name, { rules, bytes: Buffer.from(asciiJson(section.rows), 'latin1') });
      const sections = [...written].map(([name, { rules, bytes }]) => [name, rules, bytes.length] as const);
      const head: Head = { spectool: VERSION, sections };
      const all = [
        Buffer.from(`${asciiJson(head)}\n`, 'latin1'),
        ...[...written.values()].map(({ bytes }) => bytes),
      ];
      place.files.write(place.folder + NAME, Buffer.concat(all), { durable: false });
    } catch {
      // As without it.
    }
  }

  #begin(): Run {
    const place = this.#place();
    const opened: Run['opened'] = new Map();
    if (place === undefined) return { place, readNs: 0n, look: '', written: new Map(), opened };
    const readNs = BigInt(this.#now()) * 1_000_000n;
    return { place, readNs, look: lookOf(place), written: writtenIn(place), opened };
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

/** Nothing where it is not whole, or of another version. */
function writtenIn({ files, folder }: CachePlace): ReadonlyMap<string, Written> {
  const written = new Map<string, Written>();
  try {
    const bytes = files.read(folder + NAME);
    if (bytes === undefined) return written;
    const end = bytes.indexOf(10);
    const head = JSON.parse(textOf(bytes.subarray(0, end))) as Head;
    let at = end + 1;
    const size = head.sections.reduce((sum, [, , length]) => sum + length, at);
    if (head.spectool !== VERSION || size !== bytes.length) return written;
    for (const [name, rules, length] of head.sections) {
      written.set(name, { rules, bytes: bytes.subarray(at, at + length) });
      at += length;
    }
    return written;
  } catch {
    return new Map();
  }
}

/** What earlier versions have left there. */
function sweep({ files, folder }: CachePlace): void {
  for (const { name } of files.list(folder.slice(0, -1)))
    if (name !== SEARCH_FOLDER && name !== NAME) files.remove(folder + name);
}

function rowsOf(bytes: Uint8Array): ReturnType<typeof rowsIn> {
  try {
    return rowsIn(textOf(bytes));
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
