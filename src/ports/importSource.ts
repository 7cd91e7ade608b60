import type { SpecDocument } from '../domain/document/specDocument.js';
import type { Recognition } from '../domain/import/chooseSource.js';
import type { FileHistory } from '../domain/import/fileHistory.js';
import type { FoundDocument } from '../domain/import/importedDocument.js';

export interface SourceFile {
  /** Relative to the tree, `/`-separated. */
  readonly path: string;
  readonly size: number;
}

/** Files of another tool below one folder, or a single one; bounded, and no link is followed. */
export interface SourceTree {
  /** Where it stands, for messages and git. */
  readonly root: string;
  /** The same from the project's root, where it is inside. */
  readonly inProject?: string;
  /** It is, or is in, a folder that was to be left out. */
  readonly isLeftOut?: boolean;
  /** In path order. */
  readonly files: readonly SourceFile[];
  /** In words: what was not looked at, because there is too much of it. */
  readonly skipped: readonly string[];
  /** Paths of the files in a folder and in those below it; `''` for all. */
  below(folder: string): readonly string[];
  has(path: string): boolean;
  /**
   * Without a byte order mark. Undefined for a file that is not there; one that is too large, or no text, is told by throwing.
   * @throws SpectoolError
   */
  text(path: string): string | undefined;
  bytes(path: string): Uint8Array;
  /** Takes a text apart as a spec's document is. */
  parse(text: string): SpecDocument;
}

/** Where documents are looked for. */
export interface SourceTrees {
  /**
   * @param path as somebody typed it, from where he stands.
   * @param without folders that are left out by whichever way the tree leads to them, from the project's root.
   * @throws SpectoolError `SOURCE_NOT_FOUND` when nothing is there.
   */
  open(path: string, without: readonly string[]): SourceTree;
}

/** One kind of documents that other tools make. */
export interface ImportSource {
  /** As it is named on the command line and in the field `source`. */
  readonly name: string;
  /** What it reads, in a few words. */
  readonly description: string;
  /** The file that its folders have as their document, where they may become specs as they stand. */
  readonly inPlace?: string;
  /** What it would find, and how sure it is, by the names of the files alone. */
  detect(tree: SourceTree): Recognition;
  /** One that cannot be read is told, and stops none of the others. */
  read(tree: SourceTree): Iterable<FoundDocument>;
  /** Files that belong to it and are no specs: they are named, and stay. */
  notTaken?(tree: SourceTree): readonly string[];
}

/** What git tells of files outside the project, or in it. */
export interface SourceHistory {
  /**
   * Renames are followed. Undefined outside a repository.
   * @param folder absolute. @param paths relative to it.
   */
  read(
    folder: string,
    paths: readonly string[],
  ):
    | {
        /** Path of the folder in its repository, `''` or with a `/` behind it. */
        readonly prefix: string;
        readonly files: ReadonlyMap<string, FileHistory>;
        /** In a sentence: what is missing. */
        readonly missing?: string;
      }
    | undefined;
}

/** What takes long, as far as it is done. */
export interface WorkProgress {
  readonly work: 'reading documents' | 'reading their past' | 'comparing documents' | 'writing';
  readonly done: number;
  /** Absent where it is not known how much there is. */
  readonly total?: number;
}

/** Told of work that may take long, often: whoever listens decides what is worth showing, and must be quick. */
export interface Progress {
  tell(progress: WorkProgress): void;
}
