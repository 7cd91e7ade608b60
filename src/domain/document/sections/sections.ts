import { BOUNDS } from '../../value/bounds.js';
import { checkboxIn, isBlankText } from '../../criteria/checkboxes.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { nearestWords } from '../../naming/nearestWords.js';
import { firstOf } from '../../value/collections.js';
import { quoted, lineEnd } from '../../value/text.js';
import { type Heading, headingsOf, type PlacedHeading, placedHeadings, bareHeading } from './headings.js';
import { withoutComments } from './codeBlocks.js';

interface EmptySection {
  readonly heading: string;
  /** 1-based line number of the heading in the text. */
  readonly line: number;
}

/**
 * Returns the recommended sections without content. A section has no content if it and its sub-sections hold only comments,
 * headings and blank checkboxes.
 */
export function emptySections(body: string, recommended: readonly string[]): readonly EmptySection[] {
  const wanted = new Set(recommended.map((name) => name.toLowerCase()));
  const headings = headingsOf(body);
  const lines = withoutComments(body).split(/\r?\n/);
  const isHeading = new Set(headings.map(({ line }) => line));
  return headings.flatMap(({ heading, level, line }, i) => {
    if (!wanted.has(heading.toLowerCase())) return [];
    let next = i + 1;
    while ((headings[next]?.level ?? 0) > level) next++;
    const end = headings[next]?.line ?? lines.length + 1;
    const own = lines.slice(line, end - 1).map((text) => text.trim());
    const isWritten = own.some(
      (text, k) => text !== '' && !isHeading.has(line + 1 + k) && !isBlankBox(text) && !/^[=-]+$/.test(text),
    );
    return isWritten ? [] : [{ heading, line }];
  });
}

function isBlankBox(line: string): boolean {
  const box = checkboxIn(line);
  return box !== undefined && isBlankText(box.text);
}

const MOST_COMPARED = 100;

/** A heading with the text below it, sub-sections included. */
export interface Section extends Heading {
  /** The headings above the section, outermost first, followed by its own heading. */
  readonly path: readonly string[];
  /** Offset of the heading. */
  readonly start: number;
  /** The text below the heading, `[bodyStart, end)`. */
  readonly bodyStart: number;
  readonly end: number;
  /** 1-based number of the section among the sections with the same heading. */
  readonly nth: number;
}

/**
 * The greatest number of sections of a text. The limit bounds the memory used, because each section takes some hundred bytes and
 * may be a line of only four characters.
 */
const MOST_SECTIONS = 100_000;

/**
 * Returns the sections of a Markdown text in order, at most `MOST_SECTIONS`; the last one then extends to the end of the text.
 */
export function sectionsIn(body: string): readonly Section[] {
  const headings: PlacedHeading[] = [];
  for (const heading of placedHeadings(body)) if (headings.push(heading) === MOST_SECTIONS) break;
  const above: PlacedHeading[] = [];
  const counts = new Map<string, number>();
  /**
   * For each heading, the index of the next heading that is not one of its sub-headings; computed from the last heading to the
   * first.
   */
  const ends: number[] = [];
  for (let i = headings.length - 1; i >= 0; i--) {
    let next = i + 1;
    while ((headings[next]?.level ?? 0) > (headings[i]?.level ?? 0)) next = ends[next] ?? headings.length;
    ends[i] = next;
  }
  return headings.map(({ heading, level, line, start, textEnd }, i) => {
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    above.push(headings[i] as PlacedHeading);
    const name = bareHeading(heading);
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    const isUnderlined = !/^ {0,3}#{1,6}(?:[ \t\r\n]|$)/.test(body.slice(start, start + 12));
    const lastLine = isUnderlined ? lineEnd(body, textEnd) : start;
    return {
      heading,
      level,
      line,
      path: above.map((one) => one.heading),
      start,
      bodyStart: lineEnd(body, lastLine),
      end: headings[ends[i] ?? headings.length]?.start ?? body.length,
      nth,
    };
  });
}

/** The sections of a text by their normalized headings (`bareHeading`). */
type SectionsByName = ReadonlyMap<string, readonly Section[]>;

export function sectionsByName(body: string): SectionsByName {
  const byName = new Map<string, Section[]>();
  for (const section of sectionsIn(body)) {
    const name = bareHeading(section.heading);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [section]);
    else same.push(section);
  }
  return byName;
}

/**
 * Returns the sections with this heading; if there are none, the name is read as `Parent > Heading` or `Heading #2`. Case and
 * markup are ignored.
 */
export function sectionsNamed(body: string, name: string): readonly Section[] {
  return namedIn(sectionsByName(body), name);
}

function namedIn(byName: SectionsByName, name: string): readonly Section[] {
  const wanted = bareHeading(name);
  const same = byName.get(wanted);
  if (same !== undefined) return same;
  const [, counted = '', n = ''] = /^(.*\S)\s*#(\d{1,9})$/.exec(wanted) ?? [];
  const nth = byName.get(counted)?.[Number(n) - 1];
  if (nth !== undefined) return [nth];
  const parts = name.split(/\s>\s/).map(bareHeading);
  if (parts.length < 2) return [];
  return (byName.get(parts.at(-1) ?? '') ?? []).filter(({ path }) => endsWith(path.map(bareHeading), parts));
}

/** Returns the text of the first section with this name, including the heading and sub-sections. */
export function sectionOf(body: string, name: string): string | undefined {
  const [first] = sectionsNamed(body, name);
  return first && body.slice(first.start, first.end);
}

/**
 * Returns the shortest name that only this section has, such as `Parent > Heading`. If very many sections share the heading,
 * returns the heading with a number: `Heading #2`.
 */
export function nameOfSection({ path, heading, nth }: Section, byName: SectionsByName): string {
  const isOneOfFew = (byName.get(bareHeading(heading))?.length ?? 0) <= MOST_COMPARED;
  for (let length = 1; isOneOfFew && length <= path.length; length++) {
    const name = path.slice(-length).join(' > ');
    if (namedIn(byName, name).length === 1) return name;
  }
  return `${heading} #${String(nth)}`;
}

/** True if the last of `parts` is the section's heading, and the other parts are headings above the section in the same order. */
function endsWith(path: readonly string[], parts: readonly string[]): boolean {
  if (path.at(-1) !== parts.at(-1)) return false;
  let left = parts.length - 1;
  for (let i = path.length - 2; i >= 0 && left > 0; i--) if (path[i] === parts[left - 1]) left--;
  return left === 0;
}

/** The text in which a section is searched, with the spec's name and the first line's number for messages. */
interface SectionPlace {
  /** The spec's folder name, for messages. */
  readonly ref: string;
  readonly body: string;
  /** 1-based line number at which the text begins in the file. */
  readonly bodyLine: number;
}

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
  const candidates = found.slice(0, BOUNDS.listed).map((section) => ({
    name: nameOfSection(section, byName),
    line: section.line + bodyLine - 1,
    path: section.path,
  }));
  const shown = candidates.map((one) => `${quoted(one.name)} (line ${String(one.line)})`).join(', ');
  throw new SpectoolError(
    'SECTION_AMBIGUOUS',
    `${ref} has ${String(found.length)} sections ${quoted(first.heading)}: ${shown}.`,
    {
      hint: 'Use one of these headings exactly as listed.',
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
        BOUNDS.listed,
      ) || 'none'
    }.`,
    {
      ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
      details: { section: wanted, sections: names.slice(0, BOUNDS.listed) },
    },
  );
}

/**
 * Returns the recommended sections that a text does not have.
 * @param alike headings of sections with criteria, which are interchangeable: a section with any of them counts as all of them.
 */
export function missingSections(
  body: string,
  recommended: readonly string[],
  alike: readonly string[],
): readonly string[] {
  const wanted = new Map(recommended.map((name) => [name.toLowerCase(), name]));
  const same = alike.map((name) => name.toLowerCase());
  if (wanted.size > 0)
    for (const { heading } of placedHeadings(body)) {
      const there = heading.toLowerCase();
      const isOfAlike = same.some((name) => there.includes(name));
      for (const name of wanted.keys())
        if (there.includes(name) || (isOfAlike && same.includes(name))) wanted.delete(name);
      if (wanted.size === 0) break;
    }
  return [...wanted.values()];
}

/** Returns the section with a heading and a number (`nth`) among the sections with this heading, as an event refers to it. */
export function sectionAt(body: string, heading: string, nth = 1): Section | undefined {
  const name = bareHeading(heading);
  return sectionsIn(body).find((one) => one.nth === nth && bareHeading(one.heading) === name);
}
