import { checkboxIn, isBlankText } from '../criteria/checkboxGrammar.js';
import { conflictPieces } from '../document/conflictMarks.js';
import { linesOutsideCodeBlocks } from '../document/linesOutsideCodeBlocks.js';
import { placedHeadings } from '../document/sections/headings.js';
import { newlineAbove } from '../document/textEdit.js';
import type { Sides } from '../reconcile/reconcileFields.js';
import type { LogRecord } from '../log/records/record.js';
import { isItem, linesOf, mergedItems, type TimeOfItem, timesOfItems } from './mergedListItems.js';
import { mergedCheckboxes } from './mergedCheckboxes.js';
import { alike, changedText, each, either } from './threeWayVersions.js';

/** The merged text, and the number of conflicts that are marked in it. */
export interface MergedText {
  readonly text: string;
  readonly conflicts: number;
  /** Set if the text was merged only by lines, because it is too long to merge checkboxes, list items and sections. */
  readonly isLong?: true;
}

/**
 * The greatest number of lines of a text whose checkboxes, list items and sections are merged; longer texts are merged only by
 * lines.
 */
const MOST_LINES = 200_000;
/** The longest conflict mark, in characters. */
const LONGEST_MARK = 640;

/**
 * Merges three versions of a text by lines.
 * @param markerSize the number of characters of a conflict mark; if given, conflicts also contain the base version.
 */
export type MergeLines = (ours: string, base: string, theirs: string, markerSize?: number) => MergedText;

/**
 * Merges three versions of the text below the frontmatter; the result is the same if `ours` and `theirs` are exchanged. Lines are
 * merged first; if a conflict remains, checkboxes are merged by their criteria, and additions of both sides are joined.
 * @param records the records of the log after the merge, sorted by `orderRecords`; they determine the order of added notes and
 * criteria.
 */
export function mergeDocumentText(
  bodies: Sides<string>,
  records: readonly LogRecord[],
  mergeLines: MergeLines,
): MergedText {
  const byLines = mergeLines(bodies.ours, bodies.base, bodies.theirs);
  // Without a base, removed lines are unknown, so the text is merged only by lines.
  if (byLines.conflicts === 0 || bodies.base.trim() === '') return byLines;
  if (Object.values(each(bodies, isLong)).includes(true)) return { ...byLines, isLong: true };
  const parts = each(bodies, withoutEnd);
  const ends = each(parts, ({ end }) => end);
  const end = changedText(ends) ?? either(ends.ours, ends.theirs);
  const settled = mergedCheckboxes(each(parts, ({ text }) => text));
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

/** Splits a text into its content, which then ends with one line end, and the blank lines at its end. */
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

/**
 * Splits the texts into conflicts and the merged parts between them. Undefined if they cannot be split, as when git does not
 * merge the content because it takes the texts for binary files.
 */
function piecesOf(
  { base, ours, theirs }: Sides<string>,
  mergeLines: MergeLines,
): readonly Sides<string>[] | undefined {
  let size = 40;
  // The conflict marks must be longer than any run of the same characters in the texts.
  const isTaken = (text: string) => ['<', '|', '=', '>'].some((letter) => text.includes(letter.repeat(size)));
  while ([ours, base, theirs].some(isTaken)) size *= 2;
  // If the texts contain longer runs, conflicts are not split, because a regular expression limits the number of repetitions.
  if (size > LONGEST_MARK) return undefined;
  const { text, conflicts } = mergeLines(ours, base, theirs, size);
  const pieces = conflictPieces(text, size);
  // A wrong number of pieces means that conflict marks of another size were read as text.
  if (pieces.length !== conflicts * 2 + 1) return undefined;
  return pieces.some((piece) => piece.base !== '') ? pieces : undefined;
}

function decidedPieces(
  pieces: readonly Sides<string>[],
  { ours, theirs }: Sides<string>,
  timeOf: TimeOfItem,
): readonly Sides<string>[] {
  const [inOurs, inTheirs] = [ours, theirs].map(
    (text) => new Set(Array.from(linesOutsideCodeBlocks(text), ({ line }) => line)),
  );
  let [our, their] = [1, 1];
  return pieces.map((piece) => {
    // In a code block, additions are not joined, because its lines are not list items.
    const isProse = inOurs?.has(our) !== false || inTheirs?.has(their) !== false;
    our += linesOf(piece.ours).length;
    their += linesOf(piece.theirs).length;
    const decided = changedText(piece) ?? (isProse ? inOnePlace(piece, timeOf) : undefined);
    return decided === undefined ? piece : alike(decided);
  });
}

/** Merges the texts that both sides wrote in the same place, if neither removed a line; undefined if only a person can decide. */
function inOnePlace({ base, ours, theirs }: Sides<string>, timeOf: TimeOfItem): string | undefined {
  const [isBelowOurs, isBelowTheirs] = [ours.startsWith(base), theirs.startsWith(base)];
  // A blank checkbox from a template may be replaced by both sides.
  const isBlank = isBlankText(checkboxIn(base.trim())?.text ?? base.trim());
  if (isBelowOurs && isBelowTheirs)
    return under(base, addedByBoth(ours.slice(base.length), theirs.slice(base.length), timeOf));
  if (isBelowOurs) return under(theirs, belowChanged(theirs, ours.slice(base.length)));
  if (isBelowTheirs) return under(ours, belowChanged(ours, theirs.slice(base.length)));
  return isBlank ? addedByBoth(ours, theirs, timeOf) : undefined;
}

function under(above: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : above + text;
}

/**
 * Returns the added text if it may follow the changed text: if it adds a list item below a list, or a section, and repeats no
 * line; undefined for any other addition.
 */
function belowChanged(changed: string, added: string): string | undefined {
  const lines = new Set(linesOf(changed).map((line) => line.trim()));
  const first = linesOf(added).find((line) => line.trim() !== '') ?? '';
  const last = linesOf(changed).findLast((line) => /^\S/.test(line)) ?? '';
  const isDoubled = linesOf(added).some((line) => line.trim() !== '' && lines.has(line.trim()));
  const fits = partsOf(added).lead.trim() === '' || (isItem(first) && isItem(last));
  return fits && !isDoubled ? added : undefined;
}

/**
 * Joins the additions of both sides: equal lines at their beginning once, then the list items of both as one list, then the
 * sections of both. A section that both added is one if it has only list items. Undefined for any other text of both.
 */
function addedByBoth(ours: string, theirs: string, timeOf: TimeOfItem): string | undefined {
  const begin = commonBegin(ours, theirs);
  const [our, their] = [partsOf(ours.slice(begin.length)), partsOf(theirs.slice(begin.length))];
  const isOne = our.headings.some((heading) => their.headings.includes(heading));
  const lead =
    our.lead.trim() === '' || their.lead.trim() === ''
      ? either(our.lead, their.lead)
      : mergedItems(our.lead, their.lead, timeOf);
  if (lead === undefined) return undefined;
  if (isOne) {
    const section = sectionOfBoth(our.sections, their.sections, timeOf);
    return section === undefined ? undefined : [lead, section].reduce(apart, begin);
  }
  const last = either(our.sections, their.sections);
  return [lead, last === our.sections ? their.sections : our.sections, last].reduce(apart, begin);
}

/** Merges a section that both sides added, such as one with the first note of each; undefined if it is not a list. */
function sectionOfBoth(ours: string, theirs: string, timeOf: TimeOfItem): string | undefined {
  const begin = commonBegin(ours, theirs);
  const items =
    begin.trim() === ''
      ? undefined
      : mergedItems(ours.slice(begin.length), theirs.slice(begin.length), timeOf);
  return items === undefined ? undefined : begin + items;
}

/** Appends a text below another; if the appended text is a section, a blank line separates them. */
function apart(above: string, text: string): string {
  const isApart = text === '' || above === '' || /^[ \t]*\r?\n/.test(text) || /\n[ \t]*\r?\n$/.test(above);
  const isSection = text !== '' && partsOf(text).lead.trim() === '';
  return above + (isApart || !isSection ? '' : newlineAbove(above, above.length)) + text;
}

/** Returns the equal lines at the beginning of both texts. */
function commonBegin(ours: string, theirs: string): string {
  const others = linesOf(theirs);
  const lines = linesOf(ours);
  const differs = lines.findIndex((line, i) => line !== others[i]);
  return lines.slice(0, differs < 0 ? lines.length : differs).join('');
}

/** Splits a text before its first heading and the blank lines above that heading. */
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
