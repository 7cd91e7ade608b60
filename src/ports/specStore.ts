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

/** Specs that no command shows, and where they stand. */
export interface HiddenSpecs {
  /** The link or the folder they stand in. */
  readonly path: string;
  /**
   * `outside`, `nowhere`: a link, and nobody knows what is there. `no folder`: files beside folders of specs. `another name`: files in a folder of their
   * own, none of them called as a spec's document is. `no name`: nothing is found by a name that is no UTF-8. `another project`: the folder has a
   * configuration and a log of its own.
   */
  readonly why:
    'behind a link' | 'outside' | 'nowhere' | 'no folder' | 'another name' | 'no name' | 'another project';
  readonly specs: readonly string[];
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
  /** Specs below the specs directory, and behind links at or above it, that none of `folders` is, as it was last looked at; but for those in their folders. */
  hidden(): readonly HiddenSpecs[];
  /** Specs in the folder of this one: their places. */
  hiddenIn(folder: Pick<SpecFolder, 'path'>): readonly string[];
  /** Why folders below the specs directory could not be looked into, by path, among those met so far; specs are told by themselves. */
  unreadable(): ReadonlyMap<string, SpectoolError>;
  /** Specs with a document below another directory than the configured one. */
  foldersIn(specsDir: string): readonly SpecFolder[];
  /**
   * Names of all files in the folder, sub-folders with `/`, the default file first; links among them, wherever they lead.
   * @param closed `passed over`: what may not be looked into is among {@link unreadable}. By default it is `READ_FAILED`.
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
