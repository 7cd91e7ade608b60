import type { LinePlace, ReadFrontmatter, SpecDocument } from '../domain/document/specDocument.js';
import type { SpecSummary } from '../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { SpectoolError } from '../domain/errors/spectoolError.js';
import type { Status } from '../domain/fields/statusAndPriority.js';
import type { SpecFolder } from '../domain/naming/projectPath.js';
import type { JsonValue } from '../domain/value/jsonValue.js';

/**
 * A file or folder among the specs that was not read. `link`: links are not followed. `project`: a folder with its own
 * configuration and log. `loose`: a Markdown file outside any spec folder. `failed`: the system refused to read it.
 */
export interface NotRead {
  readonly path: string;
  readonly why: 'link' | 'project' | 'loose' | 'failed';
  /** Error of the system, if `why` is `failed`. */
  readonly error?: SpectoolError;
}

/** What a spec whose documents stay where another tool keeps them has besides other specs. */
export interface AdoptionFacts {
  /** The kind of its documents. */
  readonly kind: string;
  /** Paths of the files that have the text, first the one with the title; empty if the files were deleted. */
  readonly texts: readonly string[];
  /** Returns what would override a status that a command sets, such as an archive folder; undefined if nothing does. */
  readonly overrides: (status: Status) => string | undefined;
}

/** How a changed document of a spec is stored. */
export interface StoredChange {
  /** The document as it will be read; its fields may follow from what is written, as the ticks in documents of other tools. */
  readonly document: SpecDocument;
  /** The texts to write, by project path; `was` is absent for a new file. */
  readonly texts: readonly { readonly path: string; readonly text: string; readonly was?: string }[];
}

/** The spec folders of the project in the working tree. A broken spec is returned with a problem, never left out. */
export interface SpecStore {
  /** Returns active and archived spec folders, sorted by (archived, sequence, ref), without reading documents. */
  folders(): readonly SpecFolder[];
  /** Returns frontmatter and title of the specs in `folders` (all specs by default), in the same order. */
  summaries(folders?: readonly SpecFolder[]): readonly SpecSummary[];
  /** Reads the document of a spec. If the file is missing or unreadable, the returned document has a `problem`. */
  open(folder: SpecFolder): SpecDocument;
  /** Parses the text of a document, as `open` does. */
  parse(text: string): SpecDocument;
  /**
   * Returns the path of the document, relative to the root. Its file name is the configured one, or an older name if the spec
   * was created before the configuration changed.
   */
  documentPath(folder: Pick<SpecFolder, 'path'>): string;
  /**
   * Returns a function that returns for a line of the document, 1-based, from which file and line it comes, because a document
   * may be put together from several files.
   */
  places(folder: Pick<SpecFolder, 'path'>): (line: number) => LinePlace;
  /** Returns the files and folders that the last scan of the specs, or a read since that scan, could not read. */
  notRead(): readonly NotRead[];
  /** Returns the specs that have a document below `specsDir`, a folder other than the configured specs folder. */
  foldersIn(specsDir: string): readonly SpecFolder[];
  /**
   * Returns the names of all files in the folder, the document first; a file in a subfolder is named `subfolder/file`. Links are
   * listed but not read.
   * @param closed `passed over` to skip unreadable folders and add them to {@link notRead}; by default, throws `READ_FAILED` for
   * an unreadable folder.
   */
  files(folder: SpecFolder, closed?: 'passed over'): readonly string[];
  /** Returns files like {@link files} with `passed over`, and the folders that were read, including empty ones. */
  contents(folder: SpecFolder): { readonly files: readonly string[]; readonly folders: readonly string[] };
  /** Returns the text of one file in the folder; undefined if it is missing, no text, or cannot be read: see {@link notRead}. */
  readFile(folder: SpecFolder, name: string): string | undefined;
  /**
   * Returns the size of a file in the folder, in bytes; 0 if the file does not exist, `Infinity` if only reading the file shows
   * its size.
   */
  fileSize(folder: SpecFolder, name: string): number;
  /**
   * Returns the document with these frontmatter keys changed (`null` removes a key); all other bytes stay the same. The
   * result is parsed again as a check.
   * @throws SpectoolError `SPEC_BROKEN` if the change would affect other bytes.
   */
  edit(document: SpecDocument, changes: ReadonlyMap<string, JsonValue | null>): SpecDocument;
  /** Returns facts about a spec whose documents belong to another tool; undefined for a spec of the specs folder. */
  adoption?(folder: Pick<SpecFolder, 'path'>): AdoptionFacts | undefined;
  /** Returns what says the fields of a spec, if that is not the frontmatter of its document: `its files`, `sprint-status.yaml`. */
  source?(folder: Pick<SpecFolder, 'path'>): string | undefined;
  /** Returns the specs that the next command records because their documents came or went without one. */
  unrecorded?(): readonly SpecFolder[];
  /**
   * Returns how a changed document is stored.
   * @param before the document before the change; undefined for a new one.
   */
  stored(folder: SpecFolder, before: SpecDocument | undefined, after: SpecDocument): StoredChange;
}

/** Reads and writes the YAML of frontmatter; code in the YAML is never executed. */
export interface FrontmatterParser {
  /**
   * Parses the frontmatter of a document.
   * @param text the whole document
   * @param start offset of the first character after the opening `---` line
   * @param end offset of the closing `---` line
   * @param line 1-based line number of `start`
   */
  parse(text: string, start: number, end: number, line: number): ReadFrontmatter;
  /** Returns one value as one line of YAML in flow style, quoted only if needed: `[a, b]`, `'2026'`, `high`. */
  readonly format: (value: JsonValue) => string;
}
