/** Later than this no date can be written. */
const LATEST_MS = 8.64e15;

/** A time as records have it: ISO 8601, UTC, milliseconds. @param time milliseconds since 1970. */
export function instantOf(time: number): string {
  return new Date(Math.min(time, LATEST_MS)).toISOString();
}

/** A time as documents and views have it: ISO 8601, UTC, seconds. @param at as records have it, or milliseconds since 1970. */
export function timestampOf(at: string | number): string {
  const written = typeof at === 'string' ? at : instantOf(at);
  return written.replace(/\.\d+Z/, 'Z');
}
