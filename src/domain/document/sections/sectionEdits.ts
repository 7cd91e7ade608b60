import { titleHeading, bareHeading } from './headings.js';
import { linesOutsideCodeBlocks } from './codeBlocks.js';
import { sectionsIn, type Section } from './sections.js';
import { withoutBlankLines, lineEnd, lineStart, newlineAbove, blankLines } from '../../value/text.js';
import { BOUNDS } from '../../value/bounds.js';

/** A note that was added to a text, with the facts needed to remove it again. */
export interface AddedNote {
  readonly text: string;
  /** Date and actor: `2026-11-22 (Kim)`. */
  readonly signed?: string;
  /** Text added above the note: a line end, a blank line, the heading. */
  readonly above?: string;
  /** Text added below the note. */
  readonly below?: string;
}

const HEADING = 'Notes';

/** Returns the text with a note added below the last note. Without a `Notes` section, one is added at the end of the text. */
export function withNote(
  body: string,
  { text, signed = '' }: AddedNote,
): Pick<AddedNote, 'above' | 'below'> & { readonly body: string } {
  const newline = newlineAbove(body, body.length);
  const note = noteLines(text, signed, newline);
  const section = notesOf(body);
  const at = placeIn(body, section, note);
  const line = at === 0 ? 0 : lineEnd(body, at - 1);
  const head = body.slice(0, line);
  const rest = body.slice(line);
  const gap =
    (head === '' || head.endsWith('\n') ? '' : newline) + (needsBlank(head, section) ? newline : '');
  const above = section === undefined ? `${gap}## ${HEADING}${newline}${newline}` : gap;
  const below = /^[^\r\n]/.test(rest) ? newline : '';
  return {
    body: head + above + note + below + rest,
    ...(above !== '' && { above }),
    ...(below !== '' && { below }),
  };
}

/** Returns the text without the last note that has the given text; undefined if the note was changed. */
export function withoutNote(
  body: string,
  { text, signed = '', above = '', below = '' }: AddedNote,
): string | undefined {
  const found = lastOf(
    body,
    ['\n', '\r\n'].map((newline) => noteLines(text, signed, newline)),
  );
  if (found === undefined) return undefined;
  const [start, end] = found;
  const next = body.slice(end);
  // Indented lines below continue the note's list item, so the note was changed and cannot be removed.
  if (/^[ \t]+\S/.test(withoutBlankLines(next))) return undefined;
  const alone = body.slice(0, start) + next;
  if (goesOn(body, end)) return alone;
  const head = withoutEnd(body.slice(0, start), above);
  const rest = withoutBeginning(next, below);
  if (head === undefined || rest === undefined) return alone;
  const isGlued = head !== '' && !head.endsWith('\n') && rest !== '';
  return head + (isGlued ? newlineAbove(body, start) : '') + rest;
}

/** Returns the `Notes` section whose heading has the fewest `#`; the title is ignored. */
function notesOf(body: string): Section | undefined {
  const title = titleHeading(body)?.start;
  return sectionsIn(body)
    .filter(({ heading, start }) => bareHeading(heading) === HEADING.toLowerCase() && start !== title)
    .reduce<Section | undefined>((best, one) => (best && best.level <= one.level ? best : one), undefined);
}

/**
 * Returns the offset at which a note is inserted: below the section's last line, but above its sub-sections and above comments or
 * code that are never closed.
 */
function placeIn(body: string, section: Section | undefined, note: string): number {
  const { start: from = -1, bodyStart = 0 } = section ?? {};
  const next = section && sectionsIn(body).find(({ start }) => start > from)?.start;
  const own = body.slice(0, next);
  const last = Math.max(own.trimEnd().length, body.slice(0, bodyStart).trimEnd().length);
  const above = `${own.slice(0, last)}\n\n`;
  if (isProseAt(above + note, above.length)) return last;
  const lines = [...linesOutsideCodeBlocks(own)].filter(({ text }) => text.trim() !== '');
  const { start = 0, text = '' } = lines.at(-1) ?? {};
  return start + text.trimEnd().length;
}

function isProseAt(text: string, offset: number): boolean {
  for (const { start } of linesOutsideCodeBlocks(text)) if (start >= offset) return start === offset;
  return false;
}

/** True if the note needs a blank line above it; a list that the note continues needs none. */
function needsBlank(head: string, section: Section | undefined): boolean {
  const text = head.trimEnd();
  if (text === '') return false;
  if (section === undefined || text.length <= section.bodyStart) return !/\n[ \t]*\r?\n$/.test(head);
  for (let at = lineStart(text, text.length); ; at = lineStart(text, at - 1)) {
    const line = text.slice(at, lineEnd(text, at));
    if (/^[-+*][ \t]/.test(line)) return false;
    if (!/^(?:[ \t]|\r?\n)/.test(line) || at <= section.bodyStart) return true;
  }
}

/**
 * Formats the note as a list item with its further lines indented, and escapes characters that would make a heading or open HTML.
 */
function noteLines(text: string, signed: string, newline: string): string {
  const block = `- ${signed}: ${text}`
    .split('\n')
    .map((line, i) => (i === 0 || line.trim() === '' ? line.trimEnd() : `  ${line.trimEnd()}`))
    .join('\n');
  const safe = closesAll(block) ? block : block.replace(/<(?=!--|pre|script|style|textarea)/gi, '&lt;');
  const prose = new Set(Array.from(linesOutsideCodeBlocks(safe), ({ line }) => line));
  return safe
    .split('\n')
    .map((line, i) =>
      i > 0 && prose.has(i + 1) ? line.replace(/^([ \t]+)(?=#{1,6}(?:[ \t]|$)|=+$|-+$)/, '$1\\') : line,
    )
    .map((line) => line + newline)
    .join('');
}

/** True if the note contains no unclosed comment, code or HTML, which would affect the text below. */
function closesAll(block: string): boolean {
  if (block.lastIndexOf('<!--') > block.lastIndexOf('-->')) return false;
  const below = `${block}\n\n`;
  return isProseAt(`${below}end`, below.length);
}

function lastOf(body: string, blocks: readonly string[]): readonly [number, number] | undefined {
  // A line end is added for the search, because the last line of a file may have none.
  const text = body.endsWith('\n') ? body : `${body}\n`;
  const [last] = blocks
    .map((block) => {
      const at = text.startsWith(block) ? 0 : text.lastIndexOf(`\n${block}`) + 1;
      const isFound = text.startsWith(block, at) && (at > 0 || text.startsWith(block));
      return [isFound ? at : -1, Math.min(at + block.length, body.length)] as const;
    })
    .sort(([a], [b]) => b - a);
  return last === undefined || last[0] < 0 ? undefined : last;
}

/** True if text that is not a comment, code or a heading follows the note in its section. */
function goesOn(body: string, end: number): boolean {
  const next = body.length - body.slice(end).trimStart().length;
  if (next === body.length || !isProseAt(body, lineStart(body, next))) return false;
  return !sectionsIn(body).some(({ start }) => start === lineStart(body, next));
}

function withoutEnd(text: string, end: string): string | undefined {
  if (text.endsWith(end)) return text.slice(0, text.length - end.length);
  const other = end.replaceAll('\r\n', '\n').replaceAll('\n', newlineAbove(text, text.length));
  return text.endsWith(other) ? text.slice(0, text.length - other.length) : undefined;
}

function withoutBeginning(text: string, begin: string): string | undefined {
  if (begin === '') return text;
  const blank = /^\r?\n/.exec(text)?.[0];
  return blank === undefined ? undefined : text.slice(blank.length);
}

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

/** Compares the old and the new lines of a section, and returns the replacement that turns the old ones into the new ones. */
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
  return { at, ...(from.length <= BOUNDS.section && { from }), to: middle(after), lines: after.length };
}

/** Returns the replacement that undoes a replacement of a section's lines; undefined if the old lines were not kept. */
export function replacedBack({ at, from, to, lines }: ReplacedLines): ReplacedLines | undefined {
  if (from === undefined) return undefined;
  return { at, from: to, to: from, lines: lines - linesOf(to).length + linesOf(from).length };
}

/** The range of a text in which lines are counted: below a heading, or the whole text. */
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
