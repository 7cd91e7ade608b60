import { type ProseLine, proseLines } from './proseLines.js';

export interface Heading {
  /** Text with inline markup as written. */
  readonly heading: string;
  /** 1 to 6. */
  readonly level: number;
  /** 1-based, in the scanned text. */
  readonly line: number;
}

/** A heading with the place of its text, for edits. */
export interface PlacedHeading extends Heading {
  /** Offset of the heading's first line. */
  readonly start: number;
  /** The heading's text, `[textStart, textEnd)`. */
  readonly textStart: number;
  readonly textEnd: number;
}

/** Headings of a Markdown text, outside code and comments. */
export function headingsOf(text: string, lines?: Iterable<ProseLine>): readonly Heading[] {
  return Array.from(placedHeadings(text, lines), ({ heading, level, line }) => ({ heading, level, line }));
}

/**
 * As {@link headingsOf}, one by one: whoever needs the first only does not read the rest.
 * @param lines of the text that can be structure, where they are known already.
 */
export function* placedHeadings(
  text: string,
  lines: Iterable<ProseLine> = proseLines(text),
): Generator<PlacedHeading> {
  let paragraph: Paragraph | undefined;
  /** Lines that may go on the paragraph: looked at when something underlines them, which is rare. */
  let pending: ProseLine[] = [];
  for (const line of lines) {
    // Looked at before the patterns: most lines begin with a letter.
    const mark = line.text.trimStart().charAt(0);
    const atx = mark === '#' ? /^( {0,3}(#{1,6})(?:[ \t]+|$))/.exec(line.text) : null;
    const underline = mark === '=' || mark === '-' ? setextLevel(line.text) : undefined;
    if (atx !== null) {
      const heading = withoutClosing(line.text.slice((atx[1] ?? '').length));
      const textStart = line.start + (atx[1] ?? '').length;
      const textEnd = textStart + heading.length;
      yield { heading, level: (atx[2] ?? '').length, line: line.line, start: line.start, textStart, textEnd };
      [paragraph, pending] = [undefined, []];
      continue;
    }
    if (mark === '') {
      [paragraph, pending] = [undefined, []];
      continue;
    }
    if (underline !== undefined) {
      paragraph = pending.reduce<Paragraph | undefined>(continued, paragraph);
      pending = [];
    }
    if (underline !== undefined && paragraph?.lastLine === line.line - 1) {
      const { line: first, start, textStart, textEnd } = paragraph;
      const parts = text.slice(textStart, textEnd).split('\n');
      const heading = parts.map((part) => part.trim()).join(' ');
      yield { heading, level: underline, line: first, start, textStart, textEnd };
      paragraph = undefined;
    } else {
      pending.push(line);
    }
  }
}

interface Paragraph {
  readonly line: number;
  readonly lastLine: number;
  readonly start: number;
  readonly textStart: number;
  readonly textEnd: number;
}

/** Only a paragraph becomes a heading by what stands under it: no list item, quote, table row or code. */
function continued(
  before: Paragraph | undefined,
  { line, start, text }: { readonly line: number; readonly start: number; readonly text: string },
): Paragraph | undefined {
  const textEnd = start + text.trimEnd().length;
  if (/^ {0,3}(?:[>|]|[-+*][ \t]|\d+[.)][ \t])/.test(text)) return undefined;
  if (before?.lastLine === line - 1) return { ...before, lastLine: line, textEnd };
  if (/^(?: {4}| {0,3}\t)/.test(text)) return undefined;
  return { line, lastLine: line, start, textStart: start + text.length - text.trimStart().length, textEnd };
}

function setextLevel(text: string): 1 | 2 | undefined {
  const mark = /^ {0,3}(=+|-+)[ \t]*$/.exec(text)?.[1];
  return mark === undefined ? undefined : mark.startsWith('=') ? 1 : 2;
}

/** An ATX heading's text without the `#`s it may end with. */
function withoutClosing(raw: string): string {
  const text = raw.trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  if (end > 0 && text[end - 1] !== ' ' && text[end - 1] !== '\t') return text;
  return text.slice(0, end).trimEnd();
}
