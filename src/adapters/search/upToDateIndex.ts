import { PostingCollector } from '../../domain/search/postings/postingCollector.js';
import type { WordSplitter } from '../../domain/search/wordSplitter.js';
import type { Embedder } from '../../ports/searchIndex.js';
import type { Hasher } from '../../ports/system.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { IndexCache, OpenIndex } from './indexCache.js';
import type { IndexedSpec, ManifestSegment } from './indexManifest.js';
import { CombinedSegments, type Segment } from './combinedSegments.js';
import { readSpec, type ReadSpec } from './readSpecForIndex.js';
import { partsOf } from './indexFileSections.js';
import type { Fingerprint, SpecState } from './specFingerprints.js';
import { encodeTerms, TermFile } from './termFile.js';
import { VectorCollector } from './vectorCollector.js';

/**
 * Maximum number of changed specs that are stored in a second segment (part) of the index. If more have changed, the whole index
 * is rebuilt.
 */
export const LARGEST_DELTA = 64;

/**
 * Number of specs that are read at once before their words are counted. Reading and counting in turn would evict the word table
 * from the processor's cache.
 */
const READ_AT_ONCE = 256;

export interface UpToDateIndex {
  readonly source: CombinedSegments;
  /** The states of the documents by their numbers; undefined for a document that has changed or no longer exists. */
  readonly states: readonly (SpecState | undefined)[];
  /** Returns the position of a current document in the order of the specs folder. */
  readonly placeOf: (document: number) => number;
  /** The specs with files that could not be read. */
  readonly unread: readonly SpecState[];
  /** Returns the view of a current document as JSON. @throws DamagedIndex */
  viewOf(document: number): string;
  /** Reads the document of a spec from its files. */
  read(state: SpecState): ReadSpec;
}

interface Parts {
  readonly cache: IndexCache;
  readonly store: SpecStore;
  readonly splitter: WordSplitter;
  readonly hasher: Pick<Hasher, 'sha256'>;
  readonly embedder: Embedder;
  /** If true, specs in the index are assumed to be unchanged, and the index is not saved. */
  readonly assuming?: boolean;
}

/** A segment that was built in this run, with the states of its specs. */
interface NewSegment extends ManifestSegment {
  readonly bytes: Uint8Array;
  readonly states: readonly SpecState[];
}

/**
 * Returns the index for the given states of specs: unchanged specs come from the stored index, changed ones are read.
 * @throws DamagedIndex
 */
export async function upToDateIndex(
  states: readonly SpecState[],
  kept: OpenIndex,
  parts: Parts,
): Promise<UpToDateIndex> {
  return new Update(states, kept, parts).index();
}

class Update {
  readonly #states: readonly SpecState[];
  readonly #kept: OpenIndex;
  readonly #parts: Parts;
  /** The states of the stored specs that are unchanged, by their numbers in the index. */
  readonly #live: (SpecState | undefined)[];
  readonly #unread = new Set<SpecState>();

  constructor(states: readonly SpecState[], kept: OpenIndex, parts: Parts) {
    this.#states = states;
    this.#kept = kept;
    this.#parts = parts;
    this.#live = new Array<SpecState | undefined>(kept.manifest.count).fill(undefined);
  }

  async index(): Promise<UpToDateIndex> {
    const { manifest, terms } = this.#kept;
    const cache = this.#parts.assuming === true ? undefined : this.#parts.cache;
    const { stale, settled } = this.#compare();
    if (stale.length === 0 && terms.length > 0) {
      if (settled) cache?.save(this.#settled(), new Map());
      return this.#assembled(terms.length);
    }
    const mainCount = manifest.segments[0]?.specs ?? 0;
    const changed = [
      ...this.#states.filter((state) => state.known >= mainCount && this.#isLive(state)),
      ...stale,
    ];
    if (mainCount === 0 || changed.length > LARGEST_DELTA || changed.length * 2 > this.#states.length) {
      const rebuilt = await this.#built(this.#states);
      cache?.save([rebuilt], new Map([[rebuilt.terms, rebuilt.bytes]]));
      return this.#assembled(0, rebuilt);
    }
    const delta = await this.#built(changed);
    if (cache !== undefined) {
      const [main] = this.#segments();
      if (main !== undefined) cache.save([main, delta], new Map([[delta.terms, delta.bytes]]));
    }
    return this.#assembled(1, delta);
  }

  /**
   * Compares the states of the specs with the stored index.
   * @returns the states of changed specs (`stale`), and whether a spec was changed long enough ago that its fingerprint alone
   * proves that it is unchanged (`settled`).
   */
  #compare(): { readonly stale: readonly SpecState[]; readonly settled: boolean } {
    const stale: SpecState[] = [];
    let settled = false;
    for (const state of this.#states) {
      const { known, isRecent } = state;
      if (this.#parts.assuming === true && known >= 0) {
        this.#live[known] = state;
        continue;
      }
      const digest = known < 0 ? '' : this.#kept.manifest.digestOf(known);
      if (known < 0 || (digest === '' ? isRecent : digest !== this.#digestOf(state))) stale.push(state);
      else {
        this.#live[known] = state;
        settled ||= digest !== '' && !isRecent && !this.#unread.has(state);
      }
    }
    return { stale, settled };
  }

  #isLive(state: SpecState): boolean {
    return this.#live[state.known] === state;
  }

  #digestOf(state: SpecState): string {
    return this.#parts.hasher.sha256(this.#read(state).content);
  }

  #read(state: SpecState): ReadSpec {
    const read = readSpec(this.#parts.store, state.folder, this.#fingerprintOf(state));
    if (read.isUnread) this.#unread.add(state);
    return read;
  }

  #fingerprintOf({ known, fingerprint }: SpecState): Fingerprint {
    return fingerprint ?? this.#kept.manifest.fingerprintOf(known);
  }

  async #built(states: readonly SpecState[]): Promise<NewSegment> {
    const collector = new PostingCollector(this.#parts.splitter);
    const specs: IndexedSpec[] = [];
    const vectors = new VectorCollector(this.#parts.embedder);
    for (let at = 0; at < states.length; at += READ_AT_ONCE) {
      const read = states.slice(at, at + READ_AT_ONCE).map((state) => ({ state, ...this.#read(state) }));
      for (const { state, view, texts, content, isUnread } of read) {
        collector.add(texts);
        specs.push({
          path: state.folder.path,
          fingerprint: this.#fingerprintOf(state),
          digest: state.isRecent || isUnread ? this.#parts.hasher.sha256(content) : '',
          length: collector.lengths.at(-1) ?? 0,
          lead: collector.leads.at(-1) ?? 0,
          view: JSON.stringify(view),
        });
      }
      await vectors.add(read.map(({ sections }) => sections));
    }
    const bytes = encodeTerms(collector, vectors.collected());
    return { terms: this.#parts.cache.nameOf(bytes), specs, bytes, states };
  }

  /** Returns the segments of the stored index with all their data, so that they can be written again. */
  #segments(): readonly ManifestSegment[] {
    const { manifest } = this.#kept;
    let at = 0;
    return manifest.segments.map(({ terms, specs }) => {
      const start = at;
      at += specs;
      return { terms, specs: Array.from({ length: specs }, (_, i) => manifest.specOf(start + i)) };
    });
  }

  /**
   * Returns the stored segments. Digests of specs that have not changed recently are left out, because their fingerprints suffice
   * to detect a later change.
   */
  #settled(): readonly ManifestSegment[] {
    let at = 0;
    return this.#segments().map(({ terms, specs }) => ({
      terms,
      specs: specs.map((spec) => {
        const state = this.#live[at++];
        return state?.isRecent !== false || this.#unread.has(state) ? spec : { ...spec, digest: '' };
      }),
    }));
  }

  /**
   * Returns a function from a document's number to its position in the order of the specs folder.
   * @param count number of documents from the stored index; the others are new.
   */
  #places(states: readonly (SpecState | undefined)[], count: number): (document: number) => number {
    const places = new Uint32Array(states.length);
    const added = new Map(states.slice(count).map((state, i) => [state, count + i]));
    this.#states.forEach((state, place) => {
      const document = added.get(state) ?? state.known;
      if (states[document] === state) places[document] = place;
    });
    return (document) => places[document] ?? 0;
  }

  /** Combines the first `segments` segments of the stored index with a new segment. */
  #assembled(segments: number, added?: NewSegment): UpToDateIndex {
    const { manifest, terms } = this.#kept;
    const counts = manifest.segments.slice(0, segments).map(({ specs }) => specs);
    const count = counts.reduce((sum, specs) => sum + specs, 0);
    const states = [...this.#live.slice(0, count), ...(added?.states ?? [])];
    const columnOf = (kept: Uint32Array, added: readonly number[] = []) => {
      const column = new Uint32Array(states.length);
      column.set(kept);
      column.set(added, count);
      return column;
    };
    const lengths = columnOf(
      manifest.lengths(count),
      added?.specs.map(({ length }) => length),
    );
    const leads = columnOf(
      manifest.leads(count),
      added?.specs.map(({ lead }) => lead),
    );
    const alive = new Uint8Array(states.length);
    for (let i = 0; i < states.length; i++) alive[i] = states[i] === undefined ? 0 : 1;
    const opened = counts.map((size, i): Segment => ({ terms: terms[i] as TermFile, count: size }));
    if (added !== undefined)
      opened.push({ terms: new TermFile(partsOf(added.bytes)), count: added.specs.length });
    return {
      source: new CombinedSegments(opened, lengths, leads, alive),
      states,
      placeOf: this.#places(states, count),
      // Sort by path, so that a list that is cut off always has the same specs.
      unread: [...this.#unread].sort((a, b) => (a.folder.path < b.folder.path ? -1 : 1)),
      viewOf: (document) =>
        document < count ? manifest.viewOf(document) : (added?.specs[document - count]?.view ?? ''),
      read: (state) => this.#read(state),
    };
  }
}
