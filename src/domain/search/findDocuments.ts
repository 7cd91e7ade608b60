import { type PostingSource, rowPlaces } from './postings.js';
import { type Alternatives, type Correction, type PreparedQuery, withAlternatives } from './preparedQuery.js';
import { rank, type RankContext, type Ranking } from './ranking.js';
import type { SearchQuery } from './searchQuery.js';
import type { WordSplitter } from './wordSplitter.js';

export interface FindContext extends RankContext {
  readonly splitter: WordSplitter;
  /** Returns false for documents that filters exclude; absent if there are no filters. */
  readonly accepts?: (document: number) => boolean;
}

export interface Found {
  /** The documents that have all required words, pass the filters and have a sufficient score, best first. */
  readonly documents: readonly number[];
  /** The documents that were left out only because of the filters (`accepts`), best first. */
  readonly filteredOut: readonly number[];
  /** Returns false for documents that do not have all required words, or that filters exclude. */
  readonly allows: (document: number) => boolean;
  readonly ranking: Ranking;
  /** The documents that contain the file path that is the query; they are found whatever their score. */
  readonly naming: ReadonlySet<number>;
  readonly corrections: readonly Correction[];
  readonly alternatives: Alternatives;
}

/** A word of the query that a document contains, or a related word of it. */
export interface MatchedTerm {
  /** The word as written in the query. */
  readonly word: string;
  readonly kind: 'direct' | 'related';
  /** The matching stems of the document, separated by one space in a phrase. */
  readonly stems: string;
  /** The part of the document's score that comes from the word. */
  readonly score: number;
  /** The group of related words to which the word belongs. */
  readonly group?: string;
}

/** The least score of a found document, as a share of the best score; documents below it have only a common word of the query. */
const LEAST_SHARE = 0.2;
/** The least number of documents for which standard deviations of similarity are meaningful. */
const MANY = 30;
/** Thresholds for documents that have the words of the new title, and stricter ones (`WITHOUT`) for documents that do not. */
const WITH_WORDS = { cosine: 0.65, deviations: 2.8, coverage: 0.8, share: 3 } as const;
const WITHOUT = { cosine: 0.8, deviations: 4 } as const;

/** Ranks the documents for a query, and applies its required words and filters. */
export function findDocuments(
  { query, text, corrections, guessed, alternatives }: PreparedQuery,
  context: FindContext,
): Found {
  const { splitter, accepts } = context;
  const source = withAlternatives(context.source, alternatives);
  const ranking = rank(text, { ...context, source, guessed });
  const insists = requiredWords(query, alternatives, splitter, source);
  const naming = new Set(query.path === undefined ? [] : documentsNaming(query.path, splitter, source));
  const allows = (document: number) => insists(document) && accepts?.(document) !== false;
  // Scores are compared without their topic part. Only the best documents have that part, so with it, other documents would seem
  // too weak and be left out.
  const ownScore = (document: number) => ranking.scoreOf(document) - ranking.sharesOf(document).topic;
  const documents: number[] = [];
  const filteredOut: number[] = [];
  let least = 0;
  for (const document of ranking.documents) {
    if (ownScore(document) < least || !insists(document)) continue;
    if (naming.size > 0 && !naming.has(document)) continue;
    if (accepts?.(document) === false) {
      filteredOut.push(document);
      continue;
    }
    if (documents.length === 0 && naming.size === 0) least = LEAST_SHARE * ownScore(document);
    documents.push(document);
  }
  return { documents, filteredOut, allows, ranking, naming, corrections, alternatives };
}

/** Returns the words because of which a document was found: words of the query and related words, highest score first. */
export function matchedTermsOf(document: number, { ranking, alternatives }: Found): readonly MatchedTerm[] {
  const terms: MatchedTerm[] = [];
  for (const { text: word, stems, own, surplus, nearOf } of ranking.concepts) {
    const all = stems.flatMap((stem) => alternatives.get(stem)?.stems ?? stem).join(' ');
    const score = own[document] ?? 0;
    if (score > 0) terms.push({ word, kind: 'direct', stems: all, score });
    const near = nearOf(document)?.word;
    if (near !== undefined)
      terms.push({
        word,
        kind: 'related',
        stems: near.stems,
        score: ranking.gate * (surplus[document] ?? 0),
        group: near.group,
      });
  }
  return terms.sort((a, b) => b.score - a.score);
}

/**
 * Returns documents that a new text with this title may duplicate, best first: documents with nearly all words of the title and a
 * similar meaning, or without these words but with a very similar meaning. The thresholds were chosen with the titles of 305
 * specs; they are strict, because each match asks the user a question.
 */
export function duplicateSpecs(
  { documents, ranking }: Found,
  cosines: Float64Array,
  deviations: Float64Array,
  count: number,
): readonly number[] {
  const mass = ranking.concepts.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return documents.filter((document) => {
    const cosine = cosines[document] ?? 0;
    const isFar = (least: number) => count < MANY || (deviations[document] ?? 0) >= least;
    if (cosine >= WITHOUT.cosine && isFar(WITHOUT.deviations)) return true;
    return (
      cosine >= WITH_WORDS.cosine &&
      isFar(WITH_WORDS.deviations) &&
      ranking.isAnswer(document) &&
      ranking.coverageOf(document) >= WITH_WORDS.coverage &&
      ranking.scoreOf(document) / mass >= WITH_WORDS.share
    );
  });
}

/**
 * Returns a function that is true for documents that have all phrases and required words of the query and none of its excluded
 * words.
 */
function requiredWords(
  { phrases, required, excluded }: SearchQuery,
  alternatives: Alternatives,
  splitter: WordSplitter,
  source: PostingSource,
): (document: number) => boolean {
  const setsOf = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      if (alternatives.has(text)) return new Set(source.postings('s', text).documents);
      // Words without meaning are not indexed, so they do not count for the distance of the others.
      const words = splitter.split(text).tokens.filter(({ stop }) => !stop);
      const row = words.map(({ stem }, i) => [stem, i] as const);
      return row.length === 0 ? [] : new Set(source.at(rowPlaces(row, source)).documents);
    });
  const wanted = setsOf([...phrases, ...required]);
  const unwanted = setsOf(excluded);
  return (document) =>
    wanted.every((documents) => documents.has(document)) &&
    !unwanted.some((documents) => documents.has(document));
}

/**
 * Returns the documents that contain the path of a file, ascending. If no document contains the whole path, the longest end of
 * the path that any document contains is used, if it has at least two words.
 */
function documentsNaming(path: string, splitter: WordSplitter, source: PostingSource): readonly number[] {
  for (let rest = path; rest !== ''; rest = rest.replace(/^[^/]*\/?/, '')) {
    const row: (readonly [string, number])[] = [];
    splitter.visit(rest, {
      word: ({ stem, stop }, position) => {
        if (!stop) row.push([stem, position]);
      },
    });
    const documents = row.length < 2 ? [] : source.at(rowPlaces(row, source)).documents;
    if (documents.length > 0) return documents;
  }
  return [];
}
