import { type LogRecord, PROJECT_STREAM } from './records/record.js';
import type { JsonObject } from '../value/json.js';

/** One event as `history` and every change print it; the `event` shape of `--json`. */
export interface HistoryEvent {
  /** Id of the record, shared by all events of one record. */
  readonly id: string;
  readonly type: string;
  /** UTC with milliseconds; null for an observation. */
  readonly at: string | null;
  readonly actor: string | null;
  /**
   * The spec's folder name, with its path if a command changed several specs with the same folder name; the spec's id if the log
   * does not name the folder; null in the project stream.
   */
  readonly spec: string | null;
  readonly data: JsonObject;
}

/** @param ref folder name of the spec, if known. */
export function historyEvents(record: LogRecord, ref?: string): readonly HistoryEvent[] {
  return record.events.map(({ type, data }) => ({
    id: record.id,
    type,
    at: record.at ?? null,
    actor: record.actor ?? null,
    spec: record.spec === PROJECT_STREAM ? null : (ref ?? record.spec),
    data,
  }));
}
