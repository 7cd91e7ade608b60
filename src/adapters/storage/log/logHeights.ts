import { highestSequenceIn } from '../../../domain/log/usedNumbers.js';
import { decodeRecord } from '../../../domain/log/recordCodec.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import { seal, unseal } from '../../cache/sealedFile.js';
import { clockOf, readLines } from './logFiles.js';

/** How far a log has come: its highest clock, the highest number any spec of it ever had, the highest version of a record. */
export interface Heights {
  readonly lamport: number;
  readonly sequence: number;
  readonly version: number;
}

/** Written anew with every record of ours. */
const HEIGHTS_FILE = '.spectool/cache/log/heights.bin';
const STREAMS_FILE = '.spectool/cache/log/streams.bin';
const VERSION = 2;
/** A folder changed so shortly before it was read may have changed again without its times telling. */
const UNSURE_NS = 2_000_000_000n;

type StreamRow = readonly [stream: string, stamp: string, lamport: number, sequence: number, version: number];

/**
 * Finds the heights without opening a log that did not change. New records come from our own writers, which say so here, or from
 * outside: with a new folder, or with git, whose index changes then. Only then is every stream's folder looked at, and only streams
 * that changed are read.
 */
export class LogHeights {
  readonly #files: FileSystem;
  readonly #outside: (() => string) | undefined;
  readonly #now: () => number;
  /** What was last answered, and what `outside` said then. */
  #last: { readonly heights: Heights; readonly outside: string } | undefined;
  /** What this process has written last. */
  #kept = '';
  /** Files that could not be read: what was counted without them is not remembered. */
  #unread = 0;

  /**
   * @param outside changes whenever git may have brought records; without it nothing is remembered.
   * @param now milliseconds since 1970.
   */
  constructor(files: FileSystem, outside?: () => string, now: () => number = Date.now) {
    this.#files = files;
    this.#outside = outside;
    this.#now = now;
  }

  /** Asked anew by every command: another process may have written since. */
  highest(streams: () => readonly string[]): Heights {
    if (this.#outside === undefined) return this.#count(streams(), []);
    const outside = this.#outside();
    const key = this.#key(outside);
    const kept = this.#load(key);
    this.#unread = 0;
    const heights = kept ?? this.#count(streams(), this.#streamRows());
    this.#last = { heights, outside };
    if (kept === undefined && this.#unread === 0) this.#keep(heights, key);
    return heights;
  }

  /** A record is about to be there, or is there now. */
  raise(lamport: number, sequence: number): void {
    if (this.#outside === undefined) return;
    if (this.#last === undefined) {
      // Not asked before: what is remembered may be lower than this now.
      this.#files.remove(HEIGHTS_FILE);
      this.#kept = '';
      return;
    }
    const { heights, outside } = this.#last;
    const raised = {
      lamport: Math.max(heights.lamport, lamport),
      sequence: Math.max(heights.sequence, sequence),
      version: heights.version,
    };
    // Hundreds of streams that an import brings: what is kept counts on, or is counted anew for their folders.
    if (raised.lamport === heights.lamport && raised.sequence === heights.sequence) return;
    this.#last = { heights: raised, outside };
    this.#keep(raised, this.#key(outside));
  }

  #count(streams: readonly string[], rowsBefore: readonly StreamRow[]): Heights {
    const before = new Map(rowsBefore.map((row) => [row[0], row]));
    const sureNs = BigInt(this.#now()) * 1_000_000n - UNSURE_NS;
    let highest: Heights = { lamport: 0, sequence: 0, version: 0 };
    const rows = streams.flatMap((stream): StreamRow[] => {
      const stat = this.#files.stat(`${LOG_FOLDER}/${stream}`);
      const known = before.get(stream);
      const stamp = stat === undefined ? '' : stampOf(stat);
      const unreadBefore = this.#unread;
      const row = known?.[1] === stamp ? known : ([stream, stamp, ...this.#countStream(stream)] as const);
      highest = {
        lamport: Math.max(highest.lamport, row[2]),
        sequence: Math.max(highest.sequence, row[3]),
        version: Math.max(highest.version, row[4]),
      };
      const isSure = stat !== undefined && stat.mtimeNs < sureNs && stat.ctimeNs < sureNs;
      return isSure && this.#unread === unreadBefore ? [row] : [];
    });
    if (this.#outside !== undefined) this.#write(STREAMS_FILE, JSON.stringify({ v: VERSION, rows }));
    return highest;
  }

  #countStream(stream: string): readonly [lamport: number, sequence: number, version: number] {
    let [lamport, sequence, version] = [0, 0, 0];
    for (const { name } of this.#files.list(`${LOG_FOLDER}/${stream}`)) {
      const clock = clockOf(name);
      if (clock === undefined) continue;
      lamport = Math.max(lamport, clock);
      const { lines, isUnread = false } = readLines(this.#files, `${LOG_FOLDER}/${stream}/${name}`);
      if (isUnread) this.#unread += 1;
      for (const line of lines) {
        // Numbers count though the record was altered: its hash need not be asked.
        const { record } = decodeRecord(line);
        if (record === undefined) continue;
        sequence = Math.max(sequence, highestSequenceIn([record]));
        version = Math.max(version, Math.min(Math.ceil(record.v), Number.MAX_SAFE_INTEGER));
      }
    }
    return [lamport, sequence, version];
  }

  #load(key: string): Heights | undefined {
    const kept = this.#json(HEIGHTS_FILE) as
      { v?: unknown; key?: unknown; lamport?: unknown; sequence?: unknown; version?: unknown } | undefined;
    const { lamport, sequence, version } = kept ?? {};
    if (kept?.v !== VERSION || kept.key !== key) return undefined;
    if (!isCount(lamport) || !isCount(sequence) || !isCount(version)) return undefined;
    return { lamport, sequence, version };
  }

  #streamRows(): readonly StreamRow[] {
    const kept = this.#json(STREAMS_FILE) as { v?: unknown; rows?: unknown } | undefined;
    if (kept?.v !== VERSION || !Array.isArray(kept.rows)) return [];
    return kept.rows.filter(isRow);
  }

  #json(path: string): unknown {
    try {
      const sealed = this.#files.read(path);
      const content = sealed && unseal(sealed);
      return content && JSON.parse(Buffer.from(content).toString('utf8'));
    } catch {
      return undefined;
    }
  }

  #key(outside: string): string {
    const stat = this.#files.stat(LOG_FOLDER);
    return `${stat === undefined ? 'none' : stampOf(stat)} ${outside}`;
  }

  #keep(heights: Heights, key: string): void {
    const text = JSON.stringify({ v: VERSION, key, ...heights });
    if (text === this.#kept) return;
    this.#kept = text;
    this.#write(HEIGHTS_FILE, text);
  }

  #write(path: string, text: string): void {
    try {
      this.#files.write(path, seal(Buffer.from(text, 'utf8')), { durable: false });
    } catch {
      // A cache that cannot be kept costs time, nothing else.
    }
  }
}

function stampOf({ mtimeNs, ctimeNs, inode }: FileStat): string {
  return `${String(mtimeNs)}-${String(ctimeNs)}-${String(inode)}`;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isRow(row: unknown): row is StreamRow {
  if (!Array.isArray(row)) return false;
  const [stream, stamp, ...counts] = row as unknown[];
  return (
    typeof stream === 'string' && typeof stamp === 'string' && counts.length === 3 && counts.every(isCount)
  );
}
