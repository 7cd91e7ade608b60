import type { VectorTable } from '../../domain/search/likeness.js';
import { joinedSegments, type PostingSource, type Segment } from '../../domain/search/postings.js';
import { buildSegment } from '../../domain/search/segment.js';
import type { FieldTexts } from '../../domain/search/searchedTexts.js';
import type { WordSplitter } from '../../domain/search/wordSplitter.js';
import type { SpecStore } from '../../ports/specStore.js';
import {
  encodeSegment,
  type IndexCache,
  lineOf,
  type OpenIndex,
  type StoredSegment,
  viewIn,
} from './indexFiles.js';
import { readSpec, type ReadSpec } from './readSpecForIndex.js';
import type { SpecState } from './specStates.js';

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
  /** Returns the vectors of the documents of each segment. */
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
