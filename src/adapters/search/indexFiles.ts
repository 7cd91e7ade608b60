import { createHash } from 'node:crypto';
import type { VectorTable } from '../../domain/search/likeness.js';
import {
  buildSegment,
  type BuiltSegment,
  joinedSegments,
  type PostingSource,
  type Segment,
} from '../../domain/search/postings.js';
import { FIELD_COUNT, type FieldTexts } from '../../domain/search/searchedTexts.js';
import type { WordSplitter } from '../../domain/search/wordSplitter.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { OpenFile } from '../../ports/fileSystem.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { CachePlace } from '../cache/snapshot.js';
import { type Fingerprint, type KnownSpecs, readSpec, type ReadSpec, type SpecState } from './specStates.js';

/** A segment of the stored index: the name of its file, and a line for each of its specs. */
interface StoredSegment {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The search index as read from disk. */
export interface OpenIndex {
  readonly manifest: Manifest;
  readonly segments: readonly Segment[];
  /** Closes all files of the index. */
  close(): void;
}

/**
 * Format version. Increase it when text analysis, fields, weights of vectors or the files change, so that older indexes are
 * rebuilt.
 */
const VERSION = 15;
const MANIFEST = 'manifest';
/** The length of the first line of a segment's file, which is JSON padded with spaces. */
const HEAD = 256;

/** The first line of the manifest. */
interface ManifestHead {
  readonly version: number;
  /** Identifies the table of vectors and the settings that the segments were made with. */
  readonly made: string;
  readonly segments: readonly { readonly name: string; readonly count: number }[];
}

/** The first line of a segment's file: the number of documents, and the length and checksum of each section. */
interface SegmentHead {
  readonly count: number;
  readonly lengths: readonly [numbers: number, vectors: number, terms: number, places: number];
  /** The section of places has no checksum: each term has its own, because a search reads only the places of its words. */
  readonly sums: readonly [numbers: string, vectors: string, terms: string];
}

/**
 * The search index on disk: a manifest, and a file for each segment (see docs/lab/search.md). The file of a segment is named
 * after its content, so that a reader never combines a manifest with segments of another version. An unreadable index counts as
 * missing, and a failed write is ignored.
 */
export class IndexCache {
  readonly #place: CachePlace | undefined;
  readonly #made: string;

  /**
   * @param place the folder for caches; if undefined, nothing is stored.
   * @param made identifies the table of vectors and the settings; an index that was made with others is ignored.
   */
  constructor(place: CachePlace | undefined, made: string) {
    this.#place = place && { ...place, folder: `${place.folder}search/` };
    this.#made = made;
  }

  /** Opens the stored index; returns an empty index if there is none that can be used. */
  open(): OpenIndex {
    const opened: OpenFile[] = [];
    const open = (name: string): OpenFile => {
      const file = this.#place?.files.open(`${this.#place.folder}${name}`);
      if (file === undefined) throw new Error('not there');
      opened.push(file);
      return file;
    };
    const close = () => {
      for (const file of opened) file.close();
    };
    try {
      const file = open(MANIFEST);
      const manifest = new Manifest(textOf(file.read(0, file.size)));
      if (manifest.made !== this.#made) throw new Error('made otherwise');
      const segments = manifest.segments.map(({ name, count }) => {
        if (!/^terms-[0-9a-f]+$/.test(name)) throw new Error('no segment');
        return openSegment(open(name), count);
      });
      return { manifest, segments, close };
    } catch {
      close();
      return this.none();
    }
  }

  /** Returns an index without specs. */
  none(): OpenIndex {
    return { manifest: new Manifest(encodeManifest([], this.#made)), segments: [], close: () => undefined };
  }

  /** Returns the name of a segment's file. */
  nameOf(bytes: Uint8Array): string {
    return `terms-${createHash('sha1').update(bytes).digest('hex')}`;
  }

  /** @param added the bytes of the last segment, which is new. */
  save(segments: readonly StoredSegment[], added: Uint8Array): void {
    if (this.#place === undefined) return;
    const { files, folder } = this.#place;
    try {
      const names = segments.map(({ name }) => name);
      files.write(folder + (names.at(-1) ?? ''), added, { durable: false });
      files.write(folder + MANIFEST, encodeManifest(segments, this.#made), { durable: false });
      for (const { name } of files.list(folder.slice(0, -1)))
        if (name.startsWith('terms-') && !names.includes(name)) files.remove(folder + name);
    } catch {
      // Ignore the error, because search results do not depend on the cache: a read-only project is searched without it.
    }
  }
}

function encodeManifest(segments: readonly StoredSegment[], made: string): string {
  const counted = segments.map(({ name, lines }) => ({ name, count: lines.length }));
  const head: ManifestHead = { version: VERSION, made, segments: counted };
  return [JSON.stringify(head), ...segments.flatMap(({ lines }) => lines)].join('\n');
}

/**
 * Returns the line of a spec in the manifest, with parts separated by tabs.
 * @param isSettled false if the fingerprint does not prove that the spec is unchanged; the line then has no fingerprint.
 */
function lineOf({ folder, fingerprint }: SpecState, view: SpecView, isSettled: boolean): string {
  const text = JSON.stringify(view);
  const entries = isSettled ? plain(fingerprint.join('\0')) : '';
  return [plain(folder.path), entries, checksum(text), text].join('\t');
}

/** Returns the view in the line of a spec. @throws Error if it is damaged. */
function viewIn(line: string): string {
  const [, , sum = '', view = ''] = line.split('\t');
  if (sum !== checksum(view)) throw new Error('the view is damaged');
  return view;
}

/** The list of the specs in a stored index: a line of JSON, then a line for each spec, which is parsed only when needed. */
class Manifest implements KnownSpecs {
  readonly made: string;
  readonly segments: ManifestHead['segments'];
  readonly count: number;
  readonly lines: readonly string[];
  #byPath: Map<string, number> | undefined;

  /** @throws Error if the text is not a whole manifest of this version. */
  constructor(text: string) {
    const [first = '', ...lines] = text.split('\n');
    const head = JSON.parse(first) as ManifestHead;
    const counted = head.segments.reduce((sum, { count }) => sum + count, 0);
    if (head.version !== VERSION || counted !== lines.length)
      throw new Error('another version, or cut short');
    this.made = head.made;
    this.segments = head.segments;
    this.count = lines.length;
    this.lines = lines;
  }

  /** Returns the number of the spec in a folder, or -1. If two segments contain the spec, the last one is used. */
  find(path: string): number {
    this.#byPath ??= new Map(this.lines.map((line, i) => [line.slice(0, line.indexOf('\t')), i]));
    return this.#byPath.get(plain(path)) ?? -1;
  }

  fingerprintOf(spec: number): Fingerprint {
    const [, entries = ''] = (this.lines[spec] ?? '').split('\t', 2);
    return entries === '' ? [] : original(entries).split('\0');
  }
}

/**
 * Encodes a segment as a head and four sections: the documents' numbers (bounds, lengths, leads); their vectors; the terms as
 * sorted lines, each with start, count and checksum of its places; the places of all terms.
 */
function encodeSegment(segment: BuiltSegment): Uint8Array {
  const { bounds, lengths, leads, terms, places } = segment;
  const lines = [...terms].map(([key, [start, end]]) => {
    const sum = sumOf(places.subarray(start, end));
    return `${key}\t${start.toString(36)}\t${(end - start).toString(36)}\t${sum}\n`;
  });
  const sections = [
    Buffer.concat([bounds, lengths, leads].map(bytesOf)),
    bytesOf(segment.vectors()),
    Buffer.from(lines.join('')),
    bytesOf(places),
  ];
  const head = {
    count: lengths.length,
    lengths: sections.map(({ length }) => length),
    sums: sections.slice(0, 3).map((section) => checksum(section)),
  };
  return Buffer.concat([Buffer.from(JSON.stringify(head).padEnd(HEAD)), ...sections]);
}

/** Opens the file of a segment. Vectors and terms are read only when requested. @throws Error if the file is damaged. */
function openSegment(file: OpenFile, count: number): Segment {
  const head = JSON.parse(textOf(file.read(0, HEAD))) as SegmentHead;
  const starts = [HEAD];
  for (const length of head.lengths) starts.push((starts.at(-1) ?? 0) + length);
  if (head.count !== count || starts.at(-1) !== file.size) throw new Error('not a whole segment');
  const read = (start: number, length: number) => {
    const bytes = file.read(start, length);
    // Copy the bytes unless they begin at a multiple of four, which arrays of 32-bit numbers require.
    return bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  };
  const section = (i: number) => {
    const bytes = read(starts[i] ?? 0, head.lengths[i] ?? 0);
    if (checksum(bytes) !== head.sums[i]) throw new Error('the segment is damaged');
    return bytes;
  };
  const numbers = numbersOf(section(0));
  const boundsEnd = FIELD_COUNT * count + 1;
  const bounds = numbers.subarray(0, boundsEnd);
  if (bounds.some((bound, i) => i > 0 && bound <= (bounds[i - 1] ?? 0))) throw new Error('no bounds');
  let terms: string | undefined;
  const text = () => (terms ??= textOf(section(2)));
  return {
    bounds,
    lengths: numbers.subarray(boundsEnd, boundsEnd + count),
    leads: numbers.subarray(boundsEnd + count),
    find(key) {
      const start = lineFrom(text(), key);
      const [found, first = '', length = '', sum = ''] = text()
        .slice(start, text().indexOf('\n', start))
        .split('\t');
      if (found !== key) return new Uint32Array(0);
      const at = (starts[3] ?? 0) + 4 * parseInt(first, 36);
      const places = numbersOf(read(at, 4 * parseInt(length, 36)));
      if (sumOf(places) !== sum) throw new Error('the places are damaged');
      return places;
    },
    words() {
      const lines = text().slice(lineFrom(text(), 'f'), lineFrom(text(), 'g')).split('\n');
      return lines.slice(0, -1).map((line) => line.slice(1, line.indexOf('\t')));
    },
    vectors() {
      const bytes = section(1);
      return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    },
  };
}

/** Returns the offset of the first line whose key is `key` or greater. The lines are sorted by key. */
function lineFrom(text: string, key: string): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const start = text.lastIndexOf('\n', ((low + high) >> 1) - 1) + 1;
    if (text.slice(start, text.indexOf('\t', start)) < key) low = text.indexOf('\n', start) + 1;
    else high = start;
  }
  return low;
}

/** Returns a short digest, which detects damage. */
function checksum(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('base64url').slice(0, 8);
}

/** Returns a checksum of the places of a term. A digest would take longer, because most terms have few places. */
function sumOf(places: Uint32Array): string {
  let sum = places.length;
  for (const place of places) sum = Math.imul(sum ^ place, 0x01000193);
  return (sum >>> 0).toString(36);
}

function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
}

function plain(text: string): string {
  return text.replace(/[%\n\r\t]/g, encodeURIComponent);
}

function original(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/**
 * Maximum number of changed specs that are stored in a second segment (part) of the index. If more have changed, the whole index
 * is rebuilt.
 */
export const LARGEST_DELTA = 64;

/** An index of the specs as they are now. */
export interface UpToDateIndex {
  readonly source: PostingSource;
  /** Returns all words as written, including words of documents that have changed since. */
  words(): Iterable<string>;
  /** Returns the word vectors of the documents, one array for each segment (part) of the index. */
  readonly vectors: () => readonly Int8Array[];
  /** The states of the documents by their numbers; undefined for a document that has changed or no longer exists. */
  readonly states: readonly (SpecState | undefined)[];
  /** Returns the position of a current document in the order of the specs folder. */
  readonly placeOf: (document: number) => number;
  /** The specs with files that could not be read. */
  readonly unread: readonly SpecState[];
  /** Returns the view of a current document as JSON. */
  viewOf(document: number): string;
  /** Reads the document of a spec from its files. */
  read(state: SpecState): ReadSpec;
}

interface Parts {
  readonly cache: IndexCache;
  readonly store: SpecStore;
  readonly splitter: WordSplitter;
  readonly table: VectorTable;
  /** If true, specs in the index are assumed to be unchanged, and the index is not saved. */
  readonly assuming?: boolean;
}

/**
 * Returns the index for the given states of specs: unchanged specs come from the stored index, changed ones are read.
 * @throws Error if the stored index is damaged.
 */
export function upToDateIndex(
  states: readonly SpecState[],
  { manifest, segments }: OpenIndex,
  { cache, store, splitter, table, assuming = false }: Parts,
): UpToDateIndex {
  const unread = new Set<SpecState>();
  const read = (state: SpecState) => {
    const spec = readSpec(store, state.folder, state.fingerprint);
    if (spec.isUnread) unread.add(state);
    return spec;
  };
  /** The states of the stored specs that are unchanged, by their numbers in the index. */
  const live = new Array<SpecState | undefined>(manifest.count).fill(undefined);
  const stale: SpecState[] = [];
  for (const state of states) {
    if (state.known < 0) stale.push(state);
    else live[state.known] = state;
  }

  /** Indexes specs as a new segment. */
  const built = (added: readonly SpecState[]) => {
    const lines: string[] = [];
    const texts = function* (): Generator<FieldTexts> {
      for (const state of added) {
        const { view, texts, isUnread } = read(state);
        lines.push(lineOf(state, view, !state.isRecent && !isUnread));
        yield texts;
      }
    };
    return { segment: buildSegment(texts(), splitter, table), lines };
  };
  const save = (before: readonly StoredSegment[], added: ReturnType<typeof built>) => {
    if (assuming) return;
    const bytes = encodeSegment(added.segment);
    cache.save([...before, { name: cache.nameOf(bytes), lines: added.lines }], bytes);
  };
  /** Combines segments of the stored index with a new segment for the states `fresh`. */
  const joined = (
    kept: readonly Segment[],
    fresh: readonly SpecState[] = [],
    added?: ReturnType<typeof built>,
  ): UpToDateIndex => {
    const all = added === undefined ? kept : [...kept, added.segment];
    const count = kept.reduce((sum, { lengths }) => sum + lengths.length, 0);
    const current = [...live.slice(0, count), ...fresh];
    const order = new Map(states.map((state, place) => [state, place]));
    return {
      source: joinedSegments(all, (document) => current[document] !== undefined),
      words: () => all.flatMap((segment) => [...segment.words()]),
      vectors: () => all.map((segment) => segment.vectors()),
      states: current,
      placeOf: (document) => order.get(current[document] as SpecState) ?? 0,
      // Sort by path, so that a list that is cut off always has the same specs.
      unread: [...unread].sort((a, b) => (a.folder.path < b.folder.path ? -1 : 1)),
      viewOf: (document) =>
        viewIn((document < count ? manifest.lines[document] : added?.lines[document - count]) ?? ''),
      read,
    };
  };

  if (stale.length === 0 && segments.length > 0) return joined(segments);
  const [first] = manifest.segments;
  const main = first?.count ?? 0;
  const changed = [...live.slice(main).filter((state) => state !== undefined), ...stale];
  if (
    first === undefined ||
    main === 0 ||
    changed.length > LARGEST_DELTA ||
    changed.length * 2 > states.length
  ) {
    const rebuilt = built(states);
    save([], rebuilt);
    return joined([], states, rebuilt);
  }
  const delta = built(changed);
  save([{ name: first.name, lines: manifest.lines.slice(0, main) }], delta);
  return joined(segments.slice(0, 1), changed, delta);
}
