import { SpectoolError } from '../../errors/spectoolError.js';
import { nearestWords } from '../../naming/nearestWords.js';
import type { Heading } from './headings.js';
import { nameOfSection, sectionsByName, sectionsIn, sectionsNamed, type Section } from './sections.js';

/** The text in which a section is searched, and what messages need. */
export interface SectionPlace {
  /** The spec's folder name, for messages. */
  readonly ref: string;
  readonly body: string;
  /** 1-based line of the file on which the text begins. */
  readonly bodyLine: number;
}

/** The most sections that a message names. */
const MOST_NAMED = 100;

/**
 * Finds the section with this name; `sectionsNamed` describes the notations.
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
      hint: 'Name one of them exactly as listed here.',
      details: { section: name, candidates },
    },
  );
}

export function sectionNotFound(ref: string, wanted: string, sections: readonly Heading[]): SpectoolError {
  const names = sections.map(({ heading }) => heading);
  const near = nearestWords(wanted, names)[0];
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
