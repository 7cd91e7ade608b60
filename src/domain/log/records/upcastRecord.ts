import { RECORD_VERSION, type LogRecord } from './record.js';

/** Converts a record of one version to the next version. */
export type Upcast = (record: LogRecord) => LogRecord;

/**
 * The conversions of records to the next version, by the version that they convert from. Versions 2 (events, text digests) and 3
 * (records set aside) only added fields and events, so older records stay unchanged.
 */
export const UPCASTS: ReadonlyMap<number, Upcast> = new Map(
  [1, 2].map((version) => [version, (record: LogRecord) => record]),
);

/** Converts a record to the version that this version of spectool reads; undefined if it cannot be converted. */
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
