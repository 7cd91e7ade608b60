import { inverseFrequency } from './bm25f.js';
import type { RankContext } from './rankContext.js';
import { isTelling } from './text/isTelling.js';
import { topDocuments } from './topDocuments.js';

/** A word the best documents have in common, and its share of the expansion. */
export interface FeedbackTerm {
  readonly stem: string;
  readonly weight: number;
}

/** `scale` makes the expansion as heavy as the query's words, times the share feedback has. */
export interface Expansion {
  readonly terms: readonly FeedbackTerm[];
  readonly scale: number;
}

export const NO_EXPANSION: Expansion = { terms: [], scale: 0 };

/** Pseudo-relevance feedback: what the best documents of the first pass speak of, as further words of the query. */
export function expansionOf(
  first: Float64Array,
  concepts: number,
  { source, settings, stemsOf }: RankContext,
): Expansion {
  if (settings.feedback === 0) return NO_EXPANSION;
  const best = topDocuments(first, settings.feedbackDocuments);
  if (best.length === 0) return NO_EXPANSION;
  const mass = best.reduce((sum, document) => sum + (first[document] ?? 0), 0);
  const weights = new Map<string, number>();
  for (const document of best) {
    const share = (first[document] ?? 0) / mass / (source.lengthOf(document) || 1);
    for (const [stem, count] of stemsOf(document)) {
      if (isTelling(stem)) weights.set(stem, (weights.get(stem) ?? 0) + share * count);
    }
  }
  const candidates: FeedbackTerm[] = [];
  for (const [stem, weight] of heaviest(weights, settings.feedbackTerms * 4)) {
    const frequency = source.postings('s', stem).documents.length;
    if (frequency < 2 || frequency > source.documentCount / 2) continue;
    candidates.push({ stem, weight: weight * inverseFrequency(source.documentCount, frequency) });
  }
  const chosen = candidates.sort((a, b) => b.weight - a.weight).slice(0, settings.feedbackTerms);
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  return {
    terms: chosen.map(({ stem, weight }) => ({ stem, weight: weight / (total || 1) })),
    scale: settings.feedback * concepts,
  };
}

function heaviest(
  weights: ReadonlyMap<string, number>,
  count: number,
): readonly (readonly [string, number])[] {
  return [...weights].sort((a, b) => b[1] - a[1]).slice(0, count);
}
