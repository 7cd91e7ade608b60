import type { DocumentTerms } from './documentTerms.js';

/** Postings of a collection, built once for many queries. */
export interface Collection {
  readonly keys: readonly string[];
  readonly lengths: readonly number[];
  readonly averageLength: number;
  readonly documents: readonly DocumentTerms[];
  /** By term: document numbers and weighted frequencies, side by side. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

export function collect(entries: readonly (readonly [key: string, terms: DocumentTerms])[]): Collection {
  const postings = new Map<string, number[]>();
  entries.forEach(([, { frequencies }], document) => {
    for (const [term, frequency] of frequencies) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [document, frequency]);
      else list.push(document, frequency);
    }
  });
  const lengths = entries.map(([, { length }]) => length);
  return {
    keys: entries.map(([key]) => key),
    lengths,
    averageLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    documents: entries.map(([, terms]) => terms),
    postings,
  };
}

/** How telling a term is: ln(1 + (N − n + ½) / (n + ½)), Robertson and Zaragoza 2009. */
export function inverseFrequency(collection: Collection, term: string): number {
  const n = (collection.postings.get(term)?.length ?? 0) / 2;
  return Math.log(1 + (collection.keys.length - n + 0.5) / (n + 0.5));
}
