import type { PostingSource } from '../postings/postings.js';
import type { RelatedWords } from '../related/relatedWords.js';
import type { RankSettings } from './rankSettings.js';

/** The input of ranking. */
export interface RankContext {
  readonly source: PostingSource;
  readonly related: RelatedWords;
  readonly settings: RankSettings;
  /**
   * Returns the place of a document among documents with equal scores. By default it is the document's number, which depends on
   * the order of indexing.
   */
  readonly placeOf?: (document: number) => number;
  /** The similarity in meaning of each document to the query, in standard deviations above the mean; absent without vectors. */
  readonly likeness?: Float64Array;
  readonly stem: (word: string) => string;
  /** The stems of corrected words, which replaced unknown words of the query. */
  readonly guessed?: ReadonlySet<string>;
  /** Returns the stems of a document with their counts, weighted by search field. Called only for the best documents. */
  readonly stemsOf: (document: number) => ReadonlyMap<string, number>;
}
