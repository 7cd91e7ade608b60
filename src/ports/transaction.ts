import type { LogRecord, StreamId } from '../domain/log/records/record.js';

/** Adds a record to the log. The record is the change; all other writes only update files to match the record. */
export interface RecordWrite {
  readonly kind: 'record';
  readonly record: LogRecord;
}

/** Adds the history of an imported spec to the log, as one file. */
export interface PastWrite {
  readonly kind: 'past';
  /** Records of one spec, oldest first. */
  readonly records: readonly LogRecord[];
}

/** Writes text to a file of a spec. */
export interface TextWrite {
  readonly kind: 'text';
  /** Id of the spec that owns the file. */
  readonly spec: string;
  /** Path of the file relative to the root. */
  readonly path: string;
  /** Path of the file below the spec's folder, which stays valid if the folder moves. */
  readonly file: string;
  readonly text: string;
  /** Expected current text of the file; if the file has another text, nothing is written. Absent for a new file. */
  readonly was?: string;
}

/** Moves a spec's folder, or a file in it. */
export interface MoveWrite {
  readonly kind: 'move';
  /** Id of the spec in the folder. After an interruption, the folder is not moved if it contains another spec. */
  readonly spec?: string;
  readonly from: string;
  readonly to: string;
  /** Parent folders of the old path, innermost first; those that become empty are removed. */
  readonly groups: readonly string[];
}

/** Creates a spec folder with its document, complete or not at all. */
export interface NewFolderWrite {
  readonly kind: 'newFolder';
  /** Id of the new spec. */
  readonly spec: string;
  readonly path: string;
  readonly file: string;
  readonly text: string;
  /** Further files of the spec, by name in the folder; each is read just before it is written. */
  readonly files?: ReadonlyMap<string, () => Uint8Array>;
}

/** Creates a folder of the project if it is missing. */
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
   * Expected current text of the file; if the file has another text, nothing is written. Absent for a new file; a file that
   * exists is then kept.
   */
  readonly was?: string;
}

/** Removes a file of the project, and the folders above it that become empty. */
export interface RemovalWrite {
  readonly kind: 'removal';
  readonly path: string;
  /** Expected current text of the file, as in `FileWrite`. */
  readonly was: string;
}

/** Creates a link to `target`, or a file with the text `copy` if the system does not support links. */
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

/** Result of recovering from an interrupted transaction. */
export interface Recovered {
  readonly outcome: 'finished' | 'taken back';
  /** Folders and files that the change concerned, by their old paths. */
  readonly places: readonly string[];
  /** Reason why the change could not be finished. */
  readonly why?: string;
  /** Files that a person or program edited meanwhile; the change did not write to these files. */
  readonly edited?: readonly string[];
}

/** Makes the planned writes of a change, all or none, without overwriting texts that other programs write meanwhile. */
export interface Transaction {
  /**
   * Writes records first, then texts, then folders. If the process is killed, the next `recover` finishes the change, or finds
   * that nothing was changed yet. If only project files are written, as by `init`, records come last, and a killed process leaves
   * the files that it wrote.
   * @param finish work of another program, done last; if it fails, all writes are undone.
   * @throws SpectoolError `CHANGED_MEANWHILE` if a text is not the expected one, `SPEC_BROKEN` if a document would be unreadable
   * afterwards; nothing is written then.
   */
  commit(writes: readonly PlannedWrite[], finish?: () => void): void;
  /** True while a transaction is carried out, or if the process that carried it out was killed. */
  isUnfinished(): boolean;
  /**
   * Finishes the transaction of a killed process, or undoes it if git has changed the project since, as by a reset or a
   * branch switch. The caller must hold the lock.
   * @param folders the specs folder, then other folders in which texts may be changed; a journal with other paths is refused.
   * @param specIn returns the id of the spec in a folder, according to its document.
   * @returns the result; undefined if there was no interrupted transaction.
   * @throws SpectoolError `LOG_UNREADABLE` for a journal that spectool did not write.
   */
  recover(
    folders: readonly string[],
    specIn?: (folder: string) => StreamId | undefined,
  ): Recovered | undefined;
}
