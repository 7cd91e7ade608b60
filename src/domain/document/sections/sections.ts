import { lineEnd } from '../textEdit.js';
import { placedHeadings, type Heading, type PlacedHeading } from './headings.js';

const MOST_COMPARED = 100;

/** A heading with the text below it, sub-sections included. */
export interface Section extends Heading {
  /** The headings above it, outermost first, and its own. */
  readonly path: readonly string[];
  /** Offset of the heading. */
  readonly start: number;
  /** The text below the heading, `[bodyStart, end)`. */
  readonly bodyStart: number;
  readonly end: number;
  /** Its 1-based number among the sections with this heading. */
  readonly nth: number;
}

/** A limit on memory: a section takes some hundred bytes, and a line of four letters can be one. */
const MOST_SECTIONS = 100_000;

/** Returns the sections of a Markdown text in order; beyond the limit, the last one extends to the end. */
export function sectionsIn(body: string): readonly Section[] {
  const headings: PlacedHeading[] = [];
  for (const heading of placedHeadings(body)) if (headings.push(heading) === MOST_SECTIONS) break;
  const above: PlacedHeading[] = [];
  const counts = new Map<string, number>();
  /** For each section the index of the next one that is not below it; filled from the end. */
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
 * Returns the sections with this heading; if there are none, the one that `Parent > Heading` or `Heading #2` names. Case and
 * markup do not matter.
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

/** Returns the first section with this heading, with its heading and sub-sections. */
export function sectionOf(body: string, name: string): string | undefined {
  const [first] = sectionsNamed(body, name);
  return first && body.slice(first.start, first.end);
}

/** Returns the shortest name that only this section has; if very many share the heading, the heading with a number. */
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

/** True if the last part is the heading, and the others are headings above it, in this order. */
function endsWith(path: readonly string[], parts: readonly string[]): boolean {
  if (path.at(-1) !== parts.at(-1)) return false;
  let left = parts.length - 1;
  for (let i = path.length - 2; i >= 0 && left > 0; i--) if (path[i] === parts[left - 1]) left--;
  return left === 0;
}
