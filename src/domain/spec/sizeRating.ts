/** A rating of a document's length: how well it fits a person's attention or a model's context. */
export type SizeRating = 'optimal' | 'good' | 'consider splitting' | 'should split';

/** The number of tokens above which a spec should be split. */
export const OVERSIZED_ABOVE = 5000;

export function sizeRating(tokens: number): SizeRating {
  if (tokens < 2000) return 'optimal';
  if (tokens < 3500) return 'good';
  return tokens <= OVERSIZED_ABOVE ? 'consider splitting' : 'should split';
}
