/**
 * Kinds of terms, by the first letter of their key: stems (`s`), words as written (`f`), words written as one (`c`).
 * Adjacent stems need no terms of their own: postings of stems carry positions.
 */
export type TermClass = 's' | 'f' | 'c';

/** Where a term occurs; documents ascend. */
export interface Postings {
  readonly documents: readonly number[];
  /** How often in the five search fields, document after document. */
  readonly counts: readonly number[];
  /** Positions in the i-th document, ascending; stems only. */
  positions(i: number): readonly number[];
}

export const NO_POSTINGS: Postings = { documents: [], counts: [], positions: () => [] };

/** What ranking needs of an index. Document numbers are below `capacity`; not every number need be in use. */
export interface PostingSource {
  readonly documentCount: number;
  readonly capacity: number;
  /** In stems. */
  readonly averageLength: number;
  lengthOf(document: number): number;
  /** A term that occurs nowhere has empty postings. */
  postings(termClass: TermClass, word: string): Postings;
}
