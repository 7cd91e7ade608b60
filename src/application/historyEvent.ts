import type { JsonObject } from '../domain/value/json.js';

/** One event of the log as `history` tells it; the `event` shape of `--json`. */
export interface HistoryEvent {
  readonly id: string;
  readonly type: string;
  /** Null on observations, which carry no time and no actor. */
  readonly at: string | null;
  readonly actor: string | null;
  /** The spec's folder name, or its uid when the log no longer says; null in the project stream. */
  readonly spec: string | null;
  readonly data: JsonObject;
}
