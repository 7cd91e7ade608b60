import type { SpecFolder } from '../naming/specFolder.js';
import type { JsonObject } from '../value/json.js';
import { type Progress, progressOf } from '../criteria/criteria.js';
import type { DocumentProblem } from './documentProblem.js';
import type { SpecDocument } from './specDocument.js';
import { titleOf } from './sections/title.js';

/** What listings need of one spec: its place, its frontmatter, its title. */
export interface SpecSummary {
  readonly folder: SpecFolder;
  readonly frontmatter: JsonObject;
  readonly title: string;
  /** Absent where there are no criteria. */
  readonly criteria?: Progress;
  readonly problem?: DocumentProblem;
  /** `frontmatterPrint` of it, where it is known without making it again. */
  readonly print?: number;
  /** The document as a file, where that is known without looking again. */
  readonly file?: { readonly path: string; readonly mtimeNs?: bigint; readonly size?: number };
}

/** What a document itself tells listings. */
export type DocumentSummary = Pick<SpecSummary, 'frontmatter' | 'title' | 'criteria' | 'problem'>;

/** @param sections headings that criteria stand under. */
export function summaryOf(
  folder: SpecFolder,
  document: SpecDocument,
  sections: readonly string[],
): SpecSummary {
  return { folder, ...documentSummary(document, folder.name, sections) };
}

/** @param name of the spec, for one without a title. @param sections headings that criteria stand under. */
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
