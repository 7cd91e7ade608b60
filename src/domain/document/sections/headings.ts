import { BOUNDS } from '../../value/bounds.js';
import { wordsOf } from '../../naming/folderName.js';
import { copiedText, isAscii, lineEnd, blankLines } from '../../value/text.js';
import type { SpecDocument } from '../specDocument.js';
import { type LineOutsideCodeBlocks, linesOutsideCodeBlocks, THEMATIC_BREAK } from './codeBlocks.js';

export interface Heading {
  /** The text of the heading with its inline markup, as written. */
  readonly heading: string;
  /** The level of the heading, 1 to 6. */
  readonly level: number;
  /** 1-based line number in the scanned text. */
  readonly line: number;
}

/** A heading with the position of its text, for edits. */
export interface PlacedHeading extends Heading {
  /** Offset of the heading's first line. */
  readonly start: number;
  /** The heading's text, `[textStart, textEnd)`. */
  readonly textStart: number;
  readonly textEnd: number;
}

/** Returns the headings of a Markdown text, outside code and comments. */
export function headingsOf(text: string, lines?: Iterable<LineOutsideCodeBlocks>): readonly Heading[] {
  return Array.from(placedHeadings(text, lines), ({ heading, level, line }) => ({ heading, level, line }));
}

/**
 * Yields the same headings as {@link headingsOf}, but one by one, so that the caller may stop early.
 * @param lines the lines of `text` outside code and comments (`linesOutsideCodeBlocks`), if already known.
 */
export function* placedHeadings(
  text: string,
  lines: Iterable<LineOutsideCodeBlocks> = linesOutsideCodeBlocks(text),
): Generator<PlacedHeading> {
  /** The first line of the paragraph that is being read (`first`), and the previous line of the text (`last`). */
  let first: LineOutsideCodeBlocks | undefined;
  let last: LineOutsideCodeBlocks | undefined;
  /** True inside an HTML block; a blank line ends the block. */
  let isHtml = false;
  for (const line of lines) {
    // The first character is checked before the patterns, because most lines begin with a letter.
    const mark = line.text.trimStart().charAt(0);
    if (last !== undefined && last.line !== line.line - 1) first = undefined;
    const underline = first !== undefined && (mark === '=' || mark === '-') && setextLevel(line.text);
    const atx = mark === '#' ? /^( {0,3}(#{1,6})(?:[ \t]+|$))/.exec(line.text) : null;
    if (first !== undefined && last !== undefined && underline) {
      const textStart = first.start + first.text.length - first.text.trimStart().length;
      const textEnd = last.start + last.text.trimEnd().length;
      const parts = text.slice(textStart, textEnd).split('\n');
      const heading = parts.map((part) => part.trim()).join(' ');
      yield { heading, level: underline, line: first.line, start: first.start, textStart, textEnd };
      first = undefined;
    } else if (atx !== null) {
      const heading = withoutClosing(line.text.slice((atx[1] ?? '').length));
      const textStart = line.start + (atx[1] ?? '').length;
      const textEnd = textStart + heading.length;
      yield { heading, level: (atx[2] ?? '').length, line: line.line, start: line.start, textStart, textEnd };
      first = undefined;
    } else if (
      mark === '' ||
      ((mark <= '>' || mark === '|' || mark === '_') &&
        (NO_PARAGRAPH.test(line.text) || THEMATIC_BREAK.test(line.text)))
    ) {
      isHtml = mark === '<' || (isHtml && mark !== '');
      first = undefined;
    } else if (first === undefined && !isHtml && !BEGINS_NONE.test(line.text)) first = line;
    last = line;
  }
}

/**
 * Matches lines that are not part of a paragraph: list items, quotes, table rows, HTML. Underlining such a line does not make it
 * a heading.
 */
const NO_PARAGRAPH = new RegExp(
  String.raw`^ {0,3}(?:[>|]|[-+*][ \t]|\d+[.)][ \t]|</?(?:${[
    'address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure',
    'footer|form|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|optgroup|option|p|search',
    'section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul',
  ].join('|')})(?:[ \t>]|/>|$))`,
  'i',
);
/** Matches lines that can continue a paragraph but cannot begin one: indented code, an empty list item, a link definition. */
const BEGINS_NONE =
  /^(?: {4}| {0,3}(?:\t|(?:[-+*]|\d+[.)])[ \t]*$|\[[^\]]+\]:[ \t]*\S+(?:[ \t]+["'(].*)?[ \t]*$))/;

function setextLevel(text: string): 1 | 2 | undefined {
  const mark = /^ {0,3}(=+|-+)[ \t]*$/.exec(text)?.[1];
  return mark === undefined ? undefined : mark.startsWith('=') ? 1 : 2;
}

/** Returns an ATX heading's text without closing `#`s. */
function withoutClosing(raw: string): string {
  const text = raw.trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  if (end > 0 && text[end - 1] !== ' ' && text[end - 1] !== '\t') return text;
  return text.slice(0, end).trimEnd();
}

/**
 * Returns a document's title: the text of its first `#` heading outside code, without inline markup; if there is no such heading,
 * the words of the spec's name.
 */
export function titleOf(document: Pick<SpecDocument, 'text' | 'bodyStart'>, name: string): string {
  const heading = titleHeading(document.text.slice(document.bodyStart))?.heading ?? '';
  return withoutMarkup(copiedText(heading.slice(0, BOUNDS.line))) || wordsOf(name);
}

/** Returns the heading that is the title of a Markdown text. */
export function titleHeading(body: string): PlacedHeading | undefined {
  for (const heading of placedHeadings(body)) {
    if (heading.level === 1) return heading;
  }
  return undefined;
}

/** Returns the text without its title heading. A heading that is too long for a title, or contains a carriage return, stays. */
export function withoutTitle(body: string): string {
  const found = titleHeading(body);
  // A lone carriage return is a line end in some programs; a heading that contains one also contains the lines below it.
  if (found === undefined || found.heading.length > BOUNDS.line || found.heading.includes('\r')) return body;
  const { start, textStart, textEnd } = found;
  let end = lineEnd(body, textEnd);
  if (!/#/.test(body.slice(start, textStart))) end = lineEnd(body, end);
  // The line end keeps the text above the title separate from the text below it.
  return `${body.slice(0, start)}\n${body.slice(end)}`;
}

/**
 * Matches titles that may contain markup. Other titles, which are most, skip the expressions below, whose compilation takes a
 * millisecond.
 */
const MARKED = /[*_`[\]\\]/;

/** Returns a heading, or another line of Markdown, without links, code marks, emphasis and backslashes. */
export function withoutMarkup(markdown: string): string {
  if (!MARKED.test(markdown)) return markdown.trim();
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, '$2')
    .replace(/(?<![\p{L}\p{N}*_\\])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*_\\])([*_])(?=\S)([^*_]+)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

/** Returns the title as written, with markup; null if there is no title heading. */
export function writtenTitle(body: string): string | null {
  const heading = titleHeading(body);
  return heading === undefined ? null : body.slice(heading.textStart, heading.textEnd);
}

/** Returns the text with another title, which replaces the text of the first `#` heading or becomes a new heading at the top. */
export function retitle(body: string, shown: string): string {
  // `#`s at the end of the title are escaped, because Markdown would drop them as closing marks of the heading.
  const title = shown.replace(/(^|[ \t])(#+)$/, '$1\\$2');
  const heading = titleHeading(body);
  if (heading === undefined) return withWrittenTitle(body, title);
  const line = body.slice(body.lastIndexOf('\n', heading.textStart - 1) + 1, heading.textStart);
  // An underlined title must be a paragraph, so marks that would begin another block are escaped.
  const text = line.includes('#')
    ? title
    : title.replace(/^(?=[#>+*<|-]|_[ \t_]*$|\[[^\]]+\]:)|(?<=^\d+)(?=[.)])/, '\\');
  return withWrittenTitle(body, text);
}

/** Returns the document's text with `text` written into the title heading unchanged; null removes the title heading. */
export function withWrittenTitle(body: string, text: string | null): string {
  const heading = titleHeading(body);
  if (heading === undefined) {
    if (text === null) return body;
    const newline = /\r\n|\n/.exec(body)?.[0] ?? '\n';
    const blank = blankLines(body);
    return `${blank}# ${text}${newline}${newline}${body.slice(blank.length)}`;
  }
  if (text === null) {
    const end = lineEnd(body, heading.textEnd);
    const [below = ''] = /^[ \t]*\r?\n/.exec(body.slice(end, end + 2)) ?? [];
    return body.slice(0, heading.start) + body.slice(end + below.length);
  }
  // An empty heading may be only `#`; a space is then needed before the title.
  const gap = body[heading.textStart - 1] === '#' ? ' ' : '';
  return body.slice(0, heading.textStart) + gap + text + body.slice(heading.textEnd);
}

/** Normalizes a heading for comparing: without markup, in lower case. */
export function bareHeading(heading: string): string {
  return heading.replace(/^#+/, '').replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Normalizes a heading for comparing: removes markup, a remark in brackets at the end, and symbols before and after the words.
 */
export function plainHeading(heading: string): string {
  const shown = bareHeading(heading).replace(/\([^()]*\)$/, '');
  // ASCII headings avoid the Unicode patterns below, because compiling those takes a millisecond.
  if (isAscii(shown)) return /[a-z0-9](?:.*[a-z0-9])?/s.exec(shown)?.[0] ?? '';
  const endsInLetter = /[\p{L}\p{N}]$/u;
  const start = shown.search(/[\p{L}\p{N}]/u);
  let end = start < 0 ? start : shown.length;
  // This is a loop, because a Unicode pattern over millions of letters overflows the regular expression engine's stack.
  while (end > start && !endsInLetter.test(shown.slice(Math.max(0, end - 2), end))) end--;
  return shown.slice(start, end);
}
