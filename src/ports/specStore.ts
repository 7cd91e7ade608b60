import type { SpecDocument } from '../domain/document/specDocument.js';
import type { SpecSummary } from '../domain/document/specSummary.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';
import type { StagedFile } from './fileSystem.js';

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
  /** Path of the default file, relative to the root. */
  documentPath(folder: SpecFolder): string;
  /** Names of all files in the folder, sub-folders with `/`, the default file first. Links leading outside are left out. */
  files(folder: SpecFolder): readonly string[];
  /** Text of one file in the folder, undefined when it is not there. */
  readFile(folder: SpecFolder, name: string): string | undefined;
  /** The document under a temporary name, flushed. */
  stageDocument(folder: SpecFolder, text: string): StagedFile;
  /** Makes a folder with its document appear complete or not at all; false when the place is taken. */
  place(folder: SpecFolder, text: string): boolean;
  /** Moves a folder to another place in the tree. */
  move(from: SpecFolder, to: SpecFolder): void;
  /** Undoes `place`. */
  remove(folder: SpecFolder): void;
}
