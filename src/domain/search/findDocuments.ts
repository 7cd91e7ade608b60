import { type CorrectedText, type CorrectionContext, correctedText } from './corrections.js';
import { type Alternatives, withAlternatives, writtenOtherwise } from './postings/alternatives.js';
import { requiredWords } from './requiredWords.js';
import type { SearchQuery } from './query/searchQuery.js';
import { documentsNaming } from './namedFile.js';
import { rank, type Ranking } from './ranking/rank.js';
import type { RankContext } from './ranking/rankContext.js';
import type { WordSplitter } from './text/wordSplitter.js';
import type { Correction } from './postings/vocabulary.js';

export interface FindContext extends RankContext {
  readonly splitter: WordSplitter;
  /** Documents that may be answered; all when absent. */
  readonly accepts?: (document: number) => boolean;
}

export interface Found {
  /** Best first: what holds all the query insists on and scores more than by chance. */
  readonly documents: readonly number[];
  /** What would stand among them, were it not for `accepts`; best first. */
  readonly filteredOut: readonly number[];
  /** False for documents that lack what the query insists on, or may not be answered. */
  readonly allows: (document: number) => boolean;
  readonly ranking: Ranking;
  /** Answers whatever their score: they name the file that is asked for. */
  readonly naming: ReadonlySet<number>;
  readonly corrections: readonly Correction[];
  readonly alternatives: Alternatives;
}

/** Of the best score; what has less shares a common word with the query and nothing else. */
const LEAST_SHARE = 0.2;

/** A query with its words corrected, ready to be ranked by. */
export interface PreparedQuery extends CorrectedText {
  readonly query: SearchQuery;
  /** What its patterns and other words stand for in this index. */
  readonly alternatives: Alternatives;
}

export function prepareQuery(query: SearchQuery, context: CorrectionContext): PreparedQuery {
  const patterns = patternsOf(query, context);
  // Who insists on a word means it as typed.
  const typed = context.splitter.split([...query.phrases, ...query.required].join('\n')).tokens;
  const asTyped = new Set([...typed.map(({ surface }) => surface), ...patterns.keys()]);
  const corrected = correctedText(query.text, asTyped, patterns, context);
  const otherwise = writtenOtherwise(corrected.text, context.source);
  return { query, alternatives: new Map([...otherwise, ...patterns]), ...corrected };
}

/** What the patterns of a query stand for in this index. */
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

/** From a query to ranked documents: ranking, and what the query insists on. */
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
  // Topic is worked out for the best documents alone, and would cut off the others.
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
