import { placedHeadings, plainHeading } from '../document/sections/headings.js';
import { lineEnd, lineStart, newlineAbove } from '../value/text.js';
import {
  type Checkbox,
  isBlankText,
  labelKey,
  labelOf,
  markIn,
  withoutLabel,
  NUMBERED,
  numberOfLabel,
} from './checkboxes.js';
import { boxesUnder, type Criterion } from './criteria.js';

/** A label given to a criterion, with the criterion's number and its text before the change. */
export interface GivenLabel {
  readonly n: number;
  readonly text: string;
  readonly label: string;
}

/**
 * Returns the next label, in the style of the last one: `AC3` after `AC2`. The first label is `AC1`.
 * @param highest the highest label number ever used, because the labels of removed criteria are not used again.
 */
function nextLabel(labels: readonly string[], highest = 0): string {
  const prefix = NUMBERED.exec(labels.at(-1) ?? '')?.[1] ?? 'AC';
  const last = labels.reduce((max, label) => Math.max(max, numberOfLabel(label)), highest);
  return `${prefix}${String(last + 1)}`;
}

/** Returns labels for the criteria that have none, and for those that repeat the label of an earlier criterion. */
export function missingLabels(criteria: readonly Criterion[], highest: number): readonly GivenLabel[] {
  const labels = criteria.flatMap(({ label }) => label ?? []);
  const seen = new Set<string>();
  return criteria.flatMap(({ n, text, label }) => {
    if (label !== undefined && !seen.has(labelKey(label))) {
      seen.add(labelKey(label));
      return [];
    }
    const given = nextLabel(labels, highest);
    labels.push(given);
    return [{ n, text, label: given }];
  });
}

/** Edits a criterion's text so that it begins with `label`, which replaces the label that it has. */
export function withCriterionLabel(text: string, label: string): string {
  const words = withoutLabel(text);
  // In a struck-out criterion, the label stays after `~~`.
  return `${text !== words && text.startsWith('~~') ? '~~' : ''}${label}: ${words}`;
}

/**
 * Returns the text of a new criterion, with the next label if the other criteria have labels and the text has none.
 * @param blank the text of the empty checkbox that the criterion replaces, which may have a label.
 */
export function labelledLikeOthers(
  text: string,
  criteria: readonly Criterion[],
  highest: number,
  blank = '',
): string {
  const labels = criteria.flatMap(({ label }) => label ?? []);
  if (labelOf(text) !== undefined || (labels.length === 0 && criteria.length > 0)) return text;
  const own = labelOf(blank);
  const isFree = own !== undefined && !labels.some((label) => labelKey(label) === labelKey(own));
  return withCriterionLabel(text, isFree ? own : nextLabel(labels, highest));
}

/** An added criterion, with the facts needed to remove it again. */
export interface AddedCriterion {
  readonly text: string;
  /** The text of the blank checkbox that the criterion replaced, such as `…`. */
  readonly blank?: string;
  /** Set if the section was added together with the criterion. */
  readonly newSection?: true;
  /** The criterion of another spec that no longer counts once this one is met: folder name, `/`, and label or number. */
  readonly replaces?: string;
}

const ITEM = /^([\s>]*)([-+*]|\d{1,9}[.)])(\s+)/;
/** Matches a line that does not continue the paragraph above. */
const BLOCK = /^\s{0,3}(?:[-+*]\s|\d+[.)]\s|#{1,6}\s|>|\||```|~~~|<)/;

/**
 * Returns the text with a criterion added: in the first blank open checkbox, below the last criterion, in an existing section for
 * criteria, or in a new section, whichever is possible first.
 */
export function withCriterion(
  body: string,
  sections: readonly string[],
  text: string,
): Omit<AddedCriterion, 'text' | 'replaces'> & { readonly body: string } {
  const boxes = boxesUnder(body, sections);
  const blank = boxes.find(({ box, text: words }) => markIn(box) === '' && isBlankText(words));
  if (blank !== undefined) {
    const [begin, end] = [blank.at + blank.box.length, contentEnd(body, blank.at)];
    return { body: `${body.slice(0, begin)} ${text}${body.slice(end)}`, blank: body.slice(begin, end) };
  }
  const isQuoted = ({ at }: Checkbox) => body.startsWith('>', lineStart(body, at));
  const last = boxes.findLast((box) => !isQuoted(box)) ?? boxes.at(-1);
  if (last !== undefined)
    return { body: inserted(body, itemEnd(body, last), `${nextItem(body, boxes)}[ ] ${text}`) };
  const newline = newlineAbove(body, body.length);
  const end = sectionEnd(body, sections);
  if (end !== undefined) return { body: inserted(body, end, `${newline}- [ ] ${text}`) };
  const heading = `## ${sections[0] ?? 'Success Criteria'}`;
  const gap = body.trim() === '' ? '' : newline;
  const block = [gap + heading, '', `- [ ] ${text}`].join(newline);
  return { body: inserted(body, body.length, block), newSection: true };
}

/** Undoes the addition of a criterion to a text; undefined if the criterion was changed after it was added. */
export function withoutCriterion(
  body: string,
  sections: readonly string[],
  { text, blank, newSection }: AddedCriterion,
): string | undefined {
  const boxes = boxesUnder(body, sections);
  const box = boxes.findLast((one) => one.text === text && markIn(one.box) === '');
  if (box === undefined) return undefined;
  if (blank !== undefined)
    return body.slice(0, box.at + box.box.length) + blank + body.slice(contentEnd(body, box.at));
  const start = lineStart(body, box.at);
  const end = lineEnd(body, box.at);
  const isApart = /\n\r?\n$/.test(body.slice(0, start)) && /^(?:\r?\n|$)/.test(body.slice(end));
  const before = isApart ? body.slice(0, start).replace(/\r?\n$/, '') : body.slice(0, start);
  if (newSection !== true || boxes.length > 1) return before + body.slice(end);
  let heading = start;
  for (const one of placedHeadings(body)) if (one.start < start) heading = one.start;
  const isAlone = body.slice(lineEnd(body, heading), start).trim() === '';
  const above = body.slice(0, isAlone ? heading : start).replace(/(\n)\r?\n$/, '$1');
  return above + body.slice(end);
}

/** Inserts the lines of `block` at offset `at`, which is the start of a line or the end of the text. */
function inserted(body: string, at: number, block: string): string {
  const newline = newlineAbove(body, body.length);
  const above = at > 0 && body[at - 1] !== '\n' ? newline : '';
  return body.slice(0, at) + above + block + newline + body.slice(at);
}

/** Returns the offset after the last character of the line that contains `offset`, before LF or CRLF. */
function contentEnd(body: string, offset: number): number {
  return offset + (/^[^\r\n]*/.exec(body.slice(offset, lineEnd(body, offset)))?.[0].length ?? 0);
}

/** Returns the offset after the last line of the list item of a checkbox, including nested items and further paragraphs. */
function itemEnd(body: string, { at, end: textEnd }: Checkbox): number {
  const own = ITEM.exec(body.slice(lineStart(body, at)))?.[1]?.length ?? 0;
  let end = lineEnd(body, textEnd);
  let isApart = false;
  for (let next = end; next < body.length;) {
    const lineStop = lineEnd(body, next);
    const line = body.slice(next, lineStop);
    if (line.trim() === '') isApart = true;
    else {
      const isDeeper = line.length - line.trimStart().length > own;
      if (!isDeeper && (isApart || BLOCK.test(line))) break;
      end = lineStop;
      isApart = false;
    }
    next = lineStop;
  }
  return end;
}

/** Returns the marker for a new item at the end of the outermost list, with its indentation: `- `, `3. `. */
function nextItem(body: string, boxes: readonly Checkbox[]): string {
  let outermost: readonly [indent: string, mark: string, space: string] = ['', '-', ' '];
  let least = Infinity;
  for (const { at } of boxes) {
    const [, indent = '', mark = '-', space = ' '] = ITEM.exec(body.slice(lineStart(body, at), at)) ?? [];
    if (indent.length > least) continue;
    least = indent.length;
    outermost = [indent, mark, space];
  }
  const [indent, mark, space] = outermost;
  return indent + mark.replace(/\d+/, (n) => String(Number(n) + 1)) + space;
}

/** Returns the offset after the last line of the first section whose heading is in `sections`, without its sub-sections. */
function sectionEnd(body: string, sections: readonly string[]): number | undefined {
  const wanted = new Set(sections.map(plainHeading));
  let isIn = false;
  for (const { heading, start } of placedHeadings(body)) {
    if (isIn) return lineEnd(body, body.slice(0, start).trimEnd().length);
    isIn = wanted.has(plainHeading(heading));
  }
  return isIn ? lineEnd(body, body.trimEnd().length) : undefined;
}
