import {
  THEMATIC_BREAK,
  linesOutsideCodeBlocks,
  type LineOutsideCodeBlocks,
} from '../linesOutsideCodeBlocks.js';

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
