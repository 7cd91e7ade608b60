import type { JsonObject } from '../../value/json.js';
import type { TextPrint } from '../textPrint.js';

/** SHA-256, hex, of the canonical JSON of a record without its `id`. */
export type RecordId = string;
/** A spec's `uid`, or `project`. */
export type StreamId = string;

/** Part of what identities are made of: it is never another. */
const TOOL = 'spectool';

/**
 * Identity of a spec made elsewhere: derived, so that two branches importing the same folder agree on it.
 * 16 characters, the first a letter.
 */
export function importedId(
  ref: string,
  created: string | undefined,
  sha256: (text: string) => string,
): string {
  return `i${sha256(`${TOOL} import\n${ref}\n${created ?? ''}`).slice(0, 15)}`;
}

export const PROJECT_STREAM: StreamId = 'project';
/**
 * The highest version this build reads: older ones are upcast, newer ones kept and passed over. A record is written with the lowest
 * version whose readers fold it alike.
 */
export const RECORD_VERSION = 3;

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
  /** 1 + the highest clock this clone had seen; with `id` the order of records of the first format. */
  readonly lamport: number;
  /** Heads of the stream when it was written. */
  readonly parents: readonly RecordId[];
  /** Absent, like `at` and `nonce`, on observations two branches must write identically. */
  readonly actor?: string;
  /** UTC with milliseconds; see `effectiveTimes`. */
  readonly at?: string;
  readonly command: string;
  /** Shared by all records of one command. */
  readonly nonce?: string;
  /** Digest of the frontmatter this record leads to; absent in the project stream. */
  readonly digest?: string;
  /** Digest of the text it leads to, below the frontmatter; the first format had none. */
  readonly text?: string;
  /** Set where that text is not the one before: by it the next edit by hand is told section by section. */
  readonly lines?: TextPrint;
  readonly events: readonly RecordedEvent[];
}

export type NewRecord = Omit<LogRecord, 'id' | 'v'>;

/** How much of an id people read and type: the same everywhere. */
export const SHORT_ID = 10;

/** An event's or a record's id as people read and type it. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID);
}
