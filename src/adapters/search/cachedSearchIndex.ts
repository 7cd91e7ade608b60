import type { Configuration } from '../../domain/project/configuration.js';
import { duplicateSpecs, findDocuments, prepareQuery } from '../../domain/search/findDocuments.js';
import { likenessOf, standardised, vectorOf } from '../../domain/search/likeness.js';
import { buildSegment, joinedSegments } from '../../domain/search/postings.js';
import { RANK_SETTINGS } from '../../domain/search/rankSettings.js';
import { documentFrequencyOf, inverseFrequency } from '../../domain/search/ranking.js';
import type { RelatedWords } from '../../domain/search/related/relatedWords.js';
import { parseQuery } from '../../domain/search/searchQuery.js';
import type { WordSplitter } from '../../domain/search/wordSplitter.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { IndexAnswer, IndexRequest, NewText, SearchIndex } from '../../ports/searchIndex.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { CachePlace } from '../cache/snapshot.js';
import { answerQuery, specView } from './answerQuery.js';
import {
  IndexCache,
  LARGEST_DELTA,
  type OpenIndex,
  type UpToDateIndex,
  upToDateIndex,
} from './indexFiles.js';
import { assumedStates, readSpec, type SpecState, specStates } from './specStates.js';
import type { WordVectors } from './wordVectors.js';

const NOTHING_KNOWN = { find: () => -1, fingerprintOf: () => [] };

/** A search index that is rebuilt for every search, for projects with few specs. It finds words and related words. */
export class MemorySearchIndex implements SearchIndex {
  /** @param store returns the spec store for the current configuration. */
  constructor(
    private readonly files: FileSystem,
    private readonly store: () => SpecStore,
    private readonly words: { readonly splitter: WordSplitter; readonly related: RelatedWords },
  ) {}

  async search(request: IndexRequest): Promise<IndexAnswer> {
    const store = this.store();
    const states = specStates(store, this.files, 0, NOTHING_KNOWN);
    const read = ({ folder, fingerprint }: SpecState) => readSpec(store, folder, fingerprint);
    const specs = states.map(read);
    const segment = buildSegment(
      specs.map(({ texts }) => texts),
      this.words.splitter,
    );
    const index = {
      source: joinedSegments([segment]),
      words: () => segment.words(),
      states,
      placeOf: (document: number) => document,
      unread: states.filter((_, document) => specs[document]?.isUnread === true),
      viewOf: (document: number) => JSON.stringify(specs[document]?.view),
      read,
    };
    return answerQuery(request, index, this.words);
  }
}

export interface SearchIndexParts {
  readonly files: FileSystem;
  /** The folder for caches; if undefined, the index is not stored. */
  readonly caches?: CachePlace | undefined;
  readonly store: SpecStore;
  readonly splitter: WordSplitter;
  readonly related: RelatedWords;
  readonly table: WordVectors;
  /**
   * The settings that determine which folders are specs and which files are documents. An index made with other settings is not
   * used.
   */
  readonly structure?: Configuration['structure'];
  /** Returns the current time in milliseconds since 1970, by the clock that also sets the modification times of files. */
  readonly now?: () => number;
}

/**
 * The built-in search index. Its words and vectors are cached in git's folder, and compared with the spec folders at every
 * search.
 */
export class CachedSearchIndex implements SearchIndex {
  readonly #parts: SearchIndexParts;
  readonly #cache: IndexCache;

  constructor(parts: SearchIndexParts) {
    this.#parts = parts;
    const { caches, table, structure } = parts;
    this.#cache = new IndexCache(caches, `${table.id} ${JSON.stringify(structure ?? null)}`);
  }

  async search(request: IndexRequest): Promise<IndexAnswer> {
    return this.#onIndex((index) =>
      answerQuery(request, index, this.#parts, (written) =>
        standardised(this.#cosines(written, index), (document) => index.states[document] !== undefined),
      ),
    );
  }

  async similar({ title, text, limit }: NewText): Promise<readonly SpecView[]> {
    const { related, splitter } = this.#parts;
    return this.#onIndex(
      (index) => {
        const { source } = index;
        const cosines = this.#cosines(text, index);
        const likeness = standardised(cosines, (document) => index.states[document] !== undefined);
        const query = prepareQuery(parseQuery(plainWords(title)), {
          source,
          related,
          splitter,
          vocabulary: () => [],
        });
        const found = findDocuments(query, {
          source,
          related,
          likeness,
          settings: { ...RANK_SETTINGS, topic: 0, lead: 0 },
          placeOf: index.placeOf,
          splitter,
          stem: (word) => splitter.stem(word),
          stemsOf: () => new Map(),
        });
        return duplicateSpecs(found, cosines, likeness, source.documentCount)
          .slice(0, limit)
          .map((document) => specView(index, document));
      },
      (kept) => this.#assumed(kept),
    );
  }

  /** Runs `use` with the current index. If the stored index is damaged, rebuilds it and runs `use` again. */
  #onIndex<Result>(
    use: (index: UpToDateIndex) => Result,
    current: (kept: OpenIndex) => UpToDateIndex = (kept) => this.#current(kept),
  ): Result {
    const kept = this.#cache.open();
    try {
      return use(current(kept));
    } catch (error) {
      // Try again without the stored index, because a damaged index can cause any error.
      if (kept.segments.length === 0) throw error;
      return use(current(this.#cache.none()));
    } finally {
      kept.close();
    }
  }

  #current(kept: OpenIndex): UpToDateIndex {
    const { files, store, now = Date.now } = this.#parts;
    const states = specStates(store, files, now(), kept.manifest);
    return upToDateIndex(states, kept, { ...this.#parts, cache: this.#cache });
  }

  /**
   * Returns the stored index without checking its specs for changes. Adds new specs, up to the size limit of a second segment.
   */
  #assumed(kept: OpenIndex): UpToDateIndex {
    const { files, store } = this.#parts;
    const changed = kept.manifest.count - (kept.manifest.segments[0]?.count ?? 0);
    const states = assumedStates(store, files, kept.manifest, LARGEST_DELTA - changed);
    return upToDateIndex(states, kept, { ...this.#parts, cache: this.#cache, assuming: true });
  }

  /** Returns the similarity (cosine) of each spec to a text. */
  #cosines(text: string, { source, vectors }: UpToDateIndex): Float64Array {
    const { splitter, table } = this.#parts;
    const rarity = (stem: string) =>
      inverseFrequency(source.documentCount, documentFrequencyOf(source.postings('s', stem)));
    return likenessOf(vectorOf(text, splitter, table, rarity), vectors());
  }
}

/** Removes characters of the search syntax from a title. */
function plainWords(title: string): string {
  return title.replace(/[^\p{L}\p{N}\s'-]+|(?<=^|\s)-+/gu, ' ');
}
