import { adjacentPostings } from './adjacency.js';
import type { PostingSource } from './postings.js';
import type { SearchQuery } from './query/searchQuery.js';
import { rank, type Ranking } from './rank.js';
import type { RankContext } from './rankContext.js';
import type { SplitText, WordSplitter } from './text/wordSplitter.js';
import { type Correction, correctionOf } from './vocabulary.js';

export interface FindContext extends RankContext {
  readonly splitter: WordSplitter;
  /** Every written word of the index; asked for only when the query has an unknown one. */
  readonly vocabulary: () => Iterable<{ readonly word: string; readonly frequency: number }>;
}

export interface Found {
  /** Best first: what holds all the query insists on and scores more than by chance. */
  readonly documents: readonly number[];
  readonly ranking: Ranking;
  readonly corrections: readonly Correction[];
}

/** Of the best score; what has less shares a common word with the query and nothing else. */
const LEAST_SHARE = 0.25;

/** The whole way from a query to ranked documents: correction, ranking, and what the query insists on. */
export function findDocuments(query: SearchQuery, context: FindContext): Found {
  const { splitter, source } = context;
  const corrections = correctionsFor(splitter.split(query.text), context);
  const text = corrected(query.text, corrections);
  const ranking = rank(splitter.split(text), context);
  let allowed: ReadonlySet<number> | undefined;
  for (const phrase of [...query.phrases, ...query.required]) {
    const documents = documentsWith(corrected(phrase, corrections), splitter, source);
    allowed = allowed === undefined ? documents : intersection(allowed, documents);
  }
  const excluded = query.excluded.map((words) => documentsWith(words, splitter, source));
  if (excluded.some(({ size }) => size > 0)) {
    const kept = allowed ?? new Set(ranking.documents);
    allowed = new Set([...kept].filter((document) => !excluded.some((set) => set.has(document))));
  }
  // Topic is worked out for the best documents alone, and would cut off the others.
  const ownScore = (document: number) => ranking.scoreOf(document) - ranking.sharesOf(document).topic;
  const least = LEAST_SHARE * Math.max(0, ...ranking.documents.slice(0, 1).map(ownScore));
  const documents = ranking.documents.filter(
    (document) => ownScore(document) >= least && (allowed === undefined || allowed.has(document)),
  );
  return { documents, ranking, corrections };
}

/** Words that occur nowhere, mean nothing to the related-words table, and look like a known word. */
function correctionsFor({ tokens }: SplitText, context: FindContext): readonly Correction[] {
  const { source, related } = context;
  const unknown = tokens.filter(
    ({ stop, stem }) => !stop && source.postings('s', stem).documents.length === 0 && !related.has(stem),
  );
  if (unknown.length === 0) return [];
  const vocabulary = [...context.vocabulary()];
  return unknown.flatMap(({ surface }) => correctionOf(surface, vocabulary) ?? []);
}

function corrected(text: string, corrections: readonly Correction[]): string {
  return corrections.reduce(
    (before, { from, to }) => before.replace(new RegExp(`(?<![\\p{L}])${from}(?![\\p{L}])`, 'giu'), to),
    text,
  );
}

/** Documents that hold the words of `text` in a row; one word is a row too. */
function documentsWith(text: string, splitter: WordSplitter, source: PostingSource): ReadonlySet<number> {
  const stems = splitter.split(text).tokens.filter(({ stop }) => !stop);
  const [first, ...rest] = stems.map(({ stem }) => source.postings('s', stem));
  if (first === undefined) return new Set();
  return new Set(rest.reduce(adjacentPostings, first).documents);
}

function intersection(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...a].filter((document) => b.has(document)));
}
