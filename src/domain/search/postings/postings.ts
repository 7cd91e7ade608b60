/**
 * The kinds of terms in the index, by the first letter of their key: stems (`s`), words as written (`f`), compounds written as
 * one word (`c`).
 */
export type TermClass = 's' | 'f' | 'c';

/** The occurrences of a term in the documents, in ascending order of documents. */
export interface Postings {
  readonly documents: readonly number[];
  /** The number of occurrences in each search field, for one document after the other. */
  readonly counts: readonly number[];
  /** Returns the term's positions in the i-th document of `documents`, ascending. Only stems have positions. */
  positions(i: number): readonly number[];
}

export const NO_POSTINGS: Postings = { documents: [], counts: [], positions: () => [] };

/** Returns the index of a document in an ascending list; -1 if it is missing. */
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

/** The part of an index that ranking uses. Document numbers are below `capacity`; some may be unused. */
export interface PostingSource {
  readonly documentCount: number;
  readonly capacity: number;
  /** The mean number of stems in a document's own text. */
  readonly averageLength: number;
  lengthOf(document: number): number;
  /** The mean number of stems in a document's title and lead. */
  readonly averageLead: number;
  leadOf(document: number): number;
  /** Returns the occurrences of a term; empty postings if the term does not occur. */
  postings(termClass: TermClass, word: string): Postings;
}
