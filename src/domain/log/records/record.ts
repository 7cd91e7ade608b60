import { type JsonObject, type JsonValue, canonicalJson } from '../../value/jsonValue.js';
import type { TextHash } from '../digests.js';

/** The id of a record: the SHA-256, in hex, of the record's canonical JSON without `id`. */
export type RecordId = string;
/** The id of a log: a spec's `id`, or `project` for the log of the configuration. */
export type StreamId = string;

/** Part of the text whose hash is the id of an imported spec; it must never change, because the ids would then change. */
const TOOL = 'spectool';

/**
 * Derives the id of the log of an imported spec or of a document without `id`: from a text such as the folder name, and a date or
 * number. Two branches that import the same document get the same id, of 16 characters, of which the first is a letter.
 */
export function derivedStreamId(
  ref: string,
  created: string | undefined,
  sha256: (text: string) => string,
): string {
  return `i${sha256(`${TOOL} import\n${ref}\n${created ?? ''}`).slice(0, 15)}`;
}

export const PROJECT_STREAM: StreamId = 'project';
/**
 * The highest record version that this version of spectool reads: older records are converted, newer records are kept but
 * skipped. A record is written with the lowest version in which it has the same meaning.
 */
export const RECORD_VERSION = 3;

/** An event as written in the log; its type may be unknown to this version of spectool. */
export interface RecordedEvent {
  readonly type: string;
  readonly data: JsonObject;
}

/** The immutable outcome of one command. Format: docs/internals/log-format.md. */
export interface LogRecord {
  readonly v: number;
  readonly id: RecordId;
  readonly spec: StreamId;
  /**
   * The Lamport clock: 1 + the highest clock that this clone had read. Clock and `id` order the records of the log's first
   * format.
   */
  readonly lamport: number;
  /** The heads of the log when the record was written. */
  readonly parents: readonly RecordId[];
  /**
   * The actor who made the change. Absent, like `at` and `nonce`, in an observation (a record of a hand edit), because two
   * branches that observe the same edit must write equal records.
   */
  readonly actor?: string;
  /** The time of the change, UTC with milliseconds; see `effectiveTimes`. */
  readonly at?: string;
  readonly command: string;
  /** A random text, which all records of one command share. */
  readonly nonce?: string;
  /** Digest of the frontmatter after this record; absent in the log of the project. */
  readonly digest?: string;
  /** Digest of the text below the frontmatter after this record; absent in records of the log's first format. */
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

/** Formats the text of one record as a single line with a line end. */
export function inOneLine(text: string): string {
  const line = text.trim();
  return `${/[\r\n]/.test(line) ? canonicalJson(JSON.parse(line) as JsonValue) : line}\n`;
}
