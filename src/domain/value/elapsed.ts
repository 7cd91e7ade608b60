const DAY = 86_400_000;

/** Days from one day or timestamp to another, with fractions, never negative; undefined when either is no time. */
export function elapsedDays(from: string, to: string): number | undefined {
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  return Number.isNaN(days) ? undefined : Math.max(0, days);
}

/** When the next of these is a whole number of days ago; milliseconds since 1970, infinite when none is a time. */
export function nextWholeDay(moments: readonly (string | null)[], now: string): number {
  const at = Date.parse(now);
  let next = Infinity;
  for (const moment of moments) {
    const begun = moment === null ? NaN : Date.parse(moment);
    if (!Number.isNaN(begun))
      next = Math.min(next, begun + (Math.floor(Math.max(0, at - begun) / DAY) + 1) * DAY);
  }
  return next;
}
