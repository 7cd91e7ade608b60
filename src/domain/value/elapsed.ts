const DAY = 86_400_000;

/** Days from one day or timestamp to another, with fractions, never negative; undefined when either is no time. */
export function elapsedDays(from: string, to: string): number | undefined {
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  return Number.isNaN(days) ? undefined : Math.max(0, days);
}
