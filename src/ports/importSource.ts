import type { SpecDocument } from '../domain/document/specDocument.js';
import type { Recognition } from '../domain/import/documentKinds.js';
import type { FileHistory } from '../domain/import/importedHistory.js';
import type { TestReport } from '../domain/proof/reportedTests.js';
import type { FoundDocument, StatusReader } from '../domain/import/importedDocument.js';
import type { FileStat } from './fileSystem.js';

export interface SourceFile {
  /** Path of the file relative to the source tree, `/`-separated. */
  readonly path: string;
  readonly size: number;
  /** Metadata of the file when the tree was opened. */
  readonly stat?: FileStat;
}

/**
 * Files of another tool below one folder, or a single file. Number and size of the files are limited; links are not followed.
 */
export interface SourceTree {
  /** Absolute path of the tree, for messages and git. */
  readonly root: string;
  /** Path of the tree relative to the project root, if the tree is inside the project. */
  readonly inProject?: string;
  /** True if the tree is one of the folders that the caller of `open` excluded, or is inside one. */
  readonly isLeftOut?: boolean;
  /** Files in path order. */
  readonly files: readonly SourceFile[];
  /** Sentences that describe the files skipped because of the size limits. */
  readonly skipped: readonly string[];
  has(path: string): boolean;
  /**
   * Returns the text of a file without byte order mark; undefined if there is no such file.
   * @throws SpectoolError for a file that is too large or not text.
   */
  text(path: string): string | undefined;
  bytes(path: string): Uint8Array;
  /** Parses a text like the document of a spec. */
  parse(text: string): SpecDocument;
}

/** Opens folders and files from which documents are imported. */
export interface SourceTrees {
  /**
   * Opens a folder or file as a tree.
   * @param path as typed on the command line, relative to the working directory.
   * @param without folders to exclude, relative to the project root; they are excluded whatever path leads to them.
   * @throws SpectoolError `SOURCE_NOT_FOUND` if the path does not exist.
   */
  open(path: string, without: readonly string[]): SourceTree;
}

/** Reads the documents of one other tool. */
export interface ImportSource {
  /** Name of the source on the command line and in the frontmatter field `source`. */
  readonly name: string;
  /** Recognizes the documents of this tool, by file names as far as possible. Returns what was found and how certain that is. */
  detect(tree: SourceTree): Recognition;
  /** Reads all documents of the tree. A document that cannot be read is reported and does not stop the others. */
  read(tree: SourceTree): Iterable<FoundDocument>;
}

/** Reads the git history of files inside or outside the project. */
export interface SourceHistory {
  /**
   * Returns the history of files, across renames; undefined outside a git repository.
   * @param folder absolute path.
   * @param files the files by their paths relative to the folder, each with a function that reads the status in a version.
   */
  read(
    folder: string,
    files: ReadonlyMap<string, StatusReader | undefined>,
  ):
    | {
        /** Path of the folder inside its repository: `''`, or a path with a trailing `/`. */
        readonly prefix: string;
        readonly files: ReadonlyMap<string, FileHistory>;
        /** Warning about missing parts of the history, as a sentence. */
        readonly missing?: string;
      }
    | undefined;
}

/** Reads reports of test runs. */
export interface TestReports {
  /**
   * Reads JUnit XML reports.
   * @param places files, and folders (all reports below them), relative to the working folder; `-` for `input`.
   * @throws SpectoolError `FILE_NOT_FOUND` if there is no report, `REPORT_INVALID` for a report that cannot be read.
   */
  read(
    places: readonly string[],
    input: string | undefined,
  ): Promise<{
    readonly reports: readonly TestReport[];
    /** Number of XML files that were skipped because they are not JUnit reports. */
    readonly passedOver: number;
  }>;
}
