import type { PlacedHeading } from '../document/sections/headings.js';

/** What sections are called that say what a document is for. */
const LEADING =
  /^[^\p{L}]*(?:(?:executive\s+)?summary|abstract|introduction|overview|description|motivation|problem|background|context|purpose|why|goals?(?!\p{L}))/iu;
const MOST_SECTIONS = 3;
/** Of each: some 150 words. */
const LENGTH = 1000;
/** Words on both sides of it are in no phrase. */
const BREAK = /[^\p{L}\p{N}\p{M}'’ \t\n_/-]|\n[ \t]*\n/u;
/** How far a break is looked for. */
const FURTHER = 400;

/** Where a text says what it is for, `[start, end)`, ascending: how the first sections begin that are called so, else how the text itself does. */
export function leadRanges(
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

/** At a break, so that no phrase is cut in two. */
function leadEnd(text: string, start: number, end: number): number {
  const from = start + LENGTH;
  if (from >= end) return end;
  const further = text.slice(from, Math.min(end, from + FURTHER));
  const found = BREAK.exec(further);
  return found === null ? from + further.length : from + found.index;
}
