import { withoutBlankLines } from '../documentText.js';
import { titleHeading, bareHeading } from './headings.js';
import { linesOutsideCodeBlocks } from './codeBlocks.js';
import { lineEnd, lineStart, newlineAbove } from '../../value/textLines.js';
import { sectionsIn, type Section } from './sections.js';

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
      const isThere = text.startsWith(block, at) && (at > 0 || text.startsWith(block));
      return [isThere ? at : -1, Math.min(at + block.length, body.length)] as const;
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
