import { criteriaOf } from '../criteria/criteria.js';
import { headingsOf, placedHeadings, titleOf } from '../document/sections/headings.js';
import { withoutComments } from '../document/sections/codeBlocks.js';
import { bodyOf, type SpecDocument } from '../document/specDocument.js';
import { purposeSections } from '../search/searchedTexts.js';

/** A criterion as a version of a document words it. */
export interface WordedCriterion {
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  readonly done: boolean;
}

/** The parts of a document that say what the spec promises: its title, its purpose and its criteria. */
export interface SpecWording {
  readonly title: string;
  /** Beginning of the section `Problem`, or of the first section that describes the purpose; empty if nothing is written. */
  readonly purpose: string;
  readonly criteria: readonly WordedCriterion[];
}

/**
 * Returns the wording of a document.
 * @param name the title of a document without a heading.
 * @param sections headings of the sections that hold criteria.
 */
export function wordingOf(document: SpecDocument, name: string, sections: readonly string[]): SpecWording {
  const body = bodyOf(document);
  const [[start, end] = [0, 0]] = purposeSections(body, [...placedHeadings(body)]);
  const purpose = withoutComments(body.slice(start, end)).trim();
  return {
    title: titleOf(document, name),
    // Without a purpose section, the range begins at the top of the text and may contain only a heading.
    purpose: headingsOf(purpose).length > 0 && purpose.startsWith('#') ? '' : purpose,
    criteria: criteriaOf(body, sections).map(({ n, label, text, done }) => ({
      n,
      ...(label !== undefined && { label }),
      text,
      done,
    })),
  };
}

/** True if two versions have the same title, purpose and criteria; ticks do not matter. */
export function isSameWording(a: SpecWording, b: SpecWording): boolean {
  const words = ({ title, purpose, criteria }: SpecWording) =>
    JSON.stringify([title, purpose, criteria.map(({ text }) => text)]);
  return words(a) === words(b);
}
