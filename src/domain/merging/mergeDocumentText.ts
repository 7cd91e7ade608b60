import { checkboxesOf, checkboxIn, isBlankText, isTicked, withoutLabel } from '../criteria/checkboxes.js';
import { retiredWords } from '../criteria/criteria.js';
import { conflictPieces } from '../document/conflictMarks.js';
import { placedHeadings } from '../document/sections/headings.js';
import { linesOutsideCodeBlocks, THEMATIC_BREAK } from '../document/sections/codeBlocks.js';
import type { LogRecord } from '../log/records/record.js';
import { effectiveTimes } from '../log/records/recordOrderAndFormat.js';
import type { Sides } from '../reconcile/reconcileFields.js';
import { instantOf } from '../value/dates.js';
import { identicalVersions, changedText, mapVersions, pickEitherVersion } from './threeWayVersions.js';
import { newlineAbove, type TextEdit, withEdits } from '../value/text.js';

/**
 * Merges the checkbox of every task that both sides have, and a label that one side added, and writes the results into all three
 * texts. A task is identified by its words, and by its position among tasks with the same words.
 */
export function mergedCheckboxes(texts: Sides<string>): Sides<string> {
  const before = new Set(checkboxesOf(texts.base).map(({ text }) => text));
  const tasks = mapVersions(texts, (text) => tasksByWords(text, before));
  const edits = mapVersions(texts, (): TextEdit[] => []);
  for (const [key, ours] of tasks.ours) {
    const theirs = tasks.theirs.get(key);
    if (theirs === undefined) continue;
    const base = tasks.base.get(key);
    const box = mergedBox(base?.box.text ?? '[ ]', ours.box.text, theirs.box.text);
    const label = changedText({
      base: base?.label.text ?? '',
      ours: ours.label.text,
      theirs: theirs.label.text,
    });
    for (const side of ['base', 'ours', 'theirs'] as const) {
      const task = tasks[side].get(key);
      if (task === undefined) continue;
      if (task.box.text !== box) edits[side].push({ ...task.box, text: box });
      if (label !== undefined && task.label.text !== label) edits[side].push({ ...task.label, text: label });
    }
  }
  return {
    base: withEdits(texts.base, edits.base),
    ours: withEdits(texts.ours, edits.ours),
    theirs: withEdits(texts.theirs, edits.theirs),
  };
}

/**
 * Returns the merged checkbox. If both sides changed the checkbox differently, the result is ticked only if both sides ticked it.
 */
function mergedBox(base: string, ours: string, theirs: string): string {
  const changed = changedText({ base, ours, theirs });
  if (changed !== undefined) return changed;
  if (isTicked(ours) === isTicked(theirs)) return pickEitherVersion(ours, theirs);
  return isTicked(ours) ? theirs : ours;
}

/** The checkbox and the label of a task with their positions; the label includes the blanks after it, or is `''`. */
interface Task {
  readonly box: TextEdit;
  readonly label: TextEdit;
}

/**
 * Maps tasks by their words. @param before the texts of the base's tasks; a label added to one of them is not part of its words.
 */
function tasksByWords(text: string, before: ReadonlySet<string>): ReadonlyMap<string, Task> {
  const seen = new Map<string, number>();
  return new Map(
    checkboxesOf(text).map(({ text: written, at, box }) => {
      // A retired criterion is compared by its words without `~~`, because the other side may have ticked it.
      const shown = retiredWords(written) ?? written;
      const end = at + box.length;
      const start = text.indexOf(shown.slice(0, 1), end) + (shown.startsWith('~~') ? 2 : 0);
      const bare = withoutLabel(shown);
      const given = text.slice(start, start + shown.length - bare.length);
      const isGiven = !before.has(shown) && before.has(bare) && shown.includes(given);
      const words = isGiven ? bare : shown;
      const nth = (seen.get(words) ?? 0) + 1;
      seen.set(words, nth);
      const label = isGiven ? given : '';
      return [
        `${String(nth)} ${words}`,
        { box: { at, end, text: box }, label: { at: start, end: start + label.length, text: label } },
      ];
    }),
  );
}

/** Returns the time at which a list item was written, in ms since 1970; undefined if unknown. */
type TimeOfItem = (item: string) => number | undefined;

/**
 * Returns a function that finds the time at which a note or a criterion was added: from the log, or else from a date at the
 * beginning of the item's text.
 */
function timesOfItems(records: readonly LogRecord[]): TimeOfItem {
  const times = effectiveTimes(records);
  const known = new Map<string, number>();
  for (const { id, events } of records) {
    for (const { type, data } of events) {
      const text = type === 'NoteAdded' || type === 'CriterionAdded' ? data['text'] : undefined;
      if (typeof text !== 'string') continue;
      const time = times.get(id) ?? 0;
      known.set(onOneLine(text), time).set(`${dayOf(instantOf(time))} ${onOneLine(text)}`, time);
    }
  }
  return (item) => {
    const line = onOneLine(item);
    const text = checkboxIn(line)?.text ?? line.replace(/^(?:[-+*]|\d+[.)]) /, '');
    // A note begins with its date and its actor; the recorded text follows the first `: `.
    const note = text.slice(text.indexOf(': ') + 1).trim();
    const day = dayOf(text);
    const logged = known.get(text) ?? known.get(`${day} ${note}`) ?? known.get(note);
    const ofDay = Date.parse(day);
    return logged ?? (Number.isNaN(ofDay) ? undefined : ofDay);
  };
}

/**
 * Merges the list items of two sides by time, older first; the items of each side keep their order, and an item that both sides
 * have appears once. Undefined if a side contains text other than list items.
 */
export function mergedItems(ours: string, theirs: string, timeOf: TimeOfItem): string | undefined {
  const first = pickEitherVersion(ours, theirs) === ours ? theirs : ours;
  const [a, b] = [itemsIn(first), itemsIn(first === ours ? theirs : ours)];
  if (a === undefined || b === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const item of a.items) counts.set(item, (counts.get(item) ?? 0) + 1);
  const others = b.items.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
  const [left, right] = [timed(a.items, timeOf), timed(others, timeOf)];
  let text = pickEitherVersion(a.above, b.above);
  for (let [i, j] = [0, 0]; i < left.length || j < right.length;) {
    const [our, their] = [left[i], right[j]];
    const isOurs = their === undefined || (our !== undefined && !isBefore(their, our));
    text += (isOurs ? our : their)?.item ?? '';
    if (isOurs) i += 1;
    else j += 1;
  }
  return text + pickEitherVersion(a.below, b.below);
}

interface TimedItem {
  readonly item: string;
  readonly time: number;
}

function isBefore(a: TimedItem, b: TimedItem): boolean {
  return a.time === b.time ? a.item < b.item : a.time < b.time;
}

/** Returns the items with their times; an item older than the item above gets the time of that item, so that the order stays. */
function timed(items: readonly string[], timeOf: TimeOfItem): readonly TimedItem[] {
  let time = 0;
  return items.map((item) => {
    time = Math.max(time, timeOf(item) ?? 0);
    return { item, time };
  });
}

const ITEM = /^([ \t]*)(?:[-+*]|\d{1,9}[.)])(?:[ \t]|\r?$)/;

/** True for a line that begins a list item. */
function isItem(line: string): boolean {
  return ITEM.test(line) && !THEMATIC_BREAK.test(line.trimEnd());
}

/** Splits a text into the items of its outermost list, with all their lines, and the blank lines above and below the list. */
function itemsIn(
  text: string,
): { readonly above: string; readonly items: readonly string[]; readonly below: string } | undefined {
  const bare = text.trimStart();
  const begin = text.lastIndexOf('\n', text.length - bare.length) + 1;
  const end = begin + text.slice(begin).trimEnd().length;
  const newline = text.indexOf('\n', end) + 1;
  const items: string[] = [];
  let [indent, isApart] = [0, true];
  for (const line of linesOf(text.slice(begin, newline))) {
    const depth = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    if (isItem(line) && (items.length === 0 || depth <= indent + 1)) {
      items.push(line);
      indent = depth;
    } else if (items.length > 0 && (isBlank || depth > indent + 1 || !isApart)) {
      if (THEMATIC_BREAK.test(line.trimEnd())) return undefined;
      items.push((items.pop() ?? '') + line);
    } else return undefined;
    isApart = isBlank;
  }
  return items.length === 0 ? undefined : { above: text.slice(0, begin), items, below: text.slice(newline) };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the date with which a text begins, or `''`. */
function dayOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '';
}

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
/** The greatest number of characters in a conflict mark such as `<<<<<<<` (see `piecesOf`). */
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
  // Without a base version, removed lines cannot be recognized, so the text is merged only by lines.
  if (byLines.conflicts === 0 || bodies.base.trim() === '') return byLines;
  if (Object.values(mapVersions(bodies, isLong)).includes(true)) return { ...byLines, isLong: true };
  const parts = mapVersions(bodies, withoutEnd);
  const ends = mapVersions(parts, ({ end }) => end);
  const end = changedText(ends) ?? pickEitherVersion(ends.ours, ends.theirs);
  const settled = mergedCheckboxes(mapVersions(parts, ({ text }) => text));
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

/** Splits a text into its content, which ends with one line end, and the blank lines after it. */
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
 * Splits the texts into conflicts and the merged parts between them. Undefined if this is not possible, for example because git
 * treats the texts as binary files.
 */
function piecesOf(
  { base, ours, theirs }: Sides<string>,
  mergeLines: MergeLines,
): readonly Sides<string>[] | undefined {
  let size = 40;
  // The conflict marks must be longer than any run of the same characters in the texts.
  const isTaken = (text: string) => ['<', '|', '=', '>'].some((letter) => text.includes(letter.repeat(size)));
  while ([ours, base, theirs].some(isTaken)) size *= 2;
  // Longer marks are not possible, because a regular expression limits the number of repetitions.
  if (size > LONGEST_MARK) return undefined;
  const { text, conflicts } = mergeLines(ours, base, theirs, size);
  const pieces = conflictPieces(text, size);
  // A wrong number of pieces means that the merge wrote marks of another size, which were not recognized.
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
    return decided === undefined ? piece : identicalVersions(decided);
  });
}

/** Merges texts that both sides wrote at the same position; undefined if a side removed a line or only a person can decide. */
function inOnePlace({ base, ours, theirs }: Sides<string>, timeOf: TimeOfItem): string | undefined {
  const [isBelowOurs, isBelowTheirs] = [ours.startsWith(base), theirs.startsWith(base)];
  // If the base has only a template's blank checkbox, both sides may replace it by criteria.
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
 * Returns the text added by one side if it can follow the text that the other side changed: the added text must be list items
 * below a list, or sections, and repeat no line. Undefined otherwise.
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
 * Joins the additions of both sides: first their common beginning, then the list items of both as one list, then the sections of
 * both. A section that both sides added is merged if it contains only list items. Undefined if the additions contain other text.
 */
function addedByBoth(ours: string, theirs: string, timeOf: TimeOfItem): string | undefined {
  const begin = commonBegin(ours, theirs);
  const [our, their] = [partsOf(ours.slice(begin.length)), partsOf(theirs.slice(begin.length))];
  const isOne = our.headings.some((heading) => their.headings.includes(heading));
  const lead =
    our.lead.trim() === '' || their.lead.trim() === ''
      ? pickEitherVersion(our.lead, their.lead)
      : mergedItems(our.lead, their.lead, timeOf);
  if (lead === undefined) return undefined;
  if (isOne) {
    const section = sectionOfBoth(our.sections, their.sections, timeOf);
    return section === undefined ? undefined : [lead, section].reduce(apart, begin);
  }
  const last = pickEitherVersion(our.sections, their.sections);
  return [lead, last === our.sections ? their.sections : our.sections, last].reduce(apart, begin);
}

/** Merges a section that both sides added, such as `Notes` with the first note of each; undefined if it is not a list. */
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

/** Splits a text in two: the lead before the first heading, and the sections, with the blank lines before that heading. */
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
