import type { AdoptedDocument } from '../domain/adoption/adoptedDocument.js';
import type { KnownSpecs } from '../domain/import/adoptedKinds.js';
import type { AdoptedFolder } from '../domain/project/configuration.js';

/** The documents that were found in an adopted folder. */
export interface FoundAdopted {
  readonly documents: readonly AdoptedDocument[];
  /** Files that are no documents, with the reason: `index`, `template`, `report`, `the tool's own`. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  /** Sentences about files that could not be read. */
  readonly skipped: readonly string[];
}

/** Reads the documents of adopted folders. */
export interface AdoptedDocuments {
  /** Names of the kinds that can be adopted, with the kinds of documents that are found in a folder, surest first. */
  kindsIn(path: string): readonly AdoptedFolder['kind'][];
  /** Returns the documents of a folder, sorted by path. Unchanged files are not read again. @param known the specs in the log. */
  read(folder: AdoptedFolder, known?: KnownSpecs): FoundAdopted;
  /** Returns the current text of a file of a document, without byte order mark; undefined if there is none. */
  text(path: string): string | undefined;
}
