import type { LogRecord } from './record.js';
import { effectiveTimes } from './recordOrder.js';

/** Effective time of the last change somebody made, milliseconds since 1970; undefined where records tell only of what was found. */
export function lastChange(records: readonly LogRecord[]): number | undefined {
  const done = records.filter(({ at }) => at !== undefined);
  if (done.length === 0) return undefined;
  const times = effectiveTimes(records);
  return done.reduce((latest, { id }) => Math.max(latest, times.get(id) ?? 0), 0);
}
