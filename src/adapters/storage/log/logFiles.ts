import { BOUNDS } from '../../../domain/value/bounds.js';
import { reasonOf, SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { LogRecord, StreamId } from '../../../domain/log/records/record.js';
import { decodeRecord, isClock } from '../../../domain/log/records/recordOrderAndFormat.js';
import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import { Snapshot } from '../../cache/snapshot.js';
import { highestSequenceIn } from '../../../domain/naming/specNumbers.js';

export const RECORD_FILE = /^(\d{8,})-[0-9a-f]{16}\.json$/;
export const PACK_FILE = /^pack-(\d{8,})-[0-9a-f]{16}\.jsonl$/;

/**
 * Returns the Lamport clock (event counter) in a log file's name, which for a pack is the highest of its records. Undefined for
 * any other file name.
 */
function clockOf(name: string): number | undefined {
  const clock = Number((RECORD_FILE.exec(name) ?? PACK_FILE.exec(name))?.[1]);
  return isClock(clock) ? clock : undefined;
}

/** Reads the lines of a log file. If the file cannot be read, returns no lines, and the reason as `damage`. */
export function readLines(
  files: FileSystem,
  path: string,
): { readonly lines: readonly string[]; readonly damage?: string; readonly isUnread?: true } {
  try {
    const opened = files.open(path);
    if (opened === undefined) return { lines: [] };
    const { size } = opened;
    if (size > BOUNDS.log) {
      opened.close();
      return { lines: [], damage: 'is too large for the log', isUnread: true };
    }
    try {
      const text = Buffer.from(opened.read(0, size)).toString('utf8');
      if (!PACK_FILE.test(path.slice(path.lastIndexOf('/') + 1))) return { lines: [text] };
      const lines = text.split(/\r?\n/).filter(isFilled);
      return lines.length === 0 ? { lines, damage: 'contains no record' } : { lines };
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    return { lines: [], damage: logReadFailure(error), isUnread: true };
  }
}

/** Returns the reason why a file could not be read, as the rest of a sentence that begins with the file's name. */
export function logReadFailure({ message, details }: SpectoolError): string {
  const { cause } = (details ?? {}) as { readonly cause?: string };
  return `cannot be read: ${cause === undefined ? message.replace(/\.$/, '') : reasonOf({ code: cause })}`;
}

function isFilled(line: string): boolean {
  return line.trim() !== '';
}

/** The highest Lamport clock (event counter), and the highest number that a spec ever had. */
export interface Heights {
  readonly lamport: number;
  readonly sequence: number;
}

type Counts = readonly [lamport: number, sequence: number];

/**
 * Name of the snapshot entry for the whole log. The entry is used only while its key, made from the stat of the log folder and
 * the state of git, is unchanged.
 */
const WHOLE_LOG = 'log';
type Kept = readonly [key: string, ...Counts];
const NO_STREAM = '';

/**
 * Finds the highest numbers in the log without reading an unchanged log. New records come either from this program, which calls
 * `raise`, or from git, which changes the log folder or git's index. The streams' folders are checked only after a change by git,
 * and only changed streams are read.
 */
export class LogMaxima {
  readonly #files: FileSystem;
  readonly #outside: (() => string) | undefined;
  readonly #snapshot: Snapshot;
  /** The last result, and the value that `outside` had then. */
  #last: { readonly heights: Heights; readonly outside: string } | undefined;
  /** Number of log files that could not be read. If there are any, the result is not cached. */
  #unread = 0;

  /** @param outside returns a value that changes whenever git may have added records to the log. Without it, nothing is cached. */
  constructor(files: FileSystem, snapshot = new Snapshot(), outside?: () => string) {
    this.#files = files;
    this.#outside = outside;
    this.#snapshot = snapshot;
  }

  /**
   * Returns the highest numbers in the log. Each command calls this method again, because another process may have written in
   * between.
   */
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

  /** Raises the highest numbers for a record that is about to be written or has been written. */
  raise(lamport: number, sequence: number): void {
    if (this.#outside === undefined) return;
    if (this.#last === undefined) {
      // The cached numbers have not been loaded and may be lower than those of this record, so discard them.
      this.#heights.put(WHOLE_LOG, null);
      return;
    }
    const { heights, outside } = this.#last;
    const raised = {
      lamport: Math.max(heights.lamport, lamport),
      sequence: Math.max(heights.sequence, sequence),
    };
    // Do not store unchanged numbers again, because an import calls this method for hundreds of streams.
    if (raised.lamport === heights.lamport && raised.sequence === heights.sequence) return;
    this.#last = { heights: raised, outside };
    this.#keep(raised, this.#key(outside));
  }

  /**
   * True if any spec has a proof. Returns the cached result if the log is unchanged; otherwise calls `look`, first with the
   * stream that had a proof, because that is one file instead of all.
   */
  hasProof(
    look: (among?: readonly StreamId[]) => {
      readonly stream?: StreamId | undefined;
      readonly isSure: boolean;
    },
  ): boolean {
    const key = this.#outside && this.#key(this.#outside());
    const [of, known] = this.#proof.last(WHOLE_LOG) ?? [];
    if (key !== undefined && of === key && known !== undefined) return known !== NO_STREAM;
    const still = known === undefined || known === NO_STREAM ? undefined : look([known]);
    const { stream = NO_STREAM, isSure } = still?.stream === undefined ? look() : still;
    if (key !== undefined && isSure) this.#proof.put(WHOLE_LOG, [key, stream]);
    return stream !== NO_STREAM;
  }

  /** Makes the next call of `hasProof` look again if one of these records, which are about to be written, may change it. */
  passProof(records: readonly LogRecord[]): void {
    const changed = records.find(({ events }) => events.some(mayChangeProof));
    if (changed === undefined) return;
    const [, known = NO_STREAM] = this.#proof.last(WHOLE_LOG) ?? [];
    this.#proof.put(WHOLE_LOG, ['', known === NO_STREAM ? changed.spec : known]);
  }

  get #proof() {
    return this.#snapshot.section<readonly [key: string, of: StreamId]>('proof known');
  }

  #count(streams: readonly string[]): Heights {
    const rows = this.#snapshot.section<Counts>('streams');
    let highest: Heights = { lamport: 0, sequence: 0 };
    for (const stream of streams) {
      const stat = this.#files.stat(`${LOG_FOLDER}/${stream}`);
      const unreadBefore = this.#unread;
      const known = stat && rows.known(stream, stat);
      const counts = known ?? this.#countStream(stream);
      if (known === undefined && stat !== undefined && this.#unread === unreadBefore)
        rows.learn(stream, stat, counts);
      const [lamport, sequence] = counts;
      highest = {
        lamport: Math.max(highest.lamport, lamport),
        sequence: Math.max(highest.sequence, sequence),
      };
    }
    rows.keepMet();
    return highest;
  }

  #countStream(stream: string): Counts {
    let [lamport, sequence] = [0, 0];
    for (const { name } of this.#files.list(`${LOG_FOLDER}/${stream}`)) {
      const clock = clockOf(name);
      if (clock === undefined) continue;
      lamport = Math.max(lamport, clock);
      const { lines, isUnread = false } = readLines(this.#files, `${LOG_FOLDER}/${stream}/${name}`);
      if (isUnread) this.#unread += 1;
      // Do not check the hash, because a number counts as used even if its record was altered.
      const records = lines.flatMap((line) => decodeRecord(line).record ?? []);
      sequence = Math.max(sequence, highestSequenceIn(records));
    }
    return [lamport, sequence];
  }

  get #heights() {
    return this.#snapshot.section<Kept | null>('heights');
  }

  #load(key: string): Heights | undefined {
    const [of, lamport, sequence] = this.#heights.last(WHOLE_LOG) ?? [];
    return of !== key || lamport === undefined || sequence === undefined ? undefined : { lamport, sequence };
  }

  #key(outside: string): string {
    const stat = this.#files.stat(LOG_FOLDER);
    return `${stat === undefined ? 'none' : stampOf(stat)} ${outside}`;
  }

  #keep({ lamport, sequence }: Heights, key: string): void {
    this.#heights.put(WHOLE_LOG, [key, lamport, sequence]);
  }
}

function mayChangeProof({ type, data }: LogRecord['events'][number]): boolean {
  return !/^(?:Note|Fields|Tags|Dep|Status|Claim|SpecClaimed)/.test(type) || data['returned'] !== undefined;
}

function stampOf({ mtimeNs, ctimeNs, inode }: FileStat): string {
  return `${String(mtimeNs)}-${String(ctimeNs)}-${String(inode)}`;
}
