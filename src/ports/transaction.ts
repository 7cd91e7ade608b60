import type { LogRecord, StreamId } from '../domain/log/records/record.js';

/** Adds a record to the log. The record is the change; all other writes follow from it. */
export interface RecordWrite {
  readonly kind: 'record';
  readonly record: LogRecord;
}

/** Adds the past of an imported spec to the log, as one file. */
export interface PastWrite {
  readonly kind: 'past';
  /** Records of one stream, in order. */
  readonly records: readonly LogRecord[];
}

/** Writes a text to a file of a spec. */
export interface TextWrite {
  readonly kind: 'text';
  /** Stream of the spec that owns the file. */
  readonly spec: string;
  /** Path relative to the root. */
  readonly path: string;
  /** Path of the file below the spec's folder, which stays valid if the folder moves. */
  readonly file: string;
  readonly text: string;
  /** Expected current text: nothing is written if the file has another. Absent for a new file. */
  readonly was?: string;
}

/** Moves a spec's folder, or a file in it. */
export interface MoveWrite {
  readonly kind: 'move';
  /** Stream of the spec in the folder. After an interruption, a folder of another spec is not moved. */
  readonly spec?: string;
  readonly from: string;
  readonly to: string;
  /** Parent folders of the old path, innermost first; empty ones are removed. */
  readonly groups: readonly string[];
}

/** Creates a spec folder with its document, completely or not at all. */
export interface NewFolderWrite {
  readonly kind: 'newFolder';
  /** Stream of the new spec. */
  readonly spec: string;
  readonly path: string;
  readonly file: string;
  readonly text: string;
  /** Further files by name in the folder; each is read just before it is written. */
  readonly files?: ReadonlyMap<string, () => Uint8Array>;
}

/** Creates a folder of the project if missing. */
export interface FolderWrite {
  readonly kind: 'folder';
  readonly path: string;
}

/** Writes a project file, such as the configuration. */
export interface FileWrite {
  readonly kind: 'file';
  readonly path: string;
  readonly text: string;
  /**
   * Expected current text: nothing is written if the file has another. Absent for a new file; an existing file is then kept.
   */
  readonly was?: string;
}

/** Removes a project file, and its folder if empty. */
export interface RemovalWrite {
  readonly kind: 'removal';
  readonly path: string;
  /** Expected current text, as in `FileWrite`. */
  readonly was: string;
}

/** Creates a link to `target`; or a file with the text `copy` if links are not supported. */
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

/** How an interrupted transaction was completed. */
export interface Recovered {
  readonly outcome: 'finished' | 'taken back';
  /** Folders and files of the change, by their old paths. */
  readonly places: readonly string[];
  /** Why the change could not be finished. */
  readonly why?: string;
  /** Files edited meanwhile, in which the change did not write. */
  readonly edited?: readonly string[];
}

/** Performs the planned writes of a change, all or none, without overwriting texts that others write meanwhile. */
export interface Transaction {
  /**
   * Writes records first, then texts, then folders. If the process is killed, the next `recover` finds the old state or
   * finishes the new one. If only project files are written, as by `init`, records come last and earlier writes stay.
   * @param finish work of another program, done last; if it fails, all writes are undone.
   * @param tell receives the number of steps done and in total.
   * @throws SpectoolError `CHANGED_MEANWHILE` if a text is not the expected one, `SPEC_BROKEN` if a document would be
   * unreadable afterwards; nothing is written then.
   */
  commit(
    writes: readonly PlannedWrite[],
    finish?: () => void,
    tell?: (done: number, total: number) => void,
  ): void;
  /**
   * Finishes the transaction of a killed process; or undoes it if the project is another by now, as after a reset or a branch
   * switch. The caller holds the lock.
   * @param specsDir specs folder; a journal that leads elsewhere is refused.
   * @param specIn returns the spec in a folder, according to its document.
   * @returns what was done; undefined if there was no journal.
   * @throws SpectoolError `LOG_UNREADABLE` for a journal that spectool did not write.
   */
  recover(specsDir: string, specIn?: (folder: string) => StreamId | undefined): Recovered | undefined;
}
