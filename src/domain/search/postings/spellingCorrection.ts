import { editDistance } from '../../naming/nearestWords.js';

/** A word of the query that occurs in no document (`from`), and its replacement (`to`). */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/**
 * The least length of a word that is corrected (`SHORTEST`), and of one that is corrected by two edits (`TWO_EDITS_FROM`).
 * Shorter words are often only one edit from another correct word, such as seat and set.
 */
const SHORTEST = 5;
const TWO_EDITS_FROM = 10;

/**
 * Returns the known word that an unknown word most likely means: one edit away, or two edits in long words. Of several nearest
 * words, the most frequent one is returned.
 * @param frequencyOf returns the number of documents that have a word; 0 for a word that only older versions or deleted documents
 * have.
 */
export function correctionOf(
  word: string,
  vocabulary: Iterable<string>,
  frequencyOf: (known: string) => number,
): Correction | undefined {
  if (word.length < SHORTEST || !/^\p{L}+$/u.test(word)) return undefined;
  const most = word.length >= TWO_EDITS_FROM ? 2 : 1;
  let best: { readonly word: string; readonly distance: number; readonly frequency: number } | undefined;
  for (const known of vocabulary) {
    if (Math.abs(known.length - word.length) > most || known[0] !== word[0]) continue;
    const distance = editDistance(word, known);
    if (distance > most || distance > (best?.distance ?? most)) continue;
    const frequency = frequencyOf(known);
    if (frequency === 0) continue;
    const nearer =
      best === undefined ||
      distance < best.distance ||
      (distance === best.distance &&
        (frequency > best.frequency || (frequency === best.frequency && known < best.word)));
    if (nearer) best = { word: known, distance, frequency };
  }
  return best && { from: word, to: best.word };
}
