import { firstOf } from '../../value/bounds.js';
import { quoted } from '../../value/quoted.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { nearestWords } from '../../naming/nearestWords.js';
import type { Heading } from './headings.js';
import { nameOfSection, sectionsByName, sectionsIn, sectionsNamed, type Section } from './sections.js';

/** The text in which a section is searched, with the spec's name and the first line's number for messages. */
export interface SectionPlace {
  /** The spec's folder name, for messages. */
  readonly ref: string;
  readonly body: string;
  /** 1-based line number at which the text begins in the file. */
  readonly bodyLine: number;
}

/** The greatest number of sections that a message lists. */
const MOST_NAMED = 100;

/**
 * Returns the section with this name; see `sectionsNamed` for the notations of names.
 * @throws SpectoolError `SECTION_NOT_FOUND` if no section has the name, `SECTION_AMBIGUOUS` if several have it.
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
  const shown = candidates.map((one) => `${quoted(one.name)} (line ${String(one.line)})`).join(', ');
  throw new SpectoolError(
    'SECTION_AMBIGUOUS',
    `${ref} has ${String(found.length)} sections ${quoted(first.heading)}: ${shown}.`,
    {
      hint: 'Name one of these sections exactly as listed.',
      details: { section: name, candidates },
    },
  );
}

export function sectionNotFound(ref: string, wanted: string, sections: readonly Heading[]): SpectoolError {
  const names = sections.map(({ heading }) => heading);
  const near = nearestWords(wanted, names)[0];
  return new SpectoolError(
    'SECTION_NOT_FOUND',
    `${ref} has no section "${wanted}". The sections are: ${
      firstOf(
        names.map((name) => quoted(name)),
        MOST_NAMED,
      ) || 'none'
    }.`,
    {
      ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
      details: { section: wanted, sections: names.slice(0, MOST_NAMED) },
    },
  );
}
