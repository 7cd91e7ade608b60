import type { ParsedFrontmatter } from '../domain/document/frontmatter/frontmatterEntry.js';
import type { SpecDocument } from '../domain/document/specDocument.js';
import type { SpecSummary } from '../domain/document/specSummary.js';
import type { SpectoolError } from '../domain/errors/spectoolError.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';
import type { JsonValue } from '../domain/value/json.js';

/** A folder that is complete but not yet in the tree. */
export interface StagedFolder {
  readonly id: string;
  /** Where it waits, relative to the root. */
  readonly path: string;
  /** Moves it into the tree. @throws SpectoolError `SPEC_EXISTS` when the place is taken. */
  commit(folder: SpecFolder): void;
  discard(): void;
}

/**
 * A place among the specs that was not read, and why. `link`: no link among specs is followed. `project`: it has a configuration and a log of
 * its own. `name`: nothing is found by a name that is no UTF-8. `loose`: Markdown in the folder of no spec. `failed`: the system refused.
 */
export interface NotRead {
  readonly path: string;
  readonly why: 'link' | 'project' | 'name' | 'loose' | 'failed';
  /** What the system said. */
  readonly error?: SpectoolError;
}

/** The spec folders of the project as they stand in the tree. Broken ones are answered with a problem, never left out. */
export interface SpecStore {
  /** Active and archived, by (archived, sequence, ref); reads no document. */
  folders(): readonly SpecFolder[];
  /** Frontmatter and title of each of `folders` (all by default), in the same order. */
  summaries(folders?: readonly SpecFolder[]): readonly SpecSummary[];
  /** The default file of one spec; a missing or unreadable file is a document with a problem. */
  open(folder: SpecFolder): SpecDocument;
  /** Takes a text apart as `open` does. */
  parse(text: string): SpecDocument;
  /**
   * Path of the document, relative to the root: the configured default file, or the one a spec keeps that was made when
   * the configuration named another.
   */
  documentPath(folder: Pick<SpecFolder, 'path'>): string;
  /** Folders, by path, whose document has another name than the configured one, among those read so far. */
  keptFiles(): ReadonlyMap<string, string>;
  /** What the last look at the tree could not see, and what was met since. */
  notRead(): readonly NotRead[];
  /** Specs with a document below another directory than the configured one. */
  foldersIn(specsDir: string): readonly SpecFolder[];
  /**
   * Names of all files in the folder, sub-folders with `/`, the default file first; links among them, which are not read.
   * @param closed `passed over`: what may not be looked into is among {@link notRead}. By default it is `READ_FAILED`.
   */
  files(folder: SpecFolder, closed?: 'passed over'): readonly string[];
  /** As {@link files}, passing over what is closed, and with the folders that were looked into, empty ones too. */
  contents(folder: SpecFolder): { readonly files: readonly string[]; readonly folders: readonly string[] };
  /** Text of one file in the folder, undefined when it is not there, is no text, or cannot be read. */
  readFile(folder: SpecFolder, name: string): string | undefined;
  /** Why files that {@link readFile} was asked for could not be read, by path. */
  unreadFiles(): ReadonlyMap<string, SpectoolError>;
  /** Bytes of one file in the folder; 0 when it is not there, infinite when only reading can tell. */
  fileSize(folder: SpecFolder, name: string): number;
  /**
   * A copy of the document with these frontmatter keys changed (`null` removes one) and every other byte as it was.
   * The result is read back before it is answered.
   * @throws SpectoolError `SPEC_BROKEN` when the change cannot be made without touching more.
   */
  edit(document: SpecDocument, changes: ReadonlyMap<string, JsonValue | null>): SpecDocument;
  /**
   * New specs' folders with their documents, complete, in `.spectool/tmp/new-<id>/`: left behind by writers that were cut short, or
   * being made by one that is alive.
   */
  stagedFolders(): readonly StagedFolder[];
}

/** Reads and writes the YAML of frontmatter; nothing in it is ever executed. */
export interface FrontmatterParser {
  /**
   * @param text the whole document
   * @param start offset of the first character after the opening `---` line
   * @param end offset of the closing `---` line
   * @param line 1-based line number of `start`
   */
  parse(text: string, start: number, end: number, line: number): ParsedFrontmatter;
  /** One value in flow style as YAML text on one line, quoted only when it must be: `[a, b]`, `'2026'`, `high`. */
  format(value: JsonValue): string;
}
