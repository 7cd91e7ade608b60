import type { HistoryEvent } from '../domain/log/historyEvent.js';
import type { LogEnd } from '../domain/log/logEnd.js';
import type { LogRecord, NewRecord, StreamId } from '../domain/log/records/record.js';
import type { StagedFile } from './fileSystem.js';

/** A file in the log that is no record, or whose content is not what its name says. */
export interface LogDamage {
  readonly file: string;
  readonly message: string;
  /** Nobody knows what it holds: it is named like a record or a pack, and could not be read. */
  readonly isUnread?: true;
}

export interface LogStream {
  readonly stream: StreamId;
  /** In folding order (`orderRecords`), each id once; none whose content is not what its id says. */
  readonly records: readonly LogRecord[];
  readonly damages: readonly LogDamage[];
}

/** A record that is on disk under a temporary name; committing it is the change. */
export interface StagedRecord {
  /** The file that is to become the record, where a record is a file: another process then finishes what this one began. */
  readonly staged?: StagedFile;
  /** Idempotent for identical records. */
  commit(): void;
  discard(): void;
  /** Takes a record back out that was committed a moment ago in a command that failed afterwards. */
  revoke(): void;
}

/** The append-only record of every change. Concurrency is the caller's: see ProjectLock. */
export interface EventLog {
  /**
   * A stream with what is wrong with its files; one bad file keeps none of the others away. An unknown stream is empty, not an error.
   * @throws SpectoolError `LOG_UNREADABLE` for a folder that cannot be looked into.
   */
  read(stream: StreamId): LogStream;
  /**
   * Its records alone.
   * @param wanted leaves out the others before their hashes are computed, which takes most of the time.
   */
  records(stream: StreamId, wanted?: (record: LogRecord) => boolean): readonly LogRecord[];
  /**
   * What is wrong with the streams that were read through this, each as it was read last.
   * @param stream of this one alone.
   */
  damages?(stream?: StreamId): readonly LogDamage[];
  /** Every stream that has a folder, in name order. */
  streams(): readonly StreamId[];
  /**
   * How each of these streams ends; one that is not there may be left out. For a log that remembers, and opens only streams that
   * changed since it was asked last; of another all records are read.
   */
  ends?(streams: readonly StreamId[]): ReadonlyMap<StreamId, LogEnd>;
  /** Highest clock this clone has seen in the whole log; 0 when there is none. */
  highestLamport(): number;
  /** Highest sequence number any spec of this log ever had, deleted ones included; 0 when there is none. */
  highestSequence(): number;
  /** Highest version any record of it has; 0 when there is none. */
  highestVersion?(): number;
  /**
   * Packs the loose files of a stream (four or more) into one; what was in them reads as before.
   * @returns how many files were packed; 0 when there was nothing to do.
   */
  pack(stream: StreamId): number;
  /**
   * Gives a record its version and its id.
   * @throws SpectoolError `LOG_UNREADABLE` for a stream or a clock no log can hold.
   */
  seal(record: NewRecord): LogRecord;
  /**
   * Writes a sealed record durably under a temporary name.
   * @throws SpectoolError `LOG_UNREADABLE` where a file of its stream could not be read: what it follows on is not known.
   */
  stage(record: LogRecord): StagedRecord;
  /** As `stage`, for sealed records of one stream that come at once: they become one file. Without it, each is staged by itself. */
  stagePack?(records: readonly LogRecord[]): StagedRecord;
}

/** Hears every event this program records, once and in order, when the change it belongs to is whole and the project is free again. */
export interface EventSubscriber {
  heard(event: HistoryEvent): void;
}
