import type { HistoryEvent } from '../domain/log/historyEvent.js';
import type { LogEnd } from '../domain/log/logSummary.js';
import type { LogRecord, NewRecord, StreamId } from '../domain/log/records/record.js';
import type { StagedFile } from './fileSystem.js';

/** A file in the log that is not a record, or whose content does not match its name. */
export interface LogDamage {
  readonly file: string;
  readonly message: string;
  /** Set if the file is named like a record or a pack but could not be read, so its records are unknown. */
  readonly isUnread?: true;
}

export interface LogStream {
  readonly stream: StreamId;
  /** Records in folding order (`orderRecords`), each id once; records whose content does not match their id are left out. */
  readonly records: readonly LogRecord[];
  readonly damages: readonly LogDamage[];
}

/** A record written to disk under a temporary name. Committing the record makes the change. */
export interface StagedRecord {
  /** The file to be renamed to the record, if records are files. It lets another process finish an interrupted commit. */
  readonly staged?: StagedFile;
  /** Commits the record. Has no effect if an identical record exists. */
  commit(): void;
  discard(): void;
  /** Removes a record just committed by a command that failed afterwards. */
  revoke(): void;
}

/** The append-only log of all changes. Callers must hold the lock while they write: see ProjectLock. */
export interface EventLog {
  /**
   * Reads a stream and the damage in its files; a damaged file does not hide the others. An unknown stream is empty.
   * @throws SpectoolError `LOG_UNREADABLE` if the folder cannot be listed.
   */
  read(stream: StreamId): LogStream;
  /**
   * Returns only the records of a stream.
   * @param wanted skips other records before their hashes are computed, which takes most of the time.
   */
  records(stream: StreamId, wanted?: (record: LogRecord) => boolean): readonly LogRecord[];
  /**
   * Returns the damage found in the streams read so far, each as of its last read.
   * @param stream limits the answer to one stream.
   */
  damages?(stream?: StreamId): readonly LogDamage[];
  /** Returns all streams that have a folder, in name order. */
  streams(): readonly StreamId[];
  /**
   * Returns how each of these streams ends; missing streams may be left out. Only for logs with a cache, which open only
   * streams changed since the last call. Other logs leave this method out, and callers read all records.
   */
  ends?(streams: readonly StreamId[]): ReadonlyMap<StreamId, LogEnd>;
  /** Highest Lamport clock in the log of this clone; 0 if there is none. */
  highestLamport(): number;
  /** Highest spec number ever recorded in this log, including deleted specs; 0 if there is none. */
  highestSequence(): number;
  /** Highest format version of any record; 0 if there is none. */
  highestVersion?(): number;
  /**
   * Packs the loose files of a stream (four or more) into one file; its records stay the same.
   * @returns the number of packed files; 0 if there was nothing to pack.
   */
  pack(stream: StreamId): number;
  /**
   * Returns the record with its version and id.
   * @throws SpectoolError `LOG_UNREADABLE` for an invalid stream name or clock.
   */
  seal(record: NewRecord): LogRecord;
  /**
   * Writes a sealed record durably under a temporary name.
   * @throws SpectoolError `LOG_UNREADABLE` if a file of its stream could not be read, because then the parents of the record
   * are unknown.
   */
  stage(record: LogRecord): StagedRecord;
  /**
   * Like `stage`, for several sealed records of one stream, written as one file. If absent, each record is staged separately.
   */
  stagePack?(records: readonly LogRecord[]): StagedRecord;
}

/**
 * Receives every event that this program records, once and in order, after the change is complete and the lock is released.
 */
export interface EventSubscriber {
  heard(event: HistoryEvent): void;
}
