/** Specs that were taken out leave gaps. */
const WIDEST_GAP = 10;
/** Below this no number is taken for a year. */
const FIRST_YEAR = 1900;

/**
 * Of numbers that read like years, the ones that were counted up to: a tree of that many specs reaches them one by one from below,
 * where folders called after years stand alone. A number two folders share is left out.
 */
export function countedNumbers(numbers: readonly number[]): ReadonlySet<number> {
  const sorted = [...numbers].sort((a, b) => a - b);
  const counted = new Set<number>();
  let last = 0;
  for (const [i, number] of sorted.entries()) {
    if (number - last > WIDEST_GAP) {
      if (number >= FIRST_YEAR) break;
      last = number;
      continue;
    }
    last = number;
    if (number >= FIRST_YEAR && number !== sorted[i - 1] && number !== sorted[i + 1]) counted.add(number);
  }
  return counted;
}
