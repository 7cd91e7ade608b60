const DAY = 86_400_000;

/**
 * Returns the number of days between two days or timestamps, with fractions and never negative; undefined if either is invalid.
 */
export function elapsedDays(from: string, to: string): number | undefined {
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  return Number.isNaN(days) ? undefined : Math.max(0, days);
}
