import { frequencyOf, inverseFrequency } from '../../domain/search/ranking/bm25f.js';
import { findDocuments, prepareQuery } from '../../domain/search/findDocuments.js';
import { duplicateSpecs, mayHaveDuplicate } from '../../domain/search/duplicateSpecs.js';
import { parseQuery } from '../../domain/search/query/parseQuery.js';
import { RANK_SETTINGS } from '../../domain/search/ranking/rankSettings.js';
import type { RelatedWords } from '../../domain/search/related/relatedWords.js';
import { likenessOf, standardised, wholeVectorOf } from '../../domain/search/sectionVectors.js';
import { topDocuments } from '../../domain/search/ranking/topDocuments.js';
import type { WordSplitter } from '../../domain/search/wordSplitter.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Configuration } from '../../domain/project/configuration.js';
import type { Embedder, IndexAnswer, IndexRequest, NewText, SearchIndex } from '../../ports/searchIndex.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';
import type { SpecStore } from '../../ports/specStore.js';
import { answerQuery, specView } from './answerQuery.js';
import { type UpToDateIndex, upToDateIndex, LARGEST_DELTA } from './upToDateIndex.js';
import type { CachePlace } from '../cache/snapshot.js';
import { IndexCache, type OpenIndex } from './indexCache.js';
import type { CombinedSegments } from './combinedSegments.js';
import { DamagedIndex } from './indexFileSections.js';
import { assumedStates, specStates } from './specFingerprints.js';

/**
 * Two specs are about related things if the similarity of their texts is at least this many standard deviations above the mean.
 */
const NEIGHBOUR = 2;

export interface SearchIndexParts {
  readonly files: FileSystem;
  /** The folder for caches; if undefined, the index is not stored. */
  readonly caches?: CachePlace | undefined;
  readonly store: SpecStore;
  readonly hasher: Pick<Hasher, 'sha256'>;
  readonly splitter: WordSplitter;
  readonly related: RelatedWords;
  readonly embedder: Embedder;
  /**
   * The settings that determine which folders are specs and which files are documents. An index made with other settings is not
   * used.
   */
  readonly structure?: Configuration['structure'];
  /** Returns the current time in milliseconds since 1970, by the clock that also sets the modification times of files. */
  readonly now?: () => number;
}

/**
 * The built-in search index. Its postings (which document contains which word) are cached in git's folder, and compared with the
 * spec folders at every search.
 */
export class CachedSearchIndex implements SearchIndex {
  readonly #parts: SearchIndexParts;
  readonly #cache: IndexCache;
  readonly #splitter: WordSplitter;

  constructor(parts: SearchIndexParts) {
    this.#parts = parts;
    const { caches, embedder, structure } = parts;
    const made = structure === undefined ? embedder.id : `${embedder.id} ${JSON.stringify(structure)}`;
    this.#cache = new IndexCache(caches, made);
    this.#splitter = parts.splitter;
  }

  async search(request: IndexRequest): Promise<IndexAnswer> {
    return this.#onIndex((index) =>
      answerQuery(request, index, this.#parts, async (written) => {
        const { source } = index;
        return standardised(await this.#cosines(written, source), (document) => source.isAlive(document));
      }),
    );
  }

  async neighbours(path: string, limit: number): Promise<readonly SpecView[]> {
    return this.#onIndex(async (index) => {
      const { source, states } = index;
      const vectors = source.vectors();
      const whole = wholeVectorOf(
        states.findIndex((state) => state?.folder.path === path),
        vectors,
      );
      if (whole === undefined) return [];
      const likeness = standardised(likenessOf(whole, vectors), (document) => source.isAlive(document));
      const near = likeness.map((value, document) => {
        const folder = states[document]?.folder;
        return folder?.path === path || folder?.archived === true || value < NEIGHBOUR ? 0 : value;
      });
      return topDocuments(near, limit, index.placeOf).map((document) => specView(index, document));
    });
  }

  async similar({ title, text, limit }: NewText): Promise<readonly SpecView[]> {
    const { files, store, related } = this.#parts;
    const kept = this.#cache.open();
    try {
      const { manifest } = kept;
      const changed = manifest.count - (manifest.segments[0]?.specs ?? 0);
      const states = assumedStates(store, files, manifest, LARGEST_DELTA - changed);
      const parts = { ...this.#parts, cache: this.#cache, assuming: true };
      const index = await upToDateIndex(states, kept, parts);
      const { source } = index;
      const cosines = await this.#cosines(text, source);
      const likeness = standardised(cosines, (document) => source.isAlive(document));
      // Return early if no spec is similar to the title, as for most new specs; the postings are then not read.
      if (!mayHaveDuplicate(cosines, likeness, source.documentCount)) return [];
      const query = prepareQuery(parseQuery(plainWords(title)), {
        source,
        related,
        splitter: this.#splitter,
        vocabulary: () => [],
      });
      const found = findDocuments(query, {
        source,
        related,
        likeness,
        settings: { ...RANK_SETTINGS, topic: 0, lead: 0 },
        placeOf: index.placeOf,
        splitter: this.#splitter,
        stem: (word) => this.#splitter.stem(word),
        stemsOf: () => new Map(),
      });
      return duplicateSpecs(found, cosines, likeness, source.documentCount)
        .slice(0, limit)
        .map((document) => specView(index, document));
    } catch (error) {
      if (error instanceof DamagedIndex) return [];
      throw error;
    } finally {
      kept.close();
    }
  }

  /** Runs `use` with the current index. If the stored index is damaged, rebuilds it and runs `use` again. */
  async #onIndex<Result>(use: (index: UpToDateIndex) => Promise<Result>): Promise<Result> {
    const kept = this.#cache.open();
    try {
      return await use(await this.#current(kept));
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      return await use(await this.#current(this.#cache.none()));
    } finally {
      kept.close();
    }
  }

  #current(kept: OpenIndex): Promise<UpToDateIndex> {
    const { files, store, now = Date.now } = this.#parts;
    const states = specStates(store, files, now(), kept.manifest);
    return upToDateIndex(states, kept, { ...this.#parts, cache: this.#cache });
  }

  /** Returns the similarity (cosine) of each spec to a text. */
  async #cosines(text: string, source: CombinedSegments): Promise<Float64Array> {
    const rarity = (stem: string) =>
      inverseFrequency(source.documentCount, frequencyOf(source.postings('s', stem)));
    return likenessOf(await this.#parts.embedder.query(text, rarity), source.vectors());
  }
}

/** Removes characters of the search syntax from a title. */
function plainWords(title: string): string {
  return title.replace(/[^\p{L}\p{N}\s'-]+|(?<=^|\s)-+/gu, ' ');
}
