import type { Found } from './findDocuments.js';

/** Enough documents to tell by their spread what is much. */
const MANY = 30;
/** What shares the words has to be like it too; what does not, very much so. */
const WITH_WORDS = { cosine: 0.65, deviations: 2.8, coverage: 0.8, share: 3 } as const;
const WITHOUT = { cosine: 0.8, deviations: 4 } as const;

/** False when no document is like enough a new text to be one of `duplicateSpecs`, whatever its words. */
export function mayHaveDuplicate(cosines: Float64Array, deviations: Float64Array, count: number): boolean {
  return cosines.some(
    (cosine, document) =>
      cosine >= WITH_WORDS.cosine && (count < MANY || (deviations[document] ?? 0) >= WITH_WORDS.deviations),
  );
}

/**
 * Documents that a new text of this title may repeat, best first: about nearly all its words, and like it in meaning. Found by
 * looking at what the titles of 305 specs bring up among the others; a wrong one costs a question, so few are better.
 */
export function duplicateSpecs(
  { documents, ranking }: Found,
  cosines: Float64Array,
  deviations: Float64Array,
  count: number,
): readonly number[] {
  const mass = ranking.concepts.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return documents.filter((document) => {
    const cosine = cosines[document] ?? 0;
    const isFar = (least: number) => count < MANY || (deviations[document] ?? 0) >= least;
    if (cosine >= WITHOUT.cosine && isFar(WITHOUT.deviations)) return true;
    return (
      cosine >= WITH_WORDS.cosine &&
      isFar(WITH_WORDS.deviations) &&
      ranking.isAnswer(document) &&
      ranking.coverageOf(document) >= WITH_WORDS.coverage &&
      ranking.scoreOf(document) / mass >= WITH_WORDS.share
    );
  });
}
