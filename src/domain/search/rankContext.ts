import type { PostingSource } from './postings.js';
import type { RankSettings } from './rankSettings.js';
import type { RelatedWords } from './related/relatedWords.js';
import type { SplitText } from './text/wordSplitter.js';

/** What ranking works with. */
export interface RankContext {
  readonly source: PostingSource;
  readonly related: RelatedWords;
  readonly settings: RankSettings;
  readonly stem: (word: string) => string;
  /** How often each stem stands in a document, by field weight; for feedback. */
  readonly stemsOf: (document: number) => ReadonlyMap<string, number>;
  /** Likeness of topic, 0 to 1, by document; empty when there is no topic model. */
  readonly topics?: (query: SplitText) => Float32Array;
}
