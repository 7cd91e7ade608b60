import type { JsonObject } from '../../value/json.js';
import type { TextHash } from '../textHash.js';

/** SHA-256, hex, of the canonical JSON of a record without its `id`. */
export type RecordId = string;
/** A spec's `id`, or `project`. */
export type StreamId = string;

/** Part of the hashed text from which ids are made, so it must never change. */
const TOOL = 'spectool';

/**
 * Derives the id of an imported spec from its folder name and date, so that two branches importing the same folder get the same
 * id. 16 characters, the first a letter.
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
 * The highest version this build reads: older records are upcast, newer ones are kept and passed over. A record is written with
 * the lowest version that readers fold in the same way.
 */
export const RECORD_VERSION = 3;

/** An event as it is in the log: the fold narrows known types and keeps unknown ones. */
export interface RecordedEvent {
  readonly type: string;
  readonly data: JsonObject;
}

/** The immutable outcome of one command. Format: docs/log-format.md. */
export interface LogRecord {
  readonly v: number;
  readonly id: RecordId;
  readonly spec: StreamId;
  /** 1 + the highest clock this clone had seen; orders records of the first format, together with `id`. */
  readonly lamport: number;
  /** The heads of the stream when the record was written. */
  readonly parents: readonly RecordId[];
  /** Absent, like `at` and `nonce`, in observations, which two branches must write identically. */
  readonly actor?: string;
  /** UTC with milliseconds; see `effectiveTimes`. */
  readonly at?: string;
  readonly command: string;
  /** Shared by all records of one command. */
  readonly nonce?: string;
  /** Digest of the frontmatter after this record; absent in the project stream. */
  readonly digest?: string;
  /** Digest of the text below the frontmatter after this record; absent in the first format. */
  readonly text?: string;
  /** Hashes of the text's lines, set if the record changed the text; they show which sections a later hand edit changed. */
  readonly lines?: TextHash;
  readonly events: readonly RecordedEvent[];
}

export type NewRecord = Omit<LogRecord, 'id' | 'v'>;

/** The number of characters of an id that are displayed. */
export const SHORT_ID = 10;

/** Returns the short form of an event's or a record's id. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID);
}
