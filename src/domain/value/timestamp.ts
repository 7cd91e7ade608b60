/** Later than this no date can be written. */
const LATEST_MS = 8.64e15;

/** A time as documents and views have it: ISO 8601, UTC, seconds. @param at as records have it, or milliseconds since 1970. */
export function timestampOf(at: string | number): string {
  const written = typeof at === 'string' ? at : new Date(Math.min(at, LATEST_MS)).toISOString();
  return written.replace(/\.\d+Z/, 'Z');
}
