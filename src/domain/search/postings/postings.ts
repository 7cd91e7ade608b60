/**
 * Kinds of terms, by the first letter of their key: stems (`s`), words as written (`f`), words written as one (`c`).
 * Adjacent stems need no terms of their own: postings of stems carry positions.
 */
export type TermClass = 's' | 'f' | 'c';

/** Where a term occurs; documents ascend. */
export interface Postings {
  readonly documents: readonly number[];
  /** How often in each of the search fields, document after document. */
  readonly counts: readonly number[];
  /** Positions in the i-th document, ascending; stems only. */
  positions(i: number): readonly number[];
}

export const NO_POSTINGS: Postings = { documents: [], counts: [], positions: () => [] };

/** Where a document stands among ascending ones; -1 when it does not. */
export function placeAmong(documents: readonly number[], document: number): number {
  let [low, high] = [0, documents.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = documents[middle] as number;
    if (found === document) return middle;
    if (found < document) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** What ranking needs of an index. Document numbers are below `capacity`; not every number need be in use. */
export interface PostingSource {
  readonly documentCount: number;
  readonly capacity: number;
  /** In stems. */
  readonly averageLength: number;
  lengthOf(document: number): number;
  /** Of title and lead. */
  readonly averageLead: number;
  leadOf(document: number): number;
  /** A term that occurs nowhere has empty postings. */
  postings(termClass: TermClass, word: string): Postings;
}
