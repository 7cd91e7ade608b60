import type { PlacedHeading } from '../document/sections/headings.js';

/** Headings of sections that describe the purpose of a document. */
const LEADING =
  /^[^\p{L}]*(?:(?:executive\s+)?summary|abstract|introduction|overview|description|motivation|problem|background|context|purpose|why|goals?(?!\p{L}))/iu;
const MOST_SECTIONS = 3;
/** The number of characters that are used of each section, about 150 words. */
const LENGTH = 1000;
/** Matches a character or blank line that separates phrases. */
const BREAK = /[^\p{L}\p{N}\p{M}'’ \t\n_/-]|\n[ \t]*\n/u;
/** The number of further characters in which a separator of phrases is searched. */
const FURTHER = 400;

/**
 * Returns the ranges that describe the purpose of a text, `[start, end)`, ascending: the beginnings of the first sections whose
 * headings match `LEADING`, or else the beginning of the text.
 */
export function purposeSections(
  text: string,
  headings: readonly PlacedHeading[],
): readonly (readonly [start: number, end: number])[] {
  const ranges: (readonly [number, number])[] = [];
  const [first] = headings;
  const isTitle = (heading: PlacedHeading) => heading === first && heading.level === 1;
  for (const [i, heading] of headings.entries()) {
    if (ranges.length === MOST_SECTIONS) break;
    if (isTitle(heading) && headings.some(({ level }) => level > 1)) continue;
    if (!LEADING.test(heading.heading) || heading.start < (ranges.at(-1)?.[1] ?? 0)) continue;
    const next = headings.slice(i + 1).find(({ level }) => level <= heading.level);
    const range = [heading.textEnd, leadEnd(text, heading.textEnd, next?.start ?? text.length)] as const;
    if (/[\p{L}\p{N}]/u.test(text.slice(...range))) ranges.push(range);
  }
  if (ranges.length > 0) return ranges;
  const start = first !== undefined && isTitle(first) ? first.textEnd : 0;
  return [[start, leadEnd(text, start, text.length)]];
}

/** Returns the end of a section's range: a separator after about 1000 characters, so that no phrase is split. */
function leadEnd(text: string, start: number, end: number): number {
  const from = start + LENGTH;
  if (from >= end) return end;
  const further = text.slice(from, Math.min(end, from + FURTHER));
  const found = BREAK.exec(further);
  return found === null ? from + further.length : from + found.index;
}
