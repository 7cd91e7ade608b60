import {
  findDocuments,
  type Found,
  type MatchedTerm,
  matchedTermsOf,
  prepareQuery,
} from '../../domain/search/findDocuments.js';
import { RANK_SETTINGS } from '../../domain/search/rankSettings.js';
import type { RelatedWords } from '../../domain/search/related/relatedWords.js';
import type { SearchQuery } from '../../domain/search/searchQuery.js';
import type { SplitText, Token, WordSplitter } from '../../domain/search/wordSplitter.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { IndexAnswer, IndexHit, IndexRequest } from '../../ports/searchIndex.js';
import type { UpToDateIndex } from './indexFiles.js';
import { stemCounts } from '../../domain/search/likeness.js';

const MOST_ARCHIVED = 3;
/** Minimum score of an archived spec that is reported, as a share of the best score. */
const ARCHIVED_SHARE = 0.5;

/** The parts of an index that answering a query needs. */
export type AnsweringIndex = Omit<UpToDateIndex, 'vectors'>;

interface Words {
  readonly splitter: WordSplitter;
  readonly related: RelatedWords;
}

/**
 * Answers a search request from an index.
 * @param likeness returns for each document its similarity to a text; absent if the index has no vectors.
 */
export function answerQuery(
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
export function specView(index: AnsweringIndex, document: number): SpecView {
  const { group: _, ...stored } = JSON.parse(index.viewOf(document)) as SpecView;
  const folder = index.states[document]?.folder;
  if (folder === undefined) return stored;
  const { sequence, name, ref, path, archived, group } = folder;
  return { ...stored, sequence, name, ref, path, archived, ...(group !== undefined && { group }) };
}
