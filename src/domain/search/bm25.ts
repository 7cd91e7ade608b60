import { type Collection, inverseFrequency } from './collection.js';

const K1 = 2.5;
const B = 0.7;

/** Okapi BM25 of one term in each document that has it, over field-weighted frequencies (BM25F). */
export function termScores(collection: Collection, term: string): ReadonlyMap<number, number> {
  const list = collection.postings.get(term);
  const scores = new Map<number, number>();
  if (list === undefined) return scores;
  const idf = inverseFrequency(collection, term);
  for (let i = 0; i < list.length; i += 2) {
    const document = list[i] ?? 0;
    const frequency = list[i + 1] ?? 0;
    const norm = 1 - B + (B * (collection.lengths[document] ?? 0)) / collection.averageLength;
    scores.set(document, (idf * frequency * (K1 + 1)) / (frequency + K1 * norm));
  }
  return scores;
}
