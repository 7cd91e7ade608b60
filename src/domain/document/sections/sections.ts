import { lineEnd } from '../textEdit.js';
import { placedHeadings, type Heading, type PlacedHeading } from './headings.js';

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
export type SectionsByName = ReadonlyMap<string, readonly Section[]>;

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

/** Normalizes a heading for comparing: without markup, in lower case. */
export function bareHeading(heading: string): string {
  return heading.replace(/^#+/, '').replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** True if the last of `parts` is the section's heading, and the other parts are headings above the section in the same order. */
function endsWith(path: readonly string[], parts: readonly string[]): boolean {
  if (path.at(-1) !== parts.at(-1)) return false;
  let left = parts.length - 1;
  for (let i = path.length - 2; i >= 0 && left > 0; i--) if (path[i] === parts[left - 1]) left--;
  return left === 0;
}
