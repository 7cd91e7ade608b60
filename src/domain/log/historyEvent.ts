import { type LogRecord, PROJECT_STREAM } from './records/record.js';
import type { JsonObject } from '../value/json.js';

/** One recorded fact as `history` and every change answer it; the `event` shape of `--json`. */
export interface HistoryEvent {
  /** Id of the record: all facts of one command share it. */
  readonly id: string;
  readonly type: string;
  /** UTC with milliseconds; null for what was observed, not done. */
  readonly at: string | null;
  readonly actor: string | null;
  /**
   * The spec's folder name, with the way there where a command changed several that are called so; its identity when the log no longer
   * says; null in the project stream.
   */
  readonly spec: string | null;
  readonly data: JsonObject;
}

/** @param ref folder name of the spec, as far as it is known. */
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
