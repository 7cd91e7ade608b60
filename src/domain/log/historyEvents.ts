import type { ProjectEvent } from '../project/projectConfigFromEvents.js';
import type { SpecEvent } from '../spec/specEvents.js';
import type { JsonObject } from '../value/jsonValue.js';
import { type LogRecord, PROJECT_STREAM } from './records/record.js';

/** One event as printed by `history` and by commands that change something. `--json` prints events in this form. */
export interface HistoryEvent {
  /** The id of the event's record, shared by all events of the record. */
  readonly id: string;
  readonly type: string;
  /** The time of the event, UTC with milliseconds; null for an observation (a record of a hand edit), which has no time. */
  readonly at: string | null;
  readonly actor: string | null;
  /**
   * The folder name of the spec, or its path if a command changed several specs with the same folder name, or its id if the log
   * does not name the folder. Null for an event of the project, such as a change of the configuration.
   */
  readonly spec: string | null;
  readonly data: JsonObject;
}

/**
 * An event of a type that this version knows: `type` tells the form of `data`. Calls record no others; only a log that a newer
 * version wrote has others.
 */
export type KnownEvent = HistoryEvent & (SpecEvent | ProjectEvent);

/** Returns the events of a log record as `history` prints them. @param ref the folder name of the spec, if known. */
export function historyEvents(record: LogRecord, ref?: string): readonly HistoryEvent[] {
  const told = record.events.filter(({ type }) => type !== 'CriteriaSeen');
  return told.map(({ type, data }) => ({
    id: record.id,
    type,
    at: record.at ?? null,
    actor: record.actor ?? null,
    spec: record.spec === PROJECT_STREAM ? null : (ref ?? record.spec),
    data,
  }));
}
