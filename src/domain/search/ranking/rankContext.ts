import type { PostingSource } from '../postings/postings.js';
import type { RelatedWords } from '../related/relatedWords.js';
import type { RankSettings } from './rankSettings.js';

/** What ranking works with. */
export interface RankContext {
  readonly source: PostingSource;
  readonly related: RelatedWords;
  readonly settings: RankSettings;
  /** What parts documents of one score: where each stands among all. By default their numbers, which may be as an index grew. */
  readonly placeOf?: (document: number) => number;
  /** How like the query each document is in meaning, in standard deviations above the mean; absent where there are no vectors. */
  readonly likeness?: Float64Array;
  readonly stem: (word: string) => string;
  /** Stems of the query that stand for words nothing knows. */
  readonly guessed?: ReadonlySet<string>;
  /** How often each stem stands in a document, by field weight; asked of the best documents only. */
  readonly stemsOf: (document: number) => ReadonlyMap<string, number>;
}
