import { RECORD_VERSION, type LogRecord } from './record.js';

/** Turns a record of one version into one of the next. */
export type Upcast = (record: LogRecord) => LogRecord;

/**
 * One step for every version before the highest this build reads, by the version it takes; old logs are read for ever. What came
 * with the second (events, digests of texts) and the third (records set aside) was added, so that an older record stays what it is.
 */
export const UPCASTS: ReadonlyMap<number, Upcast> = new Map(
  [1, 2].map((version) => [version, (record: LogRecord) => record]),
);

/** A record as this build reads it; undefined when no way leads there from its version. Newer ones are as they are. */
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
