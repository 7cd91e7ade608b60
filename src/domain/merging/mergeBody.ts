import { BLANK_BOX, boxIn } from '../criteria/boxGrammar.js';
import { conflictPieces } from '../document/conflictMarks.js';
import { proseLines } from '../document/proseLines.js';
import { placedHeadings } from '../document/sections/headings.js';
import { newlineAbove } from '../document/textEdit.js';
import type { Sides } from '../log/reconcile.js';
import type { LogRecord } from '../log/records/record.js';
import { isItem, linesOf, mergedItems, type TimeOfItem, timesOfItems } from './mergedItems.js';
import { settledBoxes } from './settledBoxes.js';
import { alike, changedText, each, either } from './sides.js';

/** A text that came of a merge, and how many conflicts are marked in it. */
export interface MergedText {
  readonly text: string;
  readonly conflicts: number;
  /** Its conflicts are those of lines: it is too long to be looked through for boxes, items and sections. */
  readonly isLong?: true;
}

/** Longer texts are merged by lines alone. */
const MOST_LINES = 200_000;
/** Letters of a mark. */
const LONGEST_MARK = 640;

/** A three-way merge of lines. @param markerSize with the base between marks, which have so many letters. */
export type MergeLines = (ours: string, base: string, theirs: string, markerSize?: number) => MergedText;

/**
 * Three versions of the text below the frontmatter made one, the same from either side: by lines, and where that leaves a conflict,
 * boxes by their tasks, and what both sides have put in one place one below the other. Every line of the result is one that a side
 * wrote, but for the state of a box.
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
  const settled = settledBoxes(each(parts, ({ text }) => text));
  const pieces = piecesOf(settled, mergeLines);
  if (pieces === undefined) return byLines;
  const left = joined(decidedPieces(pieces, settled, timesOfItems(records)));
  const decided = changedText(left);
  if (decided !== undefined) return { text: ended(decided, end), conflicts: 0 };
  const { text, conflicts } = mergeLines(left.ours, left.base, left.theirs);
  if (conflicts > byLines.conflicts) return byLines;
  return { text: conflicts > 0 && end === '' ? text : ended(text, end), conflicts };
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

function joined(pieces: readonly Sides<string>[]): Sides<string> {
  return {
    base: pieces.map(({ base }) => base).join(''),
    ours: pieces.map(({ ours }) => ours).join(''),
    theirs: pieces.map(({ theirs }) => theirs).join(''),
  };
}

/** Conflicts of lines and what git merged between them; undefined where it tells no base of them, as of bytes that are no text. */
function piecesOf(
  { base, ours, theirs }: Sides<string>,
  mergeLines: MergeLines,
): readonly Sides<string>[] | undefined {
  let size = 40;
  // Marks that no text has.
  const isTaken = (text: string) => ['<', '|', '=', '>'].some((letter) => text.includes(letter.repeat(size)));
  while ([ours, base, theirs].some(isTaken)) size *= 2;
  // Of lines that long no conflict is looked into: no pattern holds so many letters.
  if (size > LONGEST_MARK) return undefined;
  const { text, conflicts } = mergeLines(ours, base, theirs, size);
  const pieces = conflictPieces(text, size);
  // Marks of another size would pass for text that both sides have.
  if (pieces.length !== conflicts * 2 + 1) return undefined;
  return pieces.some((piece) => piece.base !== '') ? pieces : undefined;
}

function decidedPieces(
  pieces: readonly Sides<string>[],
  { ours, theirs }: Sides<string>,
  timeOf: TimeOfItem,
): readonly Sides<string>[] {
  const [inOurs, inTheirs] = [ours, theirs].map(
    (text) => new Set(Array.from(proseLines(text), ({ line }) => line)),
  );
  let [our, their] = [1, 1];
  return pieces.map((piece) => {
    // In code, items are none.
    const isProse = inOurs?.has(our) !== false || inTheirs?.has(their) !== false;
    our += linesOf(piece.ours).length;
    their += linesOf(piece.theirs).length;
    const decided = changedText(piece) ?? (isProse ? inOnePlace(piece, timeOf) : undefined);
    return decided === undefined ? piece : alike(decided);
  });
}

/** What both sides wrote in one place, of which neither took the other's away; undefined where only a person can decide. */
function inOnePlace({ base, ours, theirs }: Sides<string>, timeOf: TimeOfItem): string | undefined {
  const [isBelowOurs, isBelowTheirs] = [ours.startsWith(base), theirs.startsWith(base)];
  // A box that a template leaves blank is there to be filled.
  const isBlank = BLANK_BOX.test(boxIn(base.trim())?.text ?? base.trim());
  if (isBelowOurs && isBelowTheirs)
    return under(base, addedByBoth(ours.slice(base.length), theirs.slice(base.length), timeOf));
  if (isBelowOurs) return under(theirs, belowChanged(theirs, ours.slice(base.length)));
  if (isBelowTheirs) return under(ours, belowChanged(ours, theirs.slice(base.length)));
  return isBlank ? addedByBoth(ours, theirs, timeOf) : undefined;
}

function under(above: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : above + text;
}

/** An item below a list that the other side changed, or a section. */
function belowChanged(changed: string, added: string): string | undefined {
  const lines = new Set(linesOf(changed).map((line) => line.trim()));
  const first = linesOf(added).find((line) => line.trim() !== '') ?? '';
  const last = linesOf(changed).findLast((line) => /^\S/.test(line)) ?? '';
  const isDoubled = linesOf(added).some((line) => line.trim() !== '' && lines.has(line.trim()));
  const fits = partsOf(added).lead.trim() === '' || (isItem(first) && isItem(last));
  return fits && !isDoubled ? added : undefined;
}

/** First what goes on with the section above, items of both as one list, then sections of both. */
function addedByBoth(ours: string, theirs: string, timeOf: TimeOfItem): string | undefined {
  const begin = commonBegin(ours, theirs);
  const [our, their] = [partsOf(ours.slice(begin.length)), partsOf(theirs.slice(begin.length))];
  const isOne = our.headings.some((heading) => their.headings.includes(heading));
  const lead =
    our.lead.trim() === '' || their.lead.trim() === ''
      ? either(our.lead, their.lead)
      : mergedItems(our.lead, their.lead, timeOf);
  if (isOne || lead === undefined) return undefined;
  const last = either(our.sections, their.sections);
  return [lead, last === our.sections ? their.sections : our.sections, last].reduce(apart, begin);
}

/** A blank line above a section. */
function apart(above: string, text: string): string {
  const isApart = text === '' || above === '' || /^[ \t]*\r?\n/.test(text) || /\n[ \t]*\r?\n$/.test(above);
  const isSection = text !== '' && partsOf(text).lead.trim() === '';
  return above + (isApart || !isSection ? '' : newlineAbove(above, above.length)) + text;
}

/** Lines that both begin with. */
function commonBegin(ours: string, theirs: string): string {
  const others = linesOf(theirs);
  const lines = linesOf(ours);
  const differs = lines.findIndex((line, i) => line !== others[i]);
  return lines.slice(0, differs < 0 ? lines.length : differs).join('');
}

/** A text up to its first heading, the blank lines above that aside, and from there on. */
function partsOf(text: string): {
  readonly lead: string;
  readonly sections: string;
  readonly headings: readonly string[];
} {
  const headings = [...placedHeadings(text)];
  const [first] = headings;
  const above = text.slice(0, first?.start).trimEnd();
  const at = first === undefined ? text.length : above === '' ? 0 : text.indexOf('\n', above.length) + 1;
  return {
    lead: text.slice(0, at),
    sections: text.slice(at),
    headings: headings.map(({ heading }) => heading),
  };
}
