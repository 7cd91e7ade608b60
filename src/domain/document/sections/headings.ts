import { BOUNDS } from '../../value/bounds.js';
import { wordsOf } from '../../naming/folderName.js';
import { copiedText } from '../../value/text.js';
import type { SpecDocument } from '../specDocument.js';

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
 * Yields headings like {@link headingsOf}, but one by one, so that a caller may stop early.
 * @param lines the lines of `text` outside code and comments (`proseLines`), if already known.
 */
export function* placedHeadings(
  text: string,
  lines: Iterable<LineOutsideCodeBlocks> = linesOutsideCodeBlocks(text),
): Generator<PlacedHeading> {
  /** The first line of the paragraph that is being read (`first`), and the previous line of the text (`last`). */
  let first: LineOutsideCodeBlocks | undefined;
  let last: LineOutsideCodeBlocks | undefined;
  /** True inside an HTML block, which a blank line ends. */
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
 * Returns the text of the first `#` heading outside code, without inline markup; without such a heading, the words of the spec's
 * name.
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

/** Returns the text without its title heading. The heading stays if it has more text than the title. */
export function withoutTitle(body: string): string {
  const found = titleHeading(body);
  // Some programs write a lone carriage return as a line end; the heading then contains more than the title.
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

/** Returns one line of Markdown without links, code marks, emphasis and backslashes. */
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

/** Returns the text with another title: in its first `#` heading, or in a new heading at the top. */
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

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Removes the HTML comments of a Markdown text but keeps their line ends, so that line numbers stay the same. Comments in fenced
 * code stay.
 */
export function withoutComments(text: string): string {
  const last = text.lastIndexOf('-->');
  if (last < 0 || !text.includes('<!--')) return text;
  const kept: string[] = [];
  /** Offset up to which the text is already in `kept`. */
  let done = 0;
  let fence: string | undefined;
  /** Offset of the next comment, kept so that it is not searched again for every line. */
  let open = -1;
  for (let start = 0; start <= last;) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    // After a comment, the rest of its line cannot open a fence.
    const mark = start > 0 && text[start - 1] !== '\n' ? undefined : FENCE.exec(line)?.[1];
    if (open < start) open = text.indexOf('<!--', start);
    if (open < 0) break;
    const begin = fence === undefined && mark === undefined ? open : -1;
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && /^ {0,3}[`~]+[ \t\r]*$/.test(line)) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else if (begin >= 0 && begin < end) {
      // A comment without an end is kept.
      const close = text.indexOf('-->', begin + 4);
      if (close < 0) break;
      kept.push(text.slice(done, begin), text.slice(begin, close + 3).replace(/[^\n]+/g, ''));
      done = close + 3;
      start = done;
      continue;
    }
    start = end + 1;
  }
  return kept.join('') + text.slice(done);
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

export interface LineOutsideCodeBlocks {
  /** 1-based line number in the scanned text. */
  readonly line: number;
  /** Offset of the first character in the scanned text. */
  readonly start: number;
  /** The line without its line end. */
  readonly text: string;
}

/**
 * Matches a thematic break, such as `---`. The pattern writes out the three marks, because a repeated group would overflow the
 * regular expression engine's stack on a line of millions of marks.
 */
export const THEMATIC_BREAK =
  /^ {0,3}(?:-[ \t]*-[ \t]*-[- \t]*|\*[ \t]*\*[ \t]*\*[* \t]*|_[ \t]*_[ \t]*_[_ \t]*)$/;

const TAB = 0x09;
const SPACE = 0x20;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const BACKTICK = 0x60;
const TILDE = 0x7e;
const LIST_ITEM = /^([-+*]|\d{1,9}[.)])([ \t]+|$)/;
const RAW_HTML = /^<(?:pre|script|style|textarea)(?=[\s>]|$)/i;
const RAW_HTML_END = /<\/(?:pre|script|style|textarea)>/i;

/**
 * Yields the lines of a Markdown text that can be headings, list items or paragraphs. Lines of code blocks (also in list items),
 * HTML comments and raw HTML are skipped (CommonMark 0.31, sections 4.4 to 4.6 and 5.2).
 * @param part the offsets between which lines are yielded; the text above is still scanned, because a code block may begin there.
 * @returns the line number of a code fence that is never closed; undefined if there is none.
 */
export function* linesOutsideCodeBlocks(
  text: string,
  { from = 0, to = text.length } = {},
): Generator<LineOutsideCodeBlocks, number | undefined> {
  const scan = new BlockScan();
  let line = 0;
  for (let start = 0; start < to;) {
    line++;
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const last = text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    const content = text.slice(start, last);
    if (scan.isProse(content, line) && end >= from) yield { line, start, text: content };
    start = end + 1;
  }
  return scan.openFence;
}

/** Decides for each line of a Markdown text whether the line belongs to a code block, to HTML, or to neither. */
class BlockScan {
  /** The open code fence: its mark, its line number, and the column at which the list item that contains it begins. */
  #fence: { readonly mark: string; readonly line: number; readonly column: number } | undefined;
  /** A test for the line that ends the open HTML block; undefined outside HTML blocks. */
  #htmlEnd: ((line: string) => boolean) | undefined;
  /** The columns at which the contents of the open list items begin, outermost first. */
  readonly #items: number[] = [];
  /** The scan of the quotation that the line above is in. */
  #quote: BlockScan | undefined;
  /** True if the line above is blank or code, because only after such a line can indented code begin. */
  #apart = true;

  constructor(private readonly depth = 0) {}

  get openFence(): number | undefined {
    return this.#fence?.line;
  }

  isProse(line: string, number: number): boolean {
    const blank = line.trim() === '';
    const indent = blank ? 0 : columnsOf(line);
    if (this.#fence !== undefined && (blank || indent >= this.#fence.column)) {
      if (closes(line, this.#fence.mark)) this.#fence = undefined;
      return false;
    }
    this.#fence = undefined;
    if (this.#htmlEnd !== undefined) {
      if (this.#htmlEnd(line)) this.#htmlEnd = undefined;
      return false;
    }
    if (blank) {
      this.#quote = undefined;
      this.#apart = true;
      return true;
    }
    return this.#isProseBlock(line, indent, number);
  }

  #isProseBlock(line: string, indent: number, number: number): boolean {
    while ((this.#items.at(-1) ?? 0) > indent) this.#items.pop();
    let column = this.#items.at(-1) ?? 0;
    if (indent - column >= 4 && this.#apart) return false;
    this.#apart = false;
    let rest = line.trimStart();
    // One line may open several nested list items, and a code fence in the innermost item.
    for (let at = indent, item = listItem(rest); item !== null; item = listItem(rest)) {
      const [whole, marker = '', space = ''] = item;
      const width = space.length <= 4 ? Math.max(1, space.length) : 1;
      at += marker.length + width;
      column = at;
      if (this.#items.length < DEEPEST_LIST) this.#items.push(column);
      rest = rest.slice(whole.length);
      if (space.length > 4 || this.#items.length >= DEEPEST_LIST) break;
    }
    const first = rest.charCodeAt(0);
    if (first === GREATER_THAN && this.depth < DEEPEST_LIST) {
      this.#quote ??= new BlockScan(this.depth + 1);
      return this.#quote.isProse(rest.slice(1), number);
    }
    this.#quote = undefined;
    const mark = first === BACKTICK || first === TILDE ? openingFence(rest) : undefined;
    if (mark !== undefined) {
      this.#fence = { mark, line: number, column };
      return false;
    }
    return first !== LESS_THAN || !this.#opensHtml(rest);
  }

  #opensHtml(rest: string): boolean {
    if (rest.startsWith('<!--')) {
      if (!rest.includes('-->')) this.#htmlEnd = (line) => line.includes('-->');
      return true;
    }
    if (!RAW_HTML.test(rest)) return false;
    if (!RAW_HTML_END.test(rest)) this.#htmlEnd = (line) => RAW_HTML_END.test(line);
    return true;
  }
}

/** The greatest depth of nested lists, and of quotations, that is followed. It bounds the work on a line of marks only. */
const DEEPEST_LIST = 50;

/**
 * Returns the match of a list item's marker. The first character is checked before the pattern, because most lines begin with a
 * letter and this function is called for every line.
 */
function listItem(rest: string): RegExpExecArray | null {
  const first = rest.charCodeAt(0);
  const mayBegin = (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2b || first === 0x2a;
  return mayBegin ? LIST_ITEM.exec(rest) : null;
}

function columnsOf(line: string): number {
  let columns = 0;
  for (let at = 0; ; at++) {
    const letter = line.charCodeAt(at);
    if (letter === SPACE) columns++;
    else if (letter === TAB) columns += 4 - (columns % 4);
    else return columns;
  }
}

function closes(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark === (fence[0] ?? '').repeat(mark.length);
}

/**
 * Returns the marks at the beginning of a line if they open a code block. They are counted one by one, because a regular
 * expression remembers each mark of a run, and overflows its stack on a line of millions.
 */
function openingFence(line: string): string | undefined {
  const sign = line.charAt(0);
  let end = 1;
  while (line.charAt(end) === sign) end += 1;
  const opens = end >= 3 && (sign === '~' || !line.includes(sign, end));
  return opens ? line.slice(0, end) : undefined;
}

/** An edit that replaces the range `[at, end)` of a text by `text`. */
export interface TextEdit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/** Applies all edits; their offsets refer to the original text and must not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const inOrder = edits.toSorted((a, b) => a.at - b.at || a.end - b.end);
  let result = '';
  let done = 0;
  for (const edit of inOrder) {
    result += text.slice(done, edit.at) + edit.text;
    done = edit.end;
  }
  return result + text.slice(done);
}

/** Returns the offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset after the end of the line that holds `offset`. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline + 1;
}

/** Returns the first line end of a text: CRLF or LF; LF if it has only one line. */
export function newlineOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** Returns the last line end before `offset`: CRLF or LF. */
export function newlineAbove(text: string, offset: number): string {
  const newline = text.lastIndexOf('\n', offset - 1);
  return text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/**
 * Returns the blank lines at the beginning of a text. The pattern has no repeated group, because millions of lines would overflow
 * the regular expression engine's stack.
 */
export function blankLines(text: string): string {
  const end = /[^ \t\r\n]|\r(?!\n)/.exec(text)?.index ?? text.length;
  return text.slice(0, text.lastIndexOf('\n', end) + 1);
}
