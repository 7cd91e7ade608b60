import { blankLines } from '../decodeText.js';
import { newlineAbove } from '../textEdit.js';
import { bareHeading, sectionsIn, type Section } from './sections.js';

/** A replacement of lines in a section's text below the heading. Line ends are LF. */
export interface ReplacedLines {
  /** The number of unchanged lines above the replaced lines. */
  readonly at: number;
  /** The old lines; absent if they were too long to keep. */
  readonly from?: string;
  /** The new lines. */
  readonly to: string;
  /** The number of lines in the section after the change. */
  readonly lines: number;
}

/** Returns the section that an event names by its heading and its number among equal headings. */
export function sectionAt(body: string, heading: string, nth = 1): Section | undefined {
  const name = bareHeading(heading);
  return sectionsIn(body).find((one) => one.nth === nth && bareHeading(one.heading) === name);
}

/** Returns the section's text below its heading, with LF line ends, after `text` replaced it or was appended to it. */
export function editedSection(
  body: string,
  { bodyStart, end }: Section,
  text: string,
  how: 'set' | 'append',
): string {
  const newline = newlineAbove(body, bodyStart);
  const old = body.slice(bodyStart, end);
  const isLast = end === body.length;
  const content = old.trim() === '' ? '' : old.trimEnd();
  if (text === '') return isLast ? '' : newline;
  const gap = content === '' ? newline : blankLines(old);
  const blanks = old.slice(content.length).replace(/^[ \t]*\r?\n/, '');
  const below = isLast ? '' : content !== '' && blanks !== '' ? blanks : newline;
  const written = text.replaceAll('\n', newline) + newline;
  if (how === 'set' || content === '') return gap + written + below;
  return content + newline + (continuesList(content, text) ? '' : newline) + written + below;
}

/** The greatest length in characters of old text that an event keeps; longer old text is still in git's history. */
const MOST_KEPT = 16_384;

/** Returns the replacement that turns the old lines into the new ones. */
export function replacedLines(old: string, now: string): ReplacedLines {
  const [before, after] = [linesOf(old), linesOf(now)];
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at++;
  let same = 0;
  while (same < most - at && before.at(-1 - same) === after.at(-1 - same)) same++;
  const middle = (lines: readonly string[]) =>
    lines
      .slice(at, lines.length - same)
      .join('')
      .replaceAll('\r\n', '\n');
  const from = middle(before);
  return { at, ...(from.length <= MOST_KEPT && { from }), to: middle(after), lines: after.length };
}

/** Returns the inverse of a replacement; undefined if the old lines were not kept. */
export function replacedBack({ at, from, to, lines }: ReplacedLines): ReplacedLines | undefined {
  if (from === undefined) return undefined;
  return { at, from: to, to: from, lines: lines - linesOf(to).length + linesOf(from).length };
}

/** The range in which lines are counted: the text below a heading, or a whole text. */
type Place = Pick<Section, 'bodyStart' | 'end'>;

/** Returns the text with the replacement applied to the lines of the section. */
export function withLines(body: string, section: Place, { at, to, lines }: ReplacedLines): string {
  const newline = newlineAbove(body, section.bodyStart === 0 ? body.length : section.bodyStart);
  const head = body.slice(0, section.bodyStart);
  const rest = body.slice(section.end);
  const own = linesOf(body.slice(section.bodyStart, section.end));
  const now = linesOf(to);
  const replaced = Math.max(0, own.length - (lines - now.length));
  const text = [
    ...own.slice(0, at),
    ...now.map((line) => line.replace(/\n$/, newline)),
    ...own.slice(at + replaced),
  ].join('');
  const opened = head === '' || head.endsWith('\n') || text === '' ? '' : newline;
  const closed = rest === '' || text === '' || text.endsWith('\n') ? '' : newline;
  return head + opened + text + closed + rest;
}

/** True if the section still has the lines that the replacement wrote. */
export function standsReplaced(body: string, section: Place, { at, to, lines }: ReplacedLines): boolean {
  const own = linesOf(body.slice(section.bodyStart, section.end));
  const bare = (line: string) => line.replace(/\r?\n$/, '');
  return own.length === lines && linesOf(to).every((line, i) => bare(own[at + i] ?? '\0') === bare(line));
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function continuesList(content: string, text: string): boolean {
  const item = /^(?:[-+*]|\d{1,9}[.)])[ \t]/;
  const last = content.slice(content.lastIndexOf('\n') + 1);
  return item.test(text) && (item.test(last) || /^[ \t]/.test(last));
}
