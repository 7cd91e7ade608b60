import type { Found } from './findDocuments.js';

/** The least number of documents for which standard deviations of similarity are meaningful. */
const MANY = 30;
/** Thresholds for documents that have the words of the new title, and stricter ones (`WITHOUT`) for documents that do not. */
const WITH_WORDS = { cosine: 0.65, deviations: 2.8, coverage: 0.8, share: 3 } as const;
const WITHOUT = { cosine: 0.8, deviations: 4 } as const;

/** A quick check before `duplicateSpecs`: false if no document is similar enough to a new text, whatever words they share. */
export function mayHaveDuplicate(cosines: Float64Array, deviations: Float64Array, count: number): boolean {
  return cosines.some(
    (cosine, document) =>
      cosine >= WITH_WORDS.cosine && (count < MANY || (deviations[document] ?? 0) >= WITH_WORDS.deviations),
  );
}

/**
 * Returns documents that a new text with this title may duplicate, best first: documents with nearly all words of the title and a
 * similar meaning, or without these words but with a very similar meaning. The thresholds were chosen with the titles of 305
 * specs; they are strict, because each match asks the user a question.
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
