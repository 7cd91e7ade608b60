/** The latest time that a Date can hold. */
const LATEST_MS = 8.64e15;
/** The end of an ISO 8601 time with milliseconds. */
const MILLISECONDS = '.000Z';

/**
 * Formats a time as written in records: ISO 8601, UTC, with milliseconds.
 * @param time milliseconds since 1970.
 */
export function instantOf(time: number): string {
  return new Date(Math.min(time, LATEST_MS)).toISOString();
}

/**
 * Formats a time as written in documents and views: ISO 8601, UTC, in seconds.
 * @param at a time as written in records, or milliseconds since 1970.
 */
export function timestampOf(at: string | number): string {
  if (typeof at === 'number') return `${instantOf(at).slice(0, -MILLISECONDS.length)}Z`;
  return at.replace(/\.\d+Z/, 'Z');
}

/** Normalizes an ISO 8601 time, `2024-02-03T09:00:00Z`; undefined for other texts and for years beyond four digits. */
export function momentIn(text: string): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}(?!\d)/.test(text)
    ? Date.parse(text.replace(/(\.\d{3})\d+/, '$1'))
    : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const moment = new Date(time).toISOString();
  return /^\d{4}-/.test(moment) ? moment : undefined;
}
