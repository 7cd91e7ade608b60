import { SpectoolError } from '../../errors/spectoolError.js';
import { nearest } from '../../naming/nearest.js';
import type { Heading } from './headings.js';
import { nameOfSection, sectionsByName, sectionsIn, sectionsNamed, type Section } from './sections.js';

/** The section, and how the text is cut where its name is told. */
export interface SectionPlace {
  /** What people call the spec, for messages. */
  readonly ref: string;
  readonly body: string;
  /** 1-based line of the file that the body begins on. */
  readonly bodyLine: number;
}

/** Of a text of nothing but headings. */
const MOST_NAMED = 100;

/**
 * The one section a name stands for; `sectionsNamed` says how it may be written.
 * @throws SpectoolError `SECTION_NOT_FOUND`, `SECTION_AMBIGUOUS`.
 */
export function findSection({ ref, body, bodyLine }: SectionPlace, name: string): Section {
  const found = sectionsNamed(body, name);
  const [first] = found;
  if (first === undefined) throw sectionNotFound(ref, name, sectionsIn(body));
  if (found.length === 1) return first;
  const byName = sectionsByName(body);
  const candidates = found.slice(0, MOST_NAMED).map((section) => ({
    name: nameOfSection(section, byName),
    line: section.line + bodyLine - 1,
    path: section.path,
  }));
  const shown = candidates.map((one) => `"${one.name}" (line ${String(one.line)})`).join(', ');
  throw new SpectoolError(
    'SECTION_AMBIGUOUS',
    `${ref} has ${String(found.length)} sections "${first.heading}": ${shown}.`,
    {
      hint: 'Name one of them as it is written here: with a heading above it, or counted from the top.',
      details: { section: name, candidates },
    },
  );
}

export function sectionNotFound(ref: string, wanted: string, sections: readonly Heading[]): SpectoolError {
  const names = sections.map(({ heading }) => heading);
  const near = nearest(wanted, names)[0];
  const more = names.length > MOST_NAMED ? ', …' : '';
  return new SpectoolError(
    'SECTION_NOT_FOUND',
    `${ref} has no section "${wanted}". It has: ${names.slice(0, MOST_NAMED).join(', ') || 'none'}${more}.`,
    {
      ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
      details: { section: wanted, sections: names.slice(0, MOST_NAMED) },
    },
  );
}
