import { RECORD_VERSION, type LogRecord } from './record.js';

/** Converts a record of one version to the next. */
export type Upcast = (record: LogRecord) => LogRecord;

/**
 * One step for each version before the highest this build reads, by the version it takes. The second version (events, text
 * digests) and the third (records set aside) only added things, so older records stay unchanged.
 */
export const UPCASTS: ReadonlyMap<number, Upcast> = new Map(
  [1, 2].map((version) => [version, (record: LogRecord) => record]),
);

/** Converts a record to the version this build reads; undefined if a step is missing. Newer records stay as they are. */
export function upcast(
  record: LogRecord,
  upcasts: ReadonlyMap<number, Upcast> = UPCASTS,
  version: number = RECORD_VERSION,
): LogRecord | undefined {
  let current = record;
  while (current.v < version) {
    const step = upcasts.get(current.v);
    if (step === undefined) return undefined;
    current = { ...step(current), v: current.v + 1 };
  }
  return current;
}
