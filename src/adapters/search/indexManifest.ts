import {
  bytesToNumbers,
  bytesToText,
  checksum,
  DamagedIndex,
  type OpenSections,
  openSections,
  packSections,
  type Parts,
} from './indexSections.js';
import { type Fingerprint, type KnownSpecs, STAMP_WORDS } from './specFingerprints.js';

/** The index's data about one spec. */
export interface IndexedSpec {
  /** Path of the folder, relative to the root. */
  readonly path: string;
  readonly fingerprint: Fingerprint;
  /** Digest of the text if the fingerprint is too recent to be relied on; otherwise empty. */
  readonly digest: string;
  /** Number of stems: `length` of its own text, `lead` of its title and lead. */
  readonly length: number;
  readonly lead: number;
  /** The spec's view as JSON. */
  readonly view: string;
}

export interface ManifestSegment {
  /** Name of the term file. */
  readonly terms: string;
  readonly specs: readonly IndexedSpec[];
}

/** The first section, as JSON. */
interface Head {
  /** Identifies the embedder and the settings that the segments were made with. */
  readonly embedder: string;
  readonly segments: readonly { readonly terms: string; readonly specs: number }[];
  /** The distinct lists of entries; most specs share one. */
  readonly listings: readonly (readonly string[])[];
  readonly digests: Readonly<Record<string, string>>;
}

const SECTIONS = 5;
/** Head, columns, paths and stamps are read whole; views one at a time. */
const WHOLE = 4;
/** Only head and columns have checksums. Damaged paths and stamps match no spec, so that spec is read again. */
const CHECKED = 2;
const VIEWS = 4;
const FEW_VIEWS = 40;
/** The numbers of all specs, column by column, with an extra row that marks the end of stamps and views. */
const [LISTING, LENGTH, STAMPS, VIEW, VIEW_SUM, LEAD] = [0, 1, 2, 3, 4, 5];
const COLUMNS = 6;

/** Encodes the list of all indexed specs: first those of the main segment, then those changed since (docs/lab/search.md). */
export function encodeManifest(segments: readonly ManifestSegment[], embedder: string): Uint8Array {
  const encoder = new TextEncoder();
  const specs = segments.flatMap((segment) => segment.specs);
  const listings = new Map<string, number>();
  const digests: Record<string, string> = {};
  const columns = Array.from({ length: COLUMNS }, () => new Uint32Array(specs.length + 1));
  const put = (row: number, ...numbers: readonly number[]) =>
    numbers.forEach((number, column) => columns[column]?.fill(number, row, row + 1));
  const views: Uint8Array[] = [];
  let [stampsAt, viewsAt] = [0, 0];
  specs.forEach(({ fingerprint: { entries, stamps }, digest, length, lead, view }, i) => {
    const key = JSON.stringify(entries);
    const listing = listings.get(key) ?? listings.size;
    listings.set(key, listing);
    if (digest !== '') digests[i] = digest;
    const bytes = encoder.encode(view);
    put(i, listing, length, stampsAt, viewsAt, checksum(bytes), lead);
    stampsAt += stamps.length;
    viewsAt += bytes.length;
    views.push(bytes);
  });
  put(specs.length, 0, 0, stampsAt, viewsAt, 0, 0);
  const stamps = new Uint32Array(stampsAt);
  specs.forEach(({ fingerprint }, i) => stamps.set(fingerprint.stamps, columns[STAMPS]?.[i]));
  const head: Head = {
    embedder,
    segments: segments.map(({ terms, specs: { length } }) => ({ terms, specs: length })),
    listings: [...listings.keys()].map((key) => JSON.parse(key) as string[]),
    digests,
  };
  return packSections(
    [
      encoder.encode(JSON.stringify(head)),
      Buffer.concat(columns.map(({ buffer }) => new Uint8Array(buffer))),
      encoder.encode(specs.map(({ path }) => plain(path)).join('\n')),
      new Uint8Array(stamps.buffer),
      Buffer.concat(views),
    ],
    CHECKED,
  );
}

/** The stored list of specs; only the needed parts are decoded. */
export class OpenManifest implements KnownSpecs {
  readonly segments: Head['segments'];
  readonly embedder: string;
  readonly count: number;
  readonly #sections: OpenSections;
  readonly #head: Head;
  readonly #paths: readonly string[];
  readonly #columns: Uint32Array;
  readonly #stamps: Uint32Array;
  #views: Uint8Array | undefined;
  #asked = 0;
  #next = 0;
  #byPath: Map<string, number> | undefined;

  /** @throws DamagedIndex */
  constructor(file: Parts) {
    this.#sections = openSections(file, SECTIONS, WHOLE, CHECKED);
    const [head = NOTHING, columns = NOTHING, paths = NOTHING, stamps = NOTHING] = this.#sections.whole;
    this.#head = JSON.parse(bytesToText(head)) as Head;
    this.segments = this.#head.segments;
    this.embedder = this.#head.embedder;
    this.#columns = bytesToNumbers(columns);
    this.#stamps = bytesToNumbers(stamps);
    this.count = this.#columns.length / COLUMNS - 1;
    const text = bytesToText(paths);
    const lines = this.count === 0 ? [] : text.split('\n');
    this.#paths = text.includes('%') ? lines.map(original) : lines;
    const inSegments = this.segments.reduce((sum, { specs }) => sum + specs, 0);
    if (this.#paths.length !== this.count || inSegments !== this.count) throw new DamagedIndex('specs');
  }

  /** Finds a spec by its folder; specs are mostly in folder order. If two segments have the spec, the last counts. */
  find(path: string): number {
    if (this.segments.length === 1 && this.#paths[this.#next] === path) return this.#next++;
    this.#byPath ??= new Map(this.#paths.map((known, i) => [known, i]));
    const found = this.#byPath.get(path) ?? -1;
    if (found >= 0) this.#next = found + 1;
    return found;
  }

  entriesOf(spec: number): readonly string[] {
    return this.#head.listings[this.#column(spec, LISTING)] ?? [];
  }

  hasStamp(spec: number, entry: number, stamp: Uint32Array): boolean {
    const start = this.#column(spec, STAMPS) + entry * STAMP_WORDS;
    for (let i = 0; i < STAMP_WORDS; i++) if (this.#stamps[start + i] !== stamp[i]) return false;
    return true;
  }

  fingerprintOf(spec: number): Fingerprint {
    const stamps = this.#stamps.subarray(this.#column(spec, STAMPS), this.#column(spec + 1, STAMPS));
    return { entries: this.entriesOf(spec), stamps };
  }

  digestOf(spec: number): string {
    return this.#head.digests[spec] ?? '';
  }

  /** Returns the lengths in stems of the first `count` specs. */
  lengths(count: number): Uint32Array {
    return this.#columns.subarray(LENGTH * (this.count + 1)).subarray(0, count);
  }

  /** Returns the lengths in stems of title and lead of the first `count` specs. */
  leads(count: number): Uint32Array {
    return this.#columns.subarray(LEAD * (this.count + 1)).subarray(0, count);
  }

  /** @throws DamagedIndex */
  viewOf(spec: number): string {
    // After a few single views, all views are read at once.
    if (this.#views === undefined && ++this.#asked > FEW_VIEWS)
      this.#views = this.#sections.read(VIEWS, 0, this.#column(this.count, VIEW));
    const [start, end] = [this.#column(spec, VIEW), this.#column(spec + 1, VIEW)];
    const bytes = this.#views?.subarray(start, end) ?? this.#sections.read(VIEWS, start, end);
    if (checksum(bytes) !== this.#column(spec, VIEW_SUM)) throw new DamagedIndex('view');
    return bytesToText(bytes);
  }

  /** Returns all data of one spec, to be written again. @throws DamagedIndex */
  specOf(spec: number): IndexedSpec {
    return {
      path: this.#paths[spec] ?? '',
      fingerprint: this.fingerprintOf(spec),
      digest: this.digestOf(spec),
      length: this.#column(spec, LENGTH),
      lead: this.#column(spec, LEAD),
      view: this.viewOf(spec),
    };
  }

  #column(spec: number, column: number): number {
    return this.#columns[column * (this.count + 1) + spec] ?? 0;
  }
}

const NOTHING = new Uint8Array(0);
const UNPLAIN = /[%\n\r]/g;

function plain(text: string): string {
  return text.replace(UNPLAIN, encodeURIComponent);
}

function original(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
