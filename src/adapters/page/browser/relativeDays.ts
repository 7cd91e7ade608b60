const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Returns how long ago a day or timestamp was, in words. Computed in the browser, so that the exported file does not depend on
 * the time of the export.
 */
export function ago(at: string, now: number): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return '';
  const past = now - time;
  if (at.length === 10) {
    const days = Math.floor(past / DAY);
    if (days <= 0) return 'today';
    return days === 1 ? 'yesterday' : span(days * DAY);
  }
  if (past < MINUTE) return 'just now';
  return span(past);
}

/** Returns a duration in its largest unit, such as `3 d ago` or `5 wk ago`. */
function span(ms: number): string {
  if (ms < HOUR) return `${String(Math.floor(ms / MINUTE))} min ago`;
  if (ms < DAY) return `${String(Math.floor(ms / HOUR))} h ago`;
  const days = Math.floor(ms / DAY);
  if (days < 14) return `${String(days)} d ago`;
  if (days < 60) return `${String(Math.floor(days / 7))} wk ago`;
  return days < 730 ? `${String(Math.floor(days / 30))} mo ago` : `${String(Math.floor(days / 365))} yr ago`;
}

export function plural(count: number, one: string, several = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : several}`;
}
