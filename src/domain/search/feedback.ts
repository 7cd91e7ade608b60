import { type Collection, inverseFrequency } from './collection.js';
import { termScores } from './bm25.js';

const DOCUMENTS = 5;
const TERMS = 20;

/**
 * What the first documents have in common, as a second query (RM3 in spirit: Lavrenko and Croft 2001, Abdul-Jaleel et al. 2004).
 * Scores are between 0 and 1.
 */
export function feedback(
  first: ReadonlyMap<number, number>,
  collection: Collection,
): ReadonlyMap<number, number> {
  const top = [...first].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, DOCUMENTS);
  const total = top.reduce((sum, [, score]) => sum + score, 0);
  if (total <= 0) return new Map();
  const weights = new Map<string, number>();
  for (const [document, score] of top) {
    const terms = collection.documents[document];
    if (terms === undefined || terms.length === 0) continue;
    for (const [term, frequency] of terms.frequencies) {
      if (!term.startsWith('s')) continue;
      const idf = inverseFrequency(collection, term);
      weights.set(term, (weights.get(term) ?? 0) + ((score / total) * frequency * idf) / terms.length);
    }
  }
  const chosen = [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, TERMS);
  const scores = new Map<number, number>();
  for (const [term, weight] of chosen) {
    for (const [document, score] of termScores(collection, term))
      scores.set(document, (scores.get(document) ?? 0) + score * weight);
  }
  const best = Math.max(...scores.values(), 1e-9);
  return new Map([...scores].map(([document, score]) => [document, score / best]));
}
