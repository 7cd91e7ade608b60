import { highestSequenceIn } from '../../../domain/log/numbersInLog.js';
import { decodeRecord } from '../../../domain/log/records/recordCodec.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import { Snapshot } from '../../cache/snapshot.js';
import { clockOf, readLines } from './logFiles.js';

/** How far a log has come: its highest clock, the highest number any spec of it ever had, the highest version of a record. */
export interface Heights {
  readonly lamport: number;
  readonly sequence: number;
  readonly version: number;
}

type Counts = readonly [lamport: number, sequence: number, version: number];

/** What the heights stand for: where they are kept, and what the log and git looked like. */
const WHOLE_LOG = 'log';
type Kept = readonly [key: string, ...Counts];

/**
 * Finds the heights without opening a log that did not change. New records come from our own writers, which say so here, or from
 * outside: with a new folder, or with git, whose index changes then. Only then is every stream's folder looked at, and only streams
 * that changed are read.
 */
export class LogHeights {
  readonly #files: FileSystem;
  readonly #outside: (() => string) | undefined;
  readonly #snapshot: Snapshot;
  /** What was last answered, and what `outside` said then. */
  #last: { readonly heights: Heights; readonly outside: string } | undefined;
  /** Files that could not be read: what was counted without them is not remembered. */
  #unread = 0;

  /**
   * @param outside changes whenever git may have brought records; without it nothing is remembered.
   */
  constructor(files: FileSystem, snapshot = new Snapshot(), outside?: () => string) {
    this.#files = files;
    this.#outside = outside;
    this.#snapshot = snapshot;
  }

  /** Asked anew by every command: another process may have written since. */
  highest(streams: () => readonly string[]): Heights {
    if (this.#outside === undefined) return this.#count(streams());
    const outside = this.#outside();
    const key = this.#key(outside);
    const kept = this.#load(key);
    this.#unread = 0;
    const heights = kept ?? this.#count(streams());
    this.#last = { heights, outside };
    if (kept === undefined && this.#unread === 0) this.#keep(heights, key);
    return heights;
  }

  /** A record is about to be there, or is there now. */
  raise(lamport: number, sequence: number): void {
    if (this.#outside === undefined) return;
    if (this.#last === undefined) {
      // Not asked before: what is remembered may be lower than this now.
      this.#heights.put(WHOLE_LOG, null);
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

  #count(streams: readonly string[]): Heights {
    const rows = this.#snapshot.section<Counts>('streams');
    let highest: Heights = { lamport: 0, sequence: 0, version: 0 };
    for (const stream of streams) {
      const stat = this.#files.stat(`${LOG_FOLDER}/${stream}`);
      const unreadBefore = this.#unread;
      const known = stat && rows.known(stream, stat);
      const counts = known ?? this.#countStream(stream);
      if (known === undefined && stat !== undefined && this.#unread === unreadBefore)
        rows.learn(stream, stat, counts);
      const [lamport, sequence, version] = counts;
      highest = {
        lamport: Math.max(highest.lamport, lamport),
        sequence: Math.max(highest.sequence, sequence),
        version: Math.max(highest.version, version),
      };
    }
    rows.keepMet();
    return highest;
  }

  #countStream(stream: string): Counts {
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

  get #heights() {
    return this.#snapshot.section<Kept | null>('heights');
  }

  #load(key: string): Heights | undefined {
    const [of, lamport, sequence, version] = this.#heights.last(WHOLE_LOG) ?? [];
    if (of !== key || lamport === undefined || sequence === undefined || version === undefined)
      return undefined;
    return { lamport, sequence, version };
  }

  #key(outside: string): string {
    const stat = this.#files.stat(LOG_FOLDER);
    return `${stat === undefined ? 'none' : stampOf(stat)} ${outside}`;
  }

  #keep({ lamport, sequence, version }: Heights, key: string): void {
    this.#heights.put(WHOLE_LOG, [key, lamport, sequence, version]);
  }
}

function stampOf({ mtimeNs, ctimeNs, inode }: FileStat): string {
  return `${String(mtimeNs)}-${String(ctimeNs)}-${String(inode)}`;
}
