import type { PostingSource } from '../postings/postings.js';
import type { RelatedWords } from '../related/relatedWords.js';
import type { RankSettings } from './rankSettings.js';

/** The input of ranking. */
export interface RankContext {
  readonly source: PostingSource;
  readonly related: RelatedWords;
  readonly settings: RankSettings;
  /** Order of documents with equal scores. By default their numbers, which depend on how the index grew. */
  readonly placeOf?: (document: number) => number;
  /** Similarity of meaning to the query, in standard deviations above the mean; absent without vectors. */
  readonly likeness?: Float64Array;
  readonly stem: (word: string) => string;
  /** Stems that replaced unknown words of the query. */
  readonly guessed?: ReadonlySet<string>;
  /** The stems of a document with their counts, weighted by field; called only for the best documents. */
  readonly stemsOf: (document: number) => ReadonlyMap<string, number>;
}
