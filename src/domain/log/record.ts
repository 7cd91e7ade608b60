import type { JsonObject } from '../value/json.js';

/** SHA-256, hex, of the canonical JSON of a record without its `id`. */
export type RecordId = string;
/** A spec's `uid`, or `project`. */
export type StreamId = string;

export const PROJECT_STREAM: StreamId = 'project';
/** Version written by this build; older ones are upcast when read, newer ones kept and passed over. */
export const RECORD_VERSION = 1;

/** An event as it stands in the log: known types are narrowed by the fold, unknown ones kept. */
export interface RecordedEvent {
  readonly type: string;
  readonly data: JsonObject;
}

/** One command's outcome, immutable. Format: docs/log-format.md. */
export interface LogRecord {
  readonly v: number;
  readonly id: RecordId;
  readonly spec: StreamId;
  /** 1 + the highest clock this clone had seen; the order of history, with `id` to break ties. */
  readonly lamport: number;
  /** Heads of the stream when it was written. */
  readonly parents: readonly RecordId[];
  /** Absent, like `at` and `nonce`, on observations two branches must write identically. */
  readonly actor?: string;
  /** UTC with milliseconds; told to people, never used to order. */
  readonly at?: string;
  readonly command: string;
  /** Shared by all records of one command. */
  readonly nonce?: string;
  /** Digest of the frontmatter this record leads to; absent in the project stream. */
  readonly digest?: string;
  readonly events: readonly RecordedEvent[];
}

export type NewRecord = Omit<LogRecord, 'id' | 'v'>;
