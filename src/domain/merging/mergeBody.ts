import { withoutTick } from '../criteria/boxGrammar.js';
import { placedHeadings } from '../document/sections/headings.js';
import { lineStart, newlineAbove } from '../document/textEdit.js';
import type { Sides } from '../log/reconcile.js';
import type { LogRecord } from '../log/records/record.js';
import { type TimeOfItem, withAppendedItems } from './appendedItems.js';
import { settledBoxes } from './settledBoxes.js';
import { alike, changedText, each, either, keepsLinesOfBoth } from './sides.js';
import { timesOfItems } from './timesOfItems.js';

/** A text that came of a merge, and how many conflicts are marked in it. */
export interface MergedText {
  readonly text: string;
  readonly conflicts: number;
  /** Its conflicts are those of lines: it is too long to be looked through for sections, boxes and items. */
  readonly isLong?: true;
}

/** Longer texts are merged by lines alone: sections, boxes and items of 800,000 lines take 13 to 18 s. */
const MOST_LINES = 200_000;

/** A three-way merge of lines. */
export type MergeLines = (ours: string, base: string, theirs: string) => MergedText;

/** A heading with what stands under it up to the next, the blank lines above it included. */
interface Section {
  readonly key: number;
  readonly text: string;
}

type Sections = readonly Section[];

/**
 * Three versions of the text below the frontmatter made one, the same from either side: by lines, and where that leaves a conflict by
 * sections, boxes and appended items. Every line of the result is one that a side wrote, but for the state of a box.
 * @param records what the log tells after the merge, in folding order: it has the order of notes and criteria.
 */
export function mergeBody(
  bodies: Sides<string>,
  records: readonly LogRecord[],
  mergeLines: MergeLines,
): MergedText {
  const byLines = mergeLines(bodies.ours, bodies.base, bodies.theirs);
  // Without a base nobody knows what a side took out.
  if (byLines.conflicts === 0 || bodies.base.trim() === '') return byLines;
  if (Object.values(each(bodies, isLong)).includes(true)) return { ...byLines, isLong: true };
  const parts = each(bodies, withoutEnd);
  const ends = each(parts, ({ end }) => end);
  const end = changedText(ends) ?? either(ends.ours, ends.theirs);
  const pieces = piecesOf(
    each(parts, ({ text }) => text),
    timesOfItems(records),
  );
  const settled = {
    base: pieces.map(({ base }) => base).join(''),
    ours: pieces.map(({ ours }) => ours).join(''),
    theirs: pieces.map(({ theirs }) => theirs).join(''),
  };
  // A heading that a side put above what was there looks like a new section with all its text: that would stand twice.
  if (!keepsLinesOfBoth(each(bodies, wordsOf), each(settled, wordsOf))) return byLines;
  const decided = changedText(settled);
  if (decided !== undefined) return { text: ended(decided, end), conflicts: 0 };
  const { text, conflicts } = mergeLines(settled.ours, settled.base, settled.theirs);
  if (conflicts > byLines.conflicts) return byLines;
  return { text: conflicts > 0 && end === '' ? text : ended(text, end), conflicts };
}

/** Lines that are not blank, the state of boxes aside. */
function wordsOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map(withoutTick);
}

function isLong(text: string): boolean {
  let at = -1;
  for (let line = 0; line <= MOST_LINES; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** With a line end behind the last line that is not blank, and what it really ends with. */
function withoutEnd(body: string): { readonly text: string; readonly end: string } {
  const newline = body.indexOf('\n', body.trimEnd().length);
  const rest = newline < 0 ? '' : body.slice(body[newline - 1] === '\r' ? newline - 1 : newline);
  const text = body.slice(0, body.length - rest.length);
  return { text: text === '' ? '' : text + newlineAbove(text, text.length), end: rest };
}

function ended(text: string, end: string): string {
  return text.replace(/\r?\n$/, '') + end;
}

/** In order; a decided piece is alike on all sides. */
function piecesOf(texts: Sides<string>, timeOf: TimeOfItem): readonly Sides<string>[] {
  const ids = new Map<string, number>();
  const sections = each(texts, (text) => sectionsOf(text, ids));
  const parts = each(sections, (side) => partsBy(side, anchorsOf(sections)));
  return parts.base.flatMap(({ anchor, rest }, i) => {
    const [our, their] = [parts.ours[i], parts.theirs[i]];
    const rests = { base: rest, ours: our?.rest ?? [], theirs: their?.rest ?? [] };
    return [
      ...mergedPiece({ base: anchor, ours: our?.anchor ?? '', theirs: their?.anchor ?? '' }, timeOf),
      ...(rest.length === 0
        ? addedSections(rests.ours, rests.theirs, timeOf)
        : mergedPiece(each(rests, textOf), timeOf)),
    ];
  });
}

function mergedPiece(texts: Sides<string>, timeOf: TimeOfItem): readonly Sides<string>[] {
  const changed = changedText(texts);
  if (changed !== undefined) return [alike(changed)];
  const settled = settledBoxes(texts);
  const decided = changedText(settled);
  return decided === undefined ? withAppendedItems(settled, timeOf) : [alike(decided)];
}

/** Sections that stand on all sides, in one order; of others nobody can tell where they belong. */
function anchorsOf(sections: Sides<Sections>): ReadonlySet<number> {
  const keys = each(sections, (side) => new Set(side.map(({ key }) => key)));
  const common = (side: Sections) =>
    side
      .map(({ key }) => key)
      .filter((key) => keys.base.has(key) && keys.ours.has(key) && keys.theirs.has(key));
  const orders = each(sections, common);
  const written = each(orders, (order) => order.join());
  const isOneOrder = written.base === written.ours && written.base === written.theirs;
  return new Set(isOneOrder ? orders.base : orders.base.slice(0, 1));
}

function partsBy(
  sections: Sections,
  anchors: ReadonlySet<number>,
): readonly { readonly anchor: string; readonly rest: Sections }[] {
  const parts: { readonly anchor: string; readonly rest: Section[] }[] = [];
  for (const section of sections) {
    if (anchors.has(section.key)) parts.push({ anchor: section.text, rest: [] });
    else parts.at(-1)?.rest.push(section);
  }
  return parts;
}

/** Those of both, behind the section they were added to; one that both have added is merged. */
function addedSections(ours: Sections, theirs: Sections, timeOf: TimeOfItem): readonly Sides<string>[] {
  const [our, their] = [
    [BEGINNING, ...ours],
    [BEGINNING, ...theirs],
  ];
  const anchors = anchorsOf({ base: our, ours: our, theirs: their });
  const others = partsBy(their, anchors);
  return partsBy(our, anchors).flatMap(({ anchor, rest }, i) => {
    const other = others[i] ?? { anchor: '', rest: [] };
    const keys = new Set(rest.map(({ key }) => key));
    const [ourText, theirText] = [textOf(rest), textOf(other.rest)];
    const last = either(ourText, theirText);
    return [
      ...mergedPiece({ base: '', ours: anchor, theirs: other.anchor }, timeOf),
      ...(other.rest.some(({ key }) => keys.has(key))
        ? [{ base: '', ours: ourText, theirs: theirText }]
        : [alike(last === ourText ? theirText : ourText), alike(last)]),
    ];
  });
}

function textOf(sections: Sections): string {
  return sections.map(({ text }) => text).join('');
}

/** What stands above the first heading has the key 0. */
const BEGINNING: Section = { key: 0, text: '' };

/**
 * @param keys one number for sections of one name, under one heading, in all texts; a title, which is changed like any field, is no such
 * heading.
 */
function sectionsOf(text: string, keys: Map<string, number>): Sections {
  const sections: Section[] = [];
  const above: { readonly key: number; readonly level: number }[] = [];
  const seen = new Map<string, number>();
  let [key, start] = [BEGINNING.key, 0];
  for (const { heading, level, start: at } of placedHeadings(text)) {
    const end = aboveBlanks(text, at, start);
    sections.push({ key, text: text.slice(start, end) });
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const name = `${String(above.at(-1)?.key ?? 0)} ${String(level)} ${heading}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    const id = `${String(nth)} ${name}`;
    key = keys.get(id) ?? keys.size + 1;
    keys.set(id, key);
    if (level > 1) above.push({ key, level });
    start = end;
  }
  sections.push({ key, text: text.slice(start) });
  return sections;
}

/** Where the blank lines above a line begin. */
function aboveBlanks(text: string, line: number, floor: number): number {
  let at = line;
  while (at > floor) {
    const begin = lineStart(text, at - 1);
    if (begin < floor || text.slice(begin, at).trim() !== '') return at;
    at = begin;
  }
  return at;
}
