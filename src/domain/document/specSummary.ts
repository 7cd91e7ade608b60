import type { SpecFolder } from '../naming/projectPath.js';
import type { JsonObject } from '../value/jsonValue.js';
import { type Progress, progressOf } from '../criteria/criteria.js';
import type { DocumentProblem, SpecDocument } from './specDocument.js';
import { titleOf } from './sections/headings.js';

/** The facts about one spec that listings need. */
export interface SpecSummary {
  readonly folder: SpecFolder;
  readonly frontmatter: JsonObject;
  readonly title: string;
  /** The number of ticked criteria and of all criteria; absent if the spec has none. */
  readonly criteria?: Progress;
  readonly problem?: DocumentProblem;
  /** The `frontmatterHash` of the document's frontmatter, if it is already computed. */
  readonly print?: number;
  /** The document's file, with its modification time and size, if already known. */
  readonly file?: { readonly path: string; readonly mtimeNs?: bigint; readonly size?: number };
}

/** The part of a summary that comes from the document alone. */
export type DocumentSummary = Pick<SpecSummary, 'frontmatter' | 'title' | 'criteria' | 'problem'>;

/** @param sections the headings below which checkboxes are criteria. */
export function summaryOf(
  folder: SpecFolder,
  document: SpecDocument,
  sections: readonly string[],
): SpecSummary {
  return { folder, ...documentSummary(document, folder.name, sections) };
}

/**
 * Returns the part of a spec's summary that comes from its document.
 * @param name the spec's name, used if the document has no title.
 * @param sections headings of the sections that hold criteria.
 */
export function documentSummary(
  document: SpecDocument,
  name: string,
  sections: readonly string[],
): DocumentSummary {
  const { frontmatter, problem, text, bodyStart } = document;
  const criteria = progressOf(text.slice(bodyStart), sections);
  const title = titleOf(document, name);
  return { frontmatter, title, ...(criteria && { criteria }), ...(problem && { problem }) };
}
