import type { LogEnd } from '../domain/log/logSummary.js';
import type { LogRecord, NewRecord, StreamId } from '../domain/log/records/record.js';
import type { StagedFile } from './fileSystem.js';
import type { HistoryEvent } from '../domain/log/historyEvents.js';

/** A damaged file in the log: it contains no record, or its content does not match its name. */
export interface LogDamage {
  readonly file: string;
  readonly message: string;
  /** Set if the file has the name of a record or a pack but could not be read, so its records are unknown. */
  readonly isUnread?: true;
}

export interface LogStream {
  readonly stream: StreamId;
  /**
   * Records in the order in which they apply (`orderRecords`), each id once. Records whose content does not match their id
   * are left out.
   */
  readonly records: readonly LogRecord[];
  readonly damages: readonly LogDamage[];
  /** Number of log files that `compact` would pack into one; absent if they are too few, or if the log has no files. */
  readonly unpacked?: number;
}

/** A record written to disk under a temporary name. The change is made when the record is committed. */
export interface StagedRecord {
  /**
   * The file to rename to the record's final name, if records are files. With it, another process can finish an interrupted
   * commit.
   */
  readonly staged?: StagedFile;
  /** Commits the record. Has no effect if an identical record exists. */
  commit(): void;
  discard(): void;
  /** Removes the record that was just committed, because the command failed afterwards. */
  revoke(): void;
}

/** The append-only log of all changes. Callers must hold the lock while they write: see ProjectLock. */
export interface EventLog {
  /**
   * Reads the records of a stream (the log of one spec, or of the configuration), and reports damaged files; the records in all
   * other files are returned. An unknown stream is empty.
   * @throws SpectoolError `LOG_UNREADABLE` if the folder of the stream cannot be listed.
   */
  read(stream: StreamId): LogStream;
  /**
   * Returns the records of a stream, without a report of damaged files.
   * @param wanted false for records to skip; their hashes are then not computed, which saves most of the time.
   */
  records(stream: StreamId, wanted?: (record: LogRecord) => boolean): readonly LogRecord[];
  /**
   * Returns the damage in the streams read so far, as found when each stream was last read.
   * @param stream limits the result to one stream.
   */
  damages?(stream?: StreamId): readonly LogDamage[];
  /** Returns the streams read so far that have records of a newer format version. */
  newer?(): readonly StreamId[];
  /** Returns all streams that have a folder in the log, in name order. */
  streams(): readonly StreamId[];
  /**
   * Returns a summary of each of these streams (last change, actor, claim); streams that do not exist may be left out. Only a log
   * with a cache has this method, and then reads only streams that changed since the last call. Without it, callers read all
   * records.
   */
  ends?(streams: readonly StreamId[]): ReadonlyMap<StreamId, LogEnd>;
  /** True if the log of any spec has a proof. Only a log with a cache has this method; it rarely needs to read records. */
  hasProof?(): boolean;
  /** Returns the highest Lamport clock in the log of this clone; 0 if the log is empty. */
  highestLamport(): number;
  /** Returns the highest spec number ever recorded in this log, including numbers of deleted specs; 0 if there is none. */
  highestSequence(): number;
  /**
   * Packs the single record files of a stream (if there are four or more) into one file; the records stay the same.
   * @returns the number of packed files; 0 if there was nothing to pack.
   */
  pack(stream: StreamId): number;
  /**
   * Returns the record with its format version and its id.
   * @throws SpectoolError `LOG_UNREADABLE` for an invalid stream name or clock.
   */
  seal(record: NewRecord): LogRecord;
  /**
   * Writes a sealed record under a temporary name and flushes it to disk.
   * @throws SpectoolError `LOG_UNREADABLE` if a file of the record's stream could not be read, because then the parents of
   * the record are unknown.
   */
  stage(record: LogRecord): StagedRecord;
  /**
   * Writes several sealed records of one stream as one file, like `stage`. If a log does not have this method, callers stage
   * each record separately.
   */
  stagePack?(records: readonly LogRecord[]): StagedRecord;
}

/**
 * Receives every event that this process records, once and in order, after the change is complete and the lock is released.
 */
export interface EventSubscriber {
  heard(event: HistoryEvent): void;
}
