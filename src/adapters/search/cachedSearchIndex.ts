import type { Configuration } from '../../domain/project/configuration.js';
import {
  duplicateSpecs,
  findDocuments,
  type Found,
  type MatchedTerm,
  matchedTermsOf,
  prepareQuery,
} from '../../domain/search/findDocuments.js';
import { likenessOf, standardised, stemCounts, vectorOf } from '../../domain/search/likeness.js';
import { buildSegment, joinedSegments } from '../../domain/search/postings.js';
import { RANK_SETTINGS } from '../../domain/search/rankSettings.js';
import { documentFrequencyOf, inverseFrequency } from '../../domain/search/ranking.js';
import type { RelatedWords } from '../../domain/search/related/relatedWords.js';
import { parseQuery, type SearchQuery } from '../../domain/search/searchQuery.js';
import type { SplitText, Token, WordSplitter } from '../../domain/search/wordSplitter.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { IndexAnswer, IndexHit, IndexRequest, NewText, SearchIndex } from '../../ports/searchIndex.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { CachePlace } from '../cache/snapshot.js';
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

const MOST_ARCHIVED = 3;
/** Minimum score of an archived spec that is reported, as a share of the best score. */
const ARCHIVED_SHARE = 0.5;

/** The parts of an index that answering a query needs. */
type AnsweringIndex = Omit<UpToDateIndex, 'vectors'>;

interface Words {
  readonly splitter: WordSplitter;
  readonly related: RelatedWords;
}

/**
 * Answers a search request from an index.
 * @param likeness returns for each document its similarity to a text; absent if the index has no vectors.
 */
function answerQuery(
  { query, accepts, archived, limit }: IndexRequest,
  index: AnsweringIndex,
  { splitter, related }: Words,
  likeness?: (written: string) => Float64Array,
): IndexAnswer {
  const views = new Map<number, SpecView>();
  const viewOf = (document: number) => {
    let view = views.get(document);
    if (view === undefined) views.set(document, (view = specView(index, document)));
    return view;
  };
  const isArchived = (document: number) => index.states[document]?.folder.archived === true;
  const isAccepted = (document: number) => accepts === undefined || accepts(viewOf(document));
  const { source } = index;
  const prepared = prepareQuery(query, { source, related, splitter, vocabulary: () => index.words() });
  const found = findDocuments(prepared, {
    source,
    related,
    ...(likeness && { likeness: likeness(prepared.written) }),
    settings: RANK_SETTINGS,
    placeOf: index.placeOf,
    splitter,
    stem: (word) => splitter.stem(word),
    // Count word stems by reading the files. Only about fifteen documents need these counts (for `topicScores`), but the index
    // would have to store them for all documents.
    stemsOf: (document) => {
      const state = index.states[document];
      return state === undefined ? new Map() : stemCounts(index.read(state).texts, splitter);
    },
    accepts: (document) => (archived || !isArchived(document)) && isAccepted(document),
  });
  const numbered =
    query.sequence === undefined
      ? []
      : living(index).filter((i) => index.states[i]?.folder.sequence === query.sequence);
  const small = smallWords(prepared.text);
  const titled = new Set(
    small === undefined
      ? []
      : living(index).filter(
          (document) => found.allows(document) && small(splitter.split(viewOf(document).title)),
        ),
  );
  const candidates = [
    ...new Set([...numbered.filter(found.allows), ...titled, ...documentsOf(query, index, found)]),
  ];
  const hitOn = (document: number) => {
    const hit = hitOf(document, viewOf(document), found);
    return titled.has(document) ? titledHit(hit, prepared.text) : hit;
  };
  const mayFit = (document: number) => isArchived(document) && isAccepted(document);
  return {
    hits: candidates.slice(0, limit).map(hitOn),
    total: candidates.length,
    corrections: found.corrections,
    ...(small !== undefined && { onlySmallWords: true as const }),
    archived: archived ? [] : archivedAnswers(found, mayFit).map(viewOf),
    unread: index.unread.map(({ folder }) => folder.ref),
  };
}

/**
 * For a query of only stop words, which are not in the index: returns a test for titles that contain these words in the same
 * order. Undefined for any other query.
 */
function smallWords({ tokens }: SplitText): ((title: SplitText) => boolean) | undefined {
  if (tokens.length === 0 || tokens.some(({ stop }) => !stop)) return undefined;
  const inARow = (words: readonly Token[]) => ` ${words.map(({ surface }) => surface).join(' ')} `;
  return (title) => inARow(title.tokens).includes(inARow(tokens));
}

function titledHit(hit: IndexHit, { tokens }: SplitText): IndexHit {
  const terms = tokens.map(({ surface, stem }): MatchedTerm => ({
    word: surface,
    kind: 'direct',
    stems: stem,
    score: 1,
  }));
  const shares = { words: terms.length, related: 0, topic: 0, likeness: 0 };
  return { ...hit, score: terms.length, coverage: 1, isAnswer: true, shares, terms };
}

/** Returns the documents that were found. A query that has only filters and excluded words finds all documents that pass them. */
function documentsOf({ text }: SearchQuery, index: AnsweringIndex, found: Found): readonly number[] {
  if (/[\p{L}\p{N}]/u.test(text)) return found.documents;
  return living(index).filter(found.allows);
}

/** Returns the numbers of the documents that still exist, in the order of the specs folder. */
function living({ states, placeOf }: AnsweringIndex): readonly number[] {
  return states
    .flatMap((state, document) => (state === undefined ? [] : [document]))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the archived documents that answer the query nearly as well as the best result. */
function archivedAnswers(
  { documents, filteredOut, ranking }: Found,
  mayFit: (document: number) => boolean,
): readonly number[] {
  const least = ARCHIVED_SHARE * (documents[0] === undefined ? 0 : ranking.scoreOf(documents[0]));
  const answers: number[] = [];
  for (const document of filteredOut) {
    // The documents are sorted by score, so stop at the first with too low a score. Call `isAnswer` last, because it takes longer
    // than the other checks.
    if (answers.length === MOST_ARCHIVED || ranking.scoreOf(document) < least) break;
    if (mayFit(document) && ranking.isAnswer(document)) answers.push(document);
  }
  return answers;
}

function hitOf(document: number, spec: SpecView, found: Found): IndexHit {
  const { ranking, naming } = found;
  return {
    spec,
    score: ranking.scoreOf(document),
    coverage: ranking.coverageOf(document),
    isAnswer: naming.has(document) || ranking.isAnswer(document),
    shares: ranking.sharesOf(document),
    terms: matchedTermsOf(document, found),
  };
}

/**
 * Returns the stored view of a spec, with the spec's current number, name and path, because these also depend on the
 * configuration.
 */
function specView(index: AnsweringIndex, document: number): SpecView {
  const { group: _, ...stored } = JSON.parse(index.viewOf(document)) as SpecView;
  const folder = index.states[document]?.folder;
  if (folder === undefined) return stored;
  const { sequence, name, ref, path, archived, group } = folder;
  return { ...stored, sequence, name, ref, path, archived, ...(group !== undefined && { group }) };
}
