import { type CorrectedText, type CorrectionContext, correctedText } from './queryCorrections.js';
import { type Alternatives, withAlternatives, writtenOtherwise } from './postings/wordAlternatives.js';
import { requiredWords } from './requiredWords.js';
import type { SearchQuery } from './query/searchQuery.js';
import { documentsNaming } from './documentsNamingFile.js';
import { rank, type Ranking } from './ranking/rankDocuments.js';
import type { RankContext } from './ranking/rankContext.js';
import type { WordSplitter } from './wordSplitter.js';
import type { Correction } from './postings/spellingCorrection.js';

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

/** The least score of a found document, as a share of the best score; documents below it have only a common word of the query. */
const LEAST_SHARE = 0.2;

/** A query with corrected words, ready for ranking. */
export interface PreparedQuery extends CorrectedText {
  readonly query: SearchQuery;
  /** The terms of the index that match the patterns of the query and other spellings of its words. */
  readonly alternatives: Alternatives;
}

export function prepareQuery(query: SearchQuery, context: CorrectionContext): PreparedQuery {
  const patterns = patternsOf(query, context);
  // Quoted and required words are not corrected.
  const typed = context.splitter.split([...query.phrases, ...query.required].join('\n')).tokens;
  const asTyped = new Set([...typed.map(({ surface }) => surface), ...patterns.keys()]);
  const corrected = correctedText(query.text, asTyped, patterns, context);
  const otherwise = writtenOtherwise(corrected.text, context.source);
  return { query, alternatives: new Map([...otherwise, ...patterns]), ...corrected };
}

/** Returns the terms of the index that match the patterns of a query, such as `auth*`. */
function patternsOf({ patterns }: SearchQuery, { splitter, vocabulary }: CorrectionContext): Alternatives {
  return new Map(
    patterns.flatMap((pattern) => {
      const fits = splitter.wordTest(pattern);
      if (fits === undefined) return [];
      const words = [...new Set(vocabulary())].filter(fits);
      const stems = [...new Set(words.map((word) => splitter.stem(word)))];
      return [[pattern, { terms: words.map((word) => ['f', word] as const), stems }] as const];
    }),
  );
}

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
