import type { LogRecord, StreamId } from '../domain/log/records/record.js';

/** A fact for the log: the change itself. Everything else follows from it. */
export interface RecordWrite {
  readonly kind: 'record';
  readonly record: LogRecord;
}

/** What a spec went through before it came here, all of it at once: one file of the log. */
export interface PastWrite {
  readonly kind: 'past';
  /** Of one stream, in their order. */
  readonly records: readonly LogRecord[];
}

/** A file of a spec gets another text. */
export interface TextWrite {
  readonly kind: 'text';
  /** Stream of the spec the file belongs to. */
  readonly spec: string;
  /** Relative to the root. */
  readonly path: string;
  /** The same file below the spec's folder, wherever that goes. */
  readonly file: string;
  readonly text: string;
  /** The text this was planned on; when the file holds another one by now, nothing is written. Absent where there is no file yet. */
  readonly was?: string;
}

/** A spec's folder, or a file of it, goes to another place in the tree. */
export interface MoveWrite {
  readonly kind: 'move';
  /** Stream of the spec whose folder it is: another that stands there after an interruption stays. */
  readonly spec?: string;
  readonly from: string;
  readonly to: string;
  /** Folders it stood in, the innermost first: those left empty go. */
  readonly groups: readonly string[];
}

/** A folder with its document, which appears whole or not at all. */
export interface NewFolderWrite {
  readonly kind: 'newFolder';
  /** Stream of the new spec. */
  readonly spec: string;
  readonly path: string;
  readonly file: string;
  readonly text: string;
  /** Further files by their names in the folder; each is read when its turn comes. */
  readonly files?: ReadonlyMap<string, () => Uint8Array>;
}

/** A folder of the project that has to be there. */
export interface FolderWrite {
  readonly kind: 'folder';
  readonly path: string;
}

/** A file of the project itself, such as its configuration. */
export interface FileWrite {
  readonly kind: 'file';
  readonly path: string;
  readonly text: string;
  /** The text it takes the place of: over another one nothing is written. Absent for a new file, which somebody else's stays in the place of. */
  readonly was?: string;
}

/** A file of the project goes, and its folder when nothing else is left there. */
export interface RemovalWrite {
  readonly kind: 'removal';
  readonly path: string;
  /** As in `FileWrite`. */
  readonly was: string;
}

/** A link to `target`, or a file with the text `copy` where links cannot be made. */
export interface LinkWrite {
  readonly kind: 'link';
  readonly path: string;
  readonly target: string;
  readonly copy: string;
}

export type PlannedWrite =
  | RecordWrite
  | PastWrite
  | TextWrite
  | MoveWrite
  | NewFolderWrite
  | FolderWrite
  | FileWrite
  | RemovalWrite
  | LinkWrite;

/** What became of a change that had been interrupted. */
export interface Recovered {
  readonly outcome: 'finished' | 'taken back';
  /** Folders and files it was about, where they had stood. */
  readonly places: readonly string[];
  /** Why it could not be finished. */
  readonly why?: string;
  /** Files that somebody wrote meanwhile, and that are without what the change was to write there. */
  readonly edited?: readonly string[];
}

/** Carries out what a change has planned, whole or not at all, and loses no text that others write meanwhile. */
export interface Transaction {
  /**
   * Records first, then texts, then folders. Killed at any moment, the next `recover` finds the old state or finishes the new one. Where
   * nothing but files of the project is written, such as when it is set up, records come last, and what was written till then stays.
   * @param finish what another program has to do for the change, last of all: when it fails, everything is taken back.
   * @param tell is told how many steps of how many are done.
   * @throws SpectoolError `CHANGED_MEANWHILE` when a text is no longer the one planned on, `SPEC_BROKEN` for one
   * that could not be read afterwards; nothing is written then.
   */
  commit(
    writes: readonly PlannedWrite[],
    finish?: () => void,
    tell?: (done: number, total: number) => void,
  ): void;
  /**
   * Finishes what a killed writer began, or takes it back where the project is another by now, as after a reset or on another branch. The
   * caller holds the lock.
   * @param specsDir where specs are: a journal leads nowhere else. @param specIn whose folder one is, as far as its document tells.
   * @returns what became of it; undefined where nothing was left.
   * @throws SpectoolError `LOG_UNREADABLE` for a journal no writer left.
   */
  recover(specsDir: string, specIn?: (folder: string) => StreamId | undefined): Recovered | undefined;
}
