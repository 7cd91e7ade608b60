/** Later than this no date can be written. */
const LATEST_MS = 8.64e15;
/** What an instant ends with. */
const MILLISECONDS = '.000Z';

/** A time as records have it: ISO 8601, UTC, milliseconds. @param time milliseconds since 1970. */
export function instantOf(time: number): string {
  return new Date(Math.min(time, LATEST_MS)).toISOString();
}

/** A time as documents and views have it: ISO 8601, UTC, seconds. @param at as records have it, or milliseconds since 1970. */
export function timestampOf(at: string | number): string {
  if (typeof at === 'number') return `${instantOf(at).slice(0, -MILLISECONDS.length)}Z`;
  return at.replace(/\.\d+Z/, 'Z');
}

/** The moment that a time of ISO 8601 names, `2024-02-03T09:00:00Z`; undefined for other texts and for years a calendar date cannot have. */
export function momentIn(text: string): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}(?!\d)/.test(text)
    ? Date.parse(text.replace(/(\.\d{3})\d+/, '$1'))
    : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const moment = new Date(time).toISOString();
  return /^\d{4}-/.test(moment) ? moment : undefined;
}
