import type { ParsedFrontmatter } from '../domain/document/frontmatter/frontmatterEntry.js';
import type { SpecDocument } from '../domain/document/specDocument.js';
import type { SpecSummary } from '../domain/document/specSummary.js';
import type { SpectoolError } from '../domain/errors/spectoolError.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';
import type { JsonValue } from '../domain/value/json.js';

/** A complete spec folder that is not in the tree yet. */
export interface StagedFolder {
  readonly id: string;
  /** Staging path, relative to the root. */
  readonly path: string;
  /** Moves the folder into the tree. @throws SpectoolError `SPEC_EXISTS` if the path is taken. */
  commit(folder: SpecFolder): void;
  discard(): void;
}

/**
 * A place among the specs that was not read, and why. `link`: links are not followed. `project`: has its own configuration
 * and log. `name`: its name is not UTF-8. `loose`: Markdown outside any spec folder. `failed`: the system refused.
 */
export interface NotRead {
  readonly path: string;
  readonly why: 'link' | 'project' | 'name' | 'loose' | 'failed';
  /** The error of the system. */
  readonly error?: SpectoolError;
}

/** The spec folders of the project in the working tree. Broken specs are returned with a problem, never left out. */
export interface SpecStore {
  /** Returns active and archived spec folders, sorted by (archived, sequence, ref), without reading documents. */
  folders(): readonly SpecFolder[];
  /** Returns frontmatter and title of each of `folders` (all by default), in the same order. */
  summaries(folders?: readonly SpecFolder[]): readonly SpecSummary[];
  /** Reads the document of a spec; a missing or unreadable file gives a document with a problem. */
  open(folder: SpecFolder): SpecDocument;
  /** Parses a text as `open` does. */
  parse(text: string): SpecDocument;
  /**
   * Path of the document, relative to the root: the configured default file, or an older file name kept by a spec created
   * before the configuration changed.
   */
  documentPath(folder: Pick<SpecFolder, 'path'>): string;
  /** Documents read so far whose file name is not the configured one, by path of their folder. */
  keptFiles(): ReadonlyMap<string, string>;
  /** Places that the last scan, or a read since then, could not read. */
  notRead(): readonly NotRead[];
  /** Specs with a document below another specs folder than the configured one. */
  foldersIn(specsDir: string): readonly SpecFolder[];
  /**
   * Names of all files in the folder, subfolders with `/`, the document first. Links are listed but not read.
   * @param closed `passed over` adds unreadable folders to {@link notRead}; by default they throw `READ_FAILED`.
   */
  files(folder: SpecFolder, closed?: 'passed over'): readonly string[];
  /** Like {@link files} with `passed over`; also lists the folders read, including empty ones. */
  contents(folder: SpecFolder): { readonly files: readonly string[]; readonly folders: readonly string[] };
  /** Text of one file in the folder; undefined if it does not exist, is not text, or cannot be read. */
  readFile(folder: SpecFolder, name: string): string | undefined;
  /** Errors of files that {@link readFile} could not read, by path. */
  unreadFiles(): ReadonlyMap<string, SpectoolError>;
  /** Size of a file in the folder, in bytes; 0 if it does not exist, infinite if the size is known only by reading. */
  fileSize(folder: SpecFolder, name: string): number;
  /**
   * Returns the document with these frontmatter keys changed (`null` removes one); all other bytes stay the same. The result
   * is parsed again as a check.
   * @throws SpectoolError `SPEC_BROKEN` if the change would affect other bytes.
   */
  edit(document: SpecDocument, changes: ReadonlyMap<string, JsonValue | null>): SpecDocument;
  /**
   * Complete folders of new specs in `.spectool/tmp/new-<id>/`: left by an interrupted command, or being created by a running
   * one.
   */
  stagedFolders(): readonly StagedFolder[];
}

/** Reads and writes the YAML of frontmatter; never executes any of it. */
export interface FrontmatterParser {
  /**
   * @param text the whole document
   * @param start offset of the first character after the opening `---` line
   * @param end offset of the closing `---` line
   * @param line 1-based line number of `start`
   */
  parse(text: string, start: number, end: number, line: number): ParsedFrontmatter;
  /** Formats one value as one line of YAML in flow style, quoted only if needed: `[a, b]`, `'2026'`, `high`. */
  format(value: JsonValue): string;
}
