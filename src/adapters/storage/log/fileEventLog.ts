import { BOUNDS } from '../../../domain/value/bounds.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { type LogEnd, logEnd } from '../../../domain/log/logSummary.js';
import {
  type LogRecord,
  type NewRecord,
  PROJECT_STREAM,
  RECORD_VERSION,
  type StreamId,
  inOneLine,
} from '../../../domain/log/records/record.js';
import {
  decodeRecord,
  decodeRecords,
  encodeRecord,
  FEWEST_TO_PACK,
  isClock,
  recordFileName,
  sealRecord,
  orderRecords,
} from '../../../domain/log/records/recordOrderAndFormat.js';
import { parentOf } from '../../../domain/naming/projectPath.js';
import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import { largestNumber } from '../../../domain/value/collections.js';
import { quoted } from '../../../domain/value/text.js';
import type { EventLog, LogDamage, LogStream, StagedRecord } from '../../../ports/eventLog.js';
import type { DirectoryEntry, FileStat, FileSystem, StagedFile } from '../../../ports/fileSystem.js';
import type { Hasher } from '../../../ports/system.js';
import { Snapshot, type Section } from '../../cache/snapshot.js';
import { type Heights, LogMaxima, PACK_FILE, readLines, RECORD_FILE, logReadFailure } from './logFiles.js';
import { highestSequenceIn } from '../../../domain/naming/specNumbers.js';

/** The end of a stream, that is, its last records. `isSound` is true if the stream has neither damage nor newer records. */
type ReadEnd = { readonly end: LogEnd; readonly isSound: boolean };

/**
 * Returns the end of each stream (the log of a spec). Streams whose folder is unchanged are taken from the snapshot; streams that
 * cannot be read are left out.
 * @param streams all streams of the log, or some of them.
 * @param endOf reads a stream.
 */
export function logSummaries(
  streams: readonly string[],
  files: FileSystem,
  section: Section<LogEnd>,
  endOf: (stream: string) => ReadEnd,
): ReadonlyMap<string, LogEnd> {
  const ends = new Map<string, LogEnd>();
  for (const stream of streams) {
    const stat = statOf(files, stream);
    const known = stat === 'failed' || stat === undefined ? undefined : section.known(stream, stat);
    // If the stat failed, read the stream: this either works or reports the reason.
    const read = known !== undefined || stat === undefined ? undefined : unlessClosed(() => endOf(stream));
    const end = known ?? read?.end;
    if (end === undefined) continue;
    ends.set(stream, end);
    // Do not cache links, because their targets can change unnoticed, nor streams with damage or newer records, because every
    // command must warn about those.
    if (read?.isSound === true && typeof stat === 'object' && stat.kind === 'directory')
      section.learn(stream, stat, end);
  }
  // `keepMet` removes cached entries that were not looked up, so call it only if nearly all streams were requested.
  if (streams.length * 10 > section.rows.names.length * 9) section.keepMet();
  return ends;
}

function statOf(files: FileSystem, stream: string): FileStat | 'failed' | undefined {
  try {
    return files.stat(`${LOG_FOLDER}/${stream}`);
  } catch {
    return 'failed';
  }
}

function unlessClosed<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    const isClosed = error instanceof SpectoolError && ['LOG_UNREADABLE', 'READ_FAILED'].includes(error.code);
    if (!isClosed) throw error;
    return undefined;
  }
}

/**
 * Minimum number of streams (logs of specs) for which the snapshot, a cache, is used: reading a single stream is as fast as
 * loading the snapshot.
 */
const FEWEST_REMEMBERED = 2;
const STREAM_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * The log as files that never change. Each change adds a file `.spectool/log/<stream>/<lamport>-<hash>.json`: `lamport` is an
 * event counter, `hash` is the hash of the file's content.
 */
export class FileEventLog implements EventLog {
  readonly #files: FileSystem;
  readonly #hasher: Hasher;
  readonly #heights: LogMaxima;
  readonly #snapshot: Snapshot;
  /** The damage found in each stream (spec) when it was last read. */
  readonly #damages = new Map<StreamId, readonly LogDamage[]>();

  /** The streams that had records of a newer version when they were last read. */
  readonly #newer = new Set<StreamId>();

  /**
   * @param snapshot the cache that is kept between runs.
   * @param outside returns a value that changes whenever git may have added records to the log. Without it, the
   * highest numbers in the log are computed for every call.
   */
  constructor(files: FileSystem, hasher: Hasher, snapshot = new Snapshot(), outside?: () => string) {
    this.#files = files;
    this.#hasher = hasher;
    this.#snapshot = snapshot;
    this.#heights = new LogMaxima(files, snapshot, outside);
  }

  read(stream: StreamId, wanted?: (record: LogRecord) => boolean): LogStream {
    const records: LogRecord[] = [];
    const damages: LogDamage[] = [];
    if (!STREAM_NAME.test(stream)) return { stream, records, damages };
    const folder = `${LOG_FOLDER}/${stream}`;
    let single = 0;
    for (const { name, kind } of this.#entriesOf(stream)) {
      const file = `${folder}/${name}`;
      if (name.startsWith('.')) continue;
      const isNamed = RECORD_FILE.test(name) || PACK_FILE.test(name);
      if (kind !== 'file' || !isNamed) {
        damages.push({ file, message: 'is not a log file', ...(isNamed && { isUnread: true }) });
        continue;
      }
      if (RECORD_FILE.test(name)) single += 1;
      const { lines, damage: unread, isUnread } = readLines(this.#files, file);
      const decoded = lines
        .filter((line) => wanted === undefined || isWanted(line, wanted))
        .map((line) => decodeRecord(line, this.#hasher.sha256));
      if (unread !== undefined) damages.push({ file, message: unread, ...(isUnread && { isUnread }) });
      for (const { record, damage } of decoded) {
        const misplaced = record === undefined ? undefined : misplacement(record, stream, name);
        if (damage !== undefined) damages.push({ file, message: damage });
        else if (misplaced !== undefined) damages.push({ file, message: misplaced });
        if (record?.spec === stream && damage === undefined) records.push(record);
      }
    }
    if (damages.length > 0) this.#damages.set(stream, damages);
    else if (wanted === undefined) this.#damages.delete(stream);
    if (records.some(({ v }) => v > RECORD_VERSION)) this.#newer.add(stream);
    const unpacked = single >= FEWEST_TO_PACK && { unpacked: single };
    return { stream, records: orderRecords(records), damages, ...unpacked };
  }

  damages(stream?: StreamId): readonly LogDamage[] {
    return stream === undefined ? [...this.#damages.values()].flat() : (this.#damages.get(stream) ?? []);
  }

  newer(): readonly StreamId[] {
    return [...this.#newer];
  }

  #entriesOf(stream: StreamId): readonly DirectoryEntry[] {
    const file = `${LOG_FOLDER}/${stream}`;
    try {
      return this.#files.list(file);
    } catch (error) {
      if (error instanceof SpectoolError)
        this.#damages.set(stream, [{ file, message: logReadFailure(error), isUnread: true }]);
      throw logUnreadable(file, error);
    }
  }

  records(stream: StreamId, wanted?: (record: LogRecord) => boolean): readonly LogRecord[] {
    return this.read(stream, wanted).records;
  }

  streams(): readonly StreamId[] {
    let entries;
    try {
      entries = this.#files.list(LOG_FOLDER);
    } catch (error) {
      throw logUnreadable(LOG_FOLDER, error);
    }
    return (
      entries
        // Include links, because a link that cannot be read then causes an error that names the link.
        .filter(({ name, kind }) => (kind === 'directory' || kind === 'link') && STREAM_NAME.test(name))
        .map(({ name }) => name)
    );
  }

  ends(streams: readonly StreamId[]): ReadonlyMap<StreamId, LogEnd> {
    const named = streams.filter((stream) => STREAM_NAME.test(stream));
    const snapshot = named.length < FEWEST_REMEMBERED ? new Snapshot() : this.#snapshot;
    return logSummaries(named, this.#files, snapshot.section('ends'), (stream) => {
      const { records, unpacked } = this.read(stream);
      const end = { ...logEnd(records), ...(unpacked !== undefined && { unpacked }) };
      return { end, isSound: !this.#damages.has(stream) && !this.#newer.has(stream) };
    });
  }

  hasProof(): boolean {
    return this.#heights.hasProof((among) => {
      const streams = among ?? this.streams().filter((stream) => stream !== PROJECT_STREAM);
      const ends = this.ends(streams);
      const stream = [...ends].find(([, { proved }]) => proved === true)?.[0];
      return { stream, isSure: ends.size === streams.length && this.#damages.size === 0 };
    });
  }

  highestLamport(): number {
    return this.#highest().lamport;
  }

  highestSequence(): number {
    return this.#highest().sequence;
  }

  #highest(): Heights {
    try {
      return this.#heights.highest(() => this.streams());
    } catch (error) {
      throw logUnreadable(LOG_FOLDER, error);
    }
  }

  pack(stream: StreamId): number {
    const folder = `${LOG_FOLDER}/${stream}`;
    const loose = this.#files
      .list(folder)
      .filter(({ name, kind }) => kind === 'file' && RECORD_FILE.test(name));
    const { damages } = this.read(stream);
    if (loose.length < FEWEST_TO_PACK) return 0;
    const [damage] = damages;
    if (damage !== undefined)
      throw new SpectoolError(
        'LOG_UNREADABLE',
        `${damage.file} ${damage.message}, so this part of the log is not packed.`,
        {
          advice: [{ useCase: 'validateProject', to: 'see what is wrong with the file' }],
        },
      );
    const texts = loose.map(({ name }) => this.#files.readText(`${folder}/${name}`) ?? '');
    const lines = texts.map(inOneLine);
    // Do not write a pack that would be too large to be read.
    if (lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0) > BOUNDS.log) return 0;
    const content = lines.join('');
    const clock = RECORD_FILE.exec(loose.at(-1)?.name ?? '')?.[1] ?? '';
    const name = `pack-${clock}-${this.#hasher.sha256(content).slice(0, 16)}.jsonl`;
    // If the process is killed after the pack was written, the records exist in both the pack and the single files, and count
    // once; the next `pack` removes the single files.
    if (!this.#files.createExclusive(`${folder}/${name}`, content))
      this.#assertHolds(`${folder}/${name}`, decodeRecords([content]));
    let removed = 0;
    try {
      for (; removed < loose.length; removed++) this.#files.remove(`${folder}/${loose[removed]?.name ?? ''}`);
    } catch (error) {
      for (let i = 0; i < removed; i++)
        this.#files.createExclusive(`${folder}/${loose[i]?.name ?? ''}`, texts[i] ?? '');
      this.#files.remove(`${folder}/${name}`);
      throw error;
    }
    return loose.length;
  }

  seal(draft: NewRecord): LogRecord {
    if (!STREAM_NAME.test(draft.spec)) {
      throw new SpectoolError('LOG_UNREADABLE', `"${draft.spec}" is not a spec id.`, {
        hint: 'Find the document with this `id` in its frontmatter, and restore its old `id` from git.',
      });
    }
    if (!isClock(draft.lamport)) {
      throw new SpectoolError(
        'LOG_UNREADABLE',
        `The highest record number in the log is too large: ${String(draft.lamport - 1)}.`,
        {
          hint: `Move the file whose name has this number out of ${LOG_FOLDER}, then restore the folder from git.`,
        },
      );
    }
    return sealRecord(draft, this.#hasher.sha256);
  }

  stage(record: LogRecord): StagedRecord {
    return this.#staged([record], recordFileName(record), encodeRecord(record));
  }

  stagePack(records: readonly LogRecord[]): StagedRecord {
    const content = records.map(encodeRecord).join('');
    const clock = String(largestNumber(records.map(({ lamport }) => lamport))).padStart(8, '0');
    const name = `pack-${clock}-${this.#hasher.sha256(content).slice(0, 16)}.jsonl`;
    return this.#staged(records, name, content);
  }

  #staged(records: readonly LogRecord[], name: string, content: string): StagedRecord {
    const stream = records[0]?.spec ?? '';
    const folder = `${LOG_FOLDER}/${stream}`;
    const unread = this.damages(stream).find(({ isUnread }) => isUnread);
    if (unread !== undefined)
      throw new SpectoolError('LOG_UNREADABLE', `${unread.file} ${unread.message}.`, {
        hint: 'Make the file readable, or restore it from git; nothing was changed.',
        details: { path: unread.file },
      });
    const path = `${folder}/${name}`;
    const lamport = largestNumber(records.map((record) => record.lamport));
    const staged = this.#stage(path, content);
    // Raise the cached event counter (Lamport clock) before the commit: if the process dies in between, the counter is only too
    // high. Raise the highest spec number after the commit, so that a number that was not used is assigned again.
    this.#heights.raise(lamport, 0);
    this.#heights.passProof(records);
    return {
      staged,
      commit: () => {
        // The name contains a hash of the content, so a file of that name must have the same records.
        if (!staged.commitExclusive()) this.#assertHolds(path, records);
        this.#heights.raise(lamport, highestSequenceIn(records));
      },
      discard: () => {
        staged.discard();
        this.#files.removeEmptyDirectory(folder);
      },
      revoke: () => {
        this.#files.remove(path);
        this.#files.removeEmptyDirectory(folder);
      },
    };
  }

  /**
   * Checks that a log file contains the given records.
   * @throws SpectoolError `LOG_UNREADABLE` if it does not, for example after a wrong merge.
   */
  #assertHolds(path: string, records: readonly LogRecord[]): void {
    const { lines } = readLines(this.#files, path);
    const sound = lines.flatMap((line) => {
      const { record, damage } = decodeRecord(line, this.#hasher.sha256);
      return record === undefined || damage !== undefined ? [] : [record.id];
    });
    const held = new Set(sound);
    if (records.every(({ id }) => held.has(id))) return;
    throw new SpectoolError(
      'LOG_UNREADABLE',
      `${path} does not contain the records that its file name refers to.`,
      {
        hint: 'Restore the file from git, or move it out of the log folder; nothing was changed.',
        details: { path },
      },
    );
  }

  /**
   * Writes a file under a temporary name. If that fails, removes the stream's folder if it is empty, because it may have been
   * created for this file.
   */
  #stage(path: string, content: string): StagedFile {
    try {
      return this.#files.stage(path, content);
    } catch (error) {
      try {
        this.#files.removeEmptyDirectory(parentOf(path));
      } catch {
        // Ignore an error of the cleanup, and report the error that made the cleanup necessary.
      }
      throw error;
    }
  }
}

/** Converts a read error into `LOG_UNREADABLE`, because a command must not continue without the records that it cannot read. */
function logUnreadable(folder: string, error: unknown): unknown {
  if (!(error instanceof SpectoolError) || !['READ_FAILED', 'OUTSIDE_PROJECT'].includes(error.code))
    return error;
  return new SpectoolError('LOG_UNREADABLE', error.message, {
    hint:
      error.code === 'OUTSIDE_PROJECT'
        ? 'Replace the link with the folder itself; nothing outside the project is read. Nothing was changed.'
        : `Check the owner and permissions of ${folder}; nothing was changed.`,
    details: { path: folder },
  });
}

function misplacement(record: LogRecord, stream: StreamId, name: string): string | undefined {
  if (record.spec !== stream)
    return `has a record of ${quoted(record.spec)}, but is in the folder of ${quoted(stream)}`;
  if (RECORD_FILE.test(name) && recordFileName(record) !== name)
    return 'has a name that does not match its content';
  return undefined;
}

function isWanted(line: string, wanted: (record: LogRecord) => boolean): boolean {
  const { record } = decodeRecord(line);
  return record !== undefined && wanted(record);
}
