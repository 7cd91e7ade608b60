import { blankLines } from '../plainText.js';
import { newlineAbove } from '../textEdit.js';
import { bareHeading, sectionsIn, type Section } from './sections.js';

/** Lines of a section below its heading that became others. Line ends are told as LF. */
export interface ReplacedLines {
  /** How many lines above them stayed. */
  readonly at: number;
  /** What stood there; absent where it was too long to keep. */
  readonly from?: string;
  /** What stands there now. */
  readonly to: string;
  /** How many lines the section has now. */
  readonly lines: number;
}

/** The section of this heading, as an event names it. */
export function sectionAt(body: string, heading: string, nth = 1): Section | undefined {
  const name = bareHeading(heading);
  return sectionsIn(body).find((one) => one.nth === nth && bareHeading(one.heading) === name);
}

/** What stands below the heading when `text`, in plain LF, takes its place or goes to its end. */
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

/** A longer old text is left to git. */
const MOST_KEPT = 16_384;

/** The lines that differ. */
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

/** What takes the replacement back; undefined where the old lines were not kept. */
export function replacedBack({ at, from, to, lines }: ReplacedLines): ReplacedLines | undefined {
  if (from === undefined) return undefined;
  return { at, from: to, to: from, lines: lines - linesOf(to).length + linesOf(from).length };
}

/** Where lines are counted: what stands below a heading, or a whole text. */
type Place = Pick<Section, 'bodyStart' | 'end'>;

/** The text with these lines of the section in the place of those they replace. */
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

/** The section stands as the replacement left it. */
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
