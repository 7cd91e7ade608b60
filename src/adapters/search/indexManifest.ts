import {
  bytesToNumbers,
  bytesToText,
  checksum,
  DamagedIndex,
  type OpenSections,
  openSections,
  packSections,
  type Parts,
} from './indexFileSections.js';
import { type Fingerprint, type KnownSpecs, STAMP_WORDS } from './specFingerprints.js';

/** The data that the index stores about one spec. */
export interface IndexedSpec {
  /** Path of the spec's folder, relative to the root. */
  readonly path: string;
  readonly fingerprint: Fingerprint;
  /**
   * Digest of the spec's text if the spec was changed so recently that its fingerprint does not prove that it is unchanged;
   * otherwise empty.
   */
  readonly digest: string;
  /** Number of word stems: `length` in the spec's own text, `lead` in its title and in the part that describes its purpose. */
  readonly length: number;
  readonly lead: number;
  /** The spec's view as JSON. */
  readonly view: string;
}

export interface ManifestSegment {
  /** Name of the segment's term file. */
  readonly terms: string;
  readonly specs: readonly IndexedSpec[];
}

/** The first section of the manifest, as JSON. */
interface Head {
  /** Identifies the embedder and the settings that the segments were made with. */
  readonly embedder: string;
  readonly segments: readonly { readonly terms: string; readonly specs: number }[];
  /** The distinct lists of files in spec folders. Most specs have the same list, so each list is stored once. */
  readonly listings: readonly (readonly string[])[];
  readonly digests: Readonly<Record<string, string>>;
}

const SECTIONS = 5;
/** Number of sections that are read as a whole: head, columns, paths and stamps. Views are read one at a time. */
const WHOLE = 4;
/**
 * Number of sections with a checksum: head and columns. A damaged path or stamp matches no spec, so the spec is then read again.
 */
const CHECKED = 2;
const VIEWS = 4;
const FEW_VIEWS = 40;
/** The columns of numbers, each with a number for every spec. A further row marks the end of the last spec's stamps and view. */
const [LISTING, LENGTH, STAMPS, VIEW, VIEW_SUM, LEAD] = [0, 1, 2, 3, 4, 5];
const COLUMNS = 6;

/**
 * Encodes the manifest: the list of all indexed specs, first those of the main segment, then those changed since (see
 * docs/lab/search.md).
 */
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

/** The manifest of a stored index: the list of its specs. Only the parts that are needed are decoded. */
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

  /**
   * Returns the number of the spec in a folder, or -1. Because callers mostly ask in the order of folders, the spec after the
   * last one found is tried first. If two segments contain the spec, the last one is used.
   */
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

  /** Returns the number of word stems in each of the first `count` specs. */
  lengths(count: number): Uint32Array {
    return this.#columns.subarray(LENGTH * (this.count + 1)).subarray(0, count);
  }

  /** Returns the number of word stems in the title and lead of each of the first `count` specs. */
  leads(count: number): Uint32Array {
    return this.#columns.subarray(LEAD * (this.count + 1)).subarray(0, count);
  }

  /** Returns the view of a spec as JSON. @throws DamagedIndex */
  viewOf(spec: number): string {
    // After a few single requests, read the views of all specs at once.
    if (this.#views === undefined && ++this.#asked > FEW_VIEWS)
      this.#views = this.#sections.read(VIEWS, 0, this.#column(this.count, VIEW));
    const [start, end] = [this.#column(spec, VIEW), this.#column(spec + 1, VIEW)];
    const bytes = this.#views?.subarray(start, end) ?? this.#sections.read(VIEWS, start, end);
    if (checksum(bytes) !== this.#column(spec, VIEW_SUM)) throw new DamagedIndex('view');
    return bytesToText(bytes);
  }

  /** Returns everything that the index stores about one spec, so that it can be written again. @throws DamagedIndex */
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
