import { frequencyOf, inverseFrequency } from '../../domain/search/bm25f.js';
import { findDocuments, type Found, prepareQuery } from '../../domain/search/findDocuments.js';
import { hitTermsOf } from '../../domain/search/hitTerms.js';
import { duplicateSpecs, mayHaveDuplicate } from '../../domain/search/duplicateSpecs.js';
import { parseQuery } from '../../domain/search/query/parseQuery.js';
import { RANK_SETTINGS } from '../../domain/search/rankSettings.js';
import type { RelatedWords } from '../../domain/search/related/relatedWords.js';
import type { SearchQuery } from '../../domain/search/query/searchQuery.js';
import { likenessOf, standardised, wholeVectorOf } from '../../domain/search/sectionVectors.js';
import { stemCounts } from '../../domain/search/postings/stemCounts.js';
import { topDocuments } from '../../domain/search/topDocuments.js';
import type { WordSplitter } from '../../domain/search/text/wordSplitter.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { ProjectConfig } from '../../domain/project/projectConfig.js';
import type { Embedder } from '../../ports/embedder.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/hasher.js';
import type { IndexAnswer, IndexHit, IndexRequest, NewText, SearchIndex } from '../../ports/searchIndex.js';
import type { SpecStore } from '../../ports/specStore.js';
import { type CurrentIndex, currentIndex, LARGEST_DELTA } from './currentIndex.js';
import type { CachePlace } from '../cache/snapshot.js';
import { IndexCache, type OpenIndex } from './indexCache.js';
import type { LiveSegments } from './liveSegments.js';
import { DamagedIndex } from './sections.js';
import { assumedStates, specStates } from './specFingerprints.js';

/** So many deviations from the mean, two texts are about near things. */
const NEIGHBOUR = 2;
const MOST_ARCHIVED = 3;
/** Of the best score. */
const ARCHIVED_SHARE = 0.5;

export interface SearchIndexParts {
  readonly files: FileSystem;
  /** Where caches are kept; undefined: nothing is kept. */
  readonly caches?: CachePlace | undefined;
  readonly store: SpecStore;
  readonly hasher: Pick<Hasher, 'sha256'>;
  readonly splitter: WordSplitter;
  readonly related: RelatedWords;
  readonly embedder: Embedder;
  /** By which folders and documents are told. */
  readonly structure?: ProjectConfig['structure'];
  /** Milliseconds since 1970, as the file system counts them. */
  readonly now?: () => number;
}

/** The spec folders' own index: postings cached in `.spectool/cache/`, checked against the tree at every search. */
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
    return this.#onIndex((index) => this.#answer(request, index));
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
      const index = await currentIndex(states, kept, parts);
      const { source } = index;
      const cosines = await this.#cosines(text, source);
      const likeness = standardised(cosines, (document) => source.isAlive(document));
      // Most new texts are like none, and then no list of a word need be read.
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
        settings: { ...RANK_SETTINGS, topic: 0 },
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

  /** Of the tree as it stands; what was kept of it and is damaged is made anew. */
  async #onIndex<Result>(use: (index: CurrentIndex) => Promise<Result>): Promise<Result> {
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

  #current(kept: OpenIndex): Promise<CurrentIndex> {
    const { files, store, now = Date.now } = this.#parts;
    const states = specStates(store, files, now(), kept.manifest);
    return currentIndex(states, kept, { ...this.#parts, cache: this.#cache });
  }

  async #answer(
    { query, accepts, archived, limit }: IndexRequest,
    index: CurrentIndex,
  ): Promise<IndexAnswer> {
    const views = new Map<number, SpecView>();
    const viewOf = (document: number) => {
      let view = views.get(document);
      if (view === undefined) views.set(document, (view = specView(index, document)));
      return view;
    };
    const isArchived = (document: number) => index.states[document]?.folder.archived === true;
    const isAccepted = (document: number) => accepts === undefined || accepts(viewOf(document));
    const { source } = index;
    const { related } = this.#parts;
    const prepared = prepareQuery(query, {
      source,
      related,
      splitter: this.#splitter,
      vocabulary: () => source.vocabulary(),
    });
    const found = findDocuments(prepared, {
      source,
      related,
      likeness: standardised(await this.#cosines(prepared.written, source), (document) =>
        source.isAlive(document),
      ),
      settings: RANK_SETTINGS,
      placeOf: index.placeOf,
      splitter: this.#splitter,
      stem: (word) => this.#splitter.stem(word),
      stemsOf: (document) => this.#stemsOf(index, document),
      accepts: (document) => (archived || !isArchived(document)) && isAccepted(document),
    });
    const numbered =
      query.sequence === undefined
        ? []
        : living(index).filter((i) => index.states[i]?.folder.sequence === query.sequence);
    const candidates = [...new Set([...numbered.filter(found.allows), ...documentsOf(query, index, found)])];
    const mayFit = (document: number) => isArchived(document) && isAccepted(document);
    return {
      hits: candidates.slice(0, limit).map((document) => hitOf(document, viewOf(document), found)),
      total: candidates.length,
      corrections: found.corrections,
      archived: archived ? [] : archivedAnswers(found, mayFit).map(viewOf),
      unread: index.unread.map(({ folder }) => folder.ref),
    };
  }

  /** How like a text each spec is in meaning. */
  async #cosines(text: string, source: LiveSegments): Promise<Float64Array> {
    const rarity = (stem: string) =>
      inverseFrequency(source.documentCount, frequencyOf(source.postings('s', stem)));
    return likenessOf(await this.#parts.embedder.query(text, rarity), source.vectors());
  }

  /** Read again rather than stored: topics ask for some fifteen documents, the index would hold it for all. */
  #stemsOf(index: CurrentIndex, document: number): ReadonlyMap<string, number> {
    const state = index.states[document];
    return state === undefined ? new Map() : stemCounts(index.read(state).texts, this.#splitter);
  }
}

/** A title is no query: nothing in it is search syntax. */
function plainWords(title: string): string {
  return title.replace(/[^\p{L}\p{N}\s'-]+|(?<=^|\s)-+/gu, ' ');
}

/** A query of filters and excluded words alone asks for every spec that passes them. */
function documentsOf({ text }: SearchQuery, index: CurrentIndex, found: Found): readonly number[] {
  if (/[\p{L}\p{N}]/u.test(text)) return found.documents;
  return living(index).filter(found.allows);
}

/** Every document as the tree has them. */
function living({ states, placeOf }: CurrentIndex): readonly number[] {
  return states
    .flatMap((state, document) => (state === undefined ? [] : [document]))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** Those that are as good an answer as the best ones that may be given. */
function archivedAnswers(
  { documents, filteredOut, ranking }: Found,
  mayFit: (document: number) => boolean,
): readonly number[] {
  const least = ARCHIVED_SHARE * (documents[0] === undefined ? 0 : ranking.scoreOf(documents[0]));
  const answers: number[] = [];
  for (const document of filteredOut) {
    // They come best first, and to look whether one answers costs more than to rank it.
    if (answers.length === MOST_ARCHIVED || ranking.scoreOf(document) < least) break;
    if (mayFit(document) && ranking.isAnswer(document)) answers.push(document);
  }
  return answers;
}

function hitOf(document: number, spec: SpecView, { ranking, naming, patterns }: Found): IndexHit {
  return {
    spec,
    score: ranking.scoreOf(document),
    coverage: ranking.coverageOf(document),
    isAnswer: naming.has(document) || ranking.isAnswer(document),
    shares: ranking.sharesOf(document),
    terms: hitTermsOf(ranking.concepts, ranking.gate, patterns, document),
  };
}

/** The stored view under today's labels: a folder's number and name depend on the configuration too. */
function specView(index: CurrentIndex, document: number): SpecView {
  const { group: _, ...stored } = JSON.parse(index.viewOf(document)) as SpecView;
  const folder = index.states[document]?.folder;
  if (folder === undefined) return stored;
  const { sequence, name, ref, path, archived, group } = folder;
  return { ...stored, sequence, name, ref, path, archived, ...(group !== undefined && { group }) };
}
