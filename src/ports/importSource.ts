import type { SpecDocument } from '../domain/document/specDocument.js';
import type { Recognition } from '../domain/import/chooseSource.js';
import type { FileHistory } from '../domain/import/fileHistory.js';
import type { FoundDocument } from '../domain/import/importedDocument.js';

export interface SourceFile {
  /** Path relative to the tree, `/`-separated. */
  readonly path: string;
  readonly size: number;
}

/** Files of another tool below one folder, or a single file. Their number and size are limited; links are not followed. */
export interface SourceTree {
  /** Absolute path, for messages and git. */
  readonly root: string;
  /** Path relative to the project root, if inside the project. */
  readonly inProject?: string;
  /** True if the tree is, or is inside, an excluded folder. */
  readonly isLeftOut?: boolean;
  /** Files in path order. */
  readonly files: readonly SourceFile[];
  /** Descriptions of what was skipped because of the size limits. */
  readonly skipped: readonly string[];
  /** Paths of the files below a folder, including subfolders; `''` for all. */
  below(folder: string): readonly string[];
  has(path: string): boolean;
  /**
   * Text without a byte order mark; undefined if there is no such file.
   * @throws SpectoolError for a file that is too large or not text.
   */
  text(path: string): string | undefined;
  bytes(path: string): Uint8Array;
  /** Parses a text like the document of a spec. */
  parse(text: string): SpecDocument;
}

/** Opens the places from which documents are imported. */
export interface SourceTrees {
  /**
   * @param path as typed by a person, relative to the working directory.
   * @param without folders to exclude, relative to the project root, no matter which path leads to them.
   * @throws SpectoolError `SOURCE_NOT_FOUND` if nothing is there.
   */
  open(path: string, without: readonly string[]): SourceTree;
}

/** Reads documents of one other tool. */
export interface ImportSource {
  /** Name on the command line and in the field `source`. */
  readonly name: string;
  /** Short description of what this source reads. */
  readonly description: string;
  /** File name of the document in each folder, if the documents can become specs without moving. */
  readonly inPlace?: string;
  /** Recognizes the documents of this tool by file names alone. Returns what was found and how certain that is. */
  detect(tree: SourceTree): Recognition;
  /** Reads all documents. A document that cannot be read is reported and does not stop the others. */
  read(tree: SourceTree): Iterable<FoundDocument>;
  /** Files that belong to the tool but are not specs. They are listed in a warning and not imported. */
  notTaken?(tree: SourceTree): readonly string[];
}

/** Reads the git history of files inside or outside the project. */
export interface SourceHistory {
  /**
   * Follows renames. Undefined outside a git repository.
   * @param folder absolute path.
   * @param paths paths relative to the folder.
   */
  read(
    folder: string,
    paths: readonly string[],
  ):
    | {
        /** Path of the folder inside its repository: `''`, or with a trailing `/`. */
        readonly prefix: string;
        readonly files: ReadonlyMap<string, FileHistory>;
        /** A sentence that says what is missing from the history. */
        readonly missing?: string;
      }
    | undefined;
}

/** Progress of a long operation. */
export interface WorkProgress {
  readonly work: 'reading documents' | 'reading their past' | 'comparing documents' | 'writing';
  readonly done: number;
  /** Absent if the total is not known. */
  readonly total?: number;
}

/** Receives frequent progress reports. The implementation decides what to show, and must return quickly. */
export interface Progress {
  tell(progress: WorkProgress): void;
}
