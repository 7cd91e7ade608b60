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
export function headingsOf(text: string): readonly Heading[] {
  return placedHeadings(text).map(({ heading, level, line }) => ({ heading, level, line }));
}

export function placedHeadings(text: string): readonly PlacedHeading[] {
  const headings: PlacedHeading[] = [];
  let before: ProseLine | undefined;
  for (const line of proseLines(text)) {
    const atx = /^( {0,3}(#{1,6})(?:[ \t]+|$))(.*)$/.exec(line.text);
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line.text)?.[1];
    if (atx !== null) {
      headings.push(placed(line, atx[3] ?? '', (atx[1] ?? '').length, (atx[2] ?? '').length));
      before = undefined;
    } else if (underline !== undefined && before !== undefined && before.line === line.line - 1) {
      headings.push(
        placed(
          before,
          before.text.trimStart(),
          before.text.length - before.text.trimStart().length,
          underline.startsWith('=') ? 1 : 2,
        ),
      );
      before = undefined;
    } else {
      before = canBeUnderlined(line.text) ? line : undefined;
    }
  }
  return headings;
}

function placed(line: ProseLine, raw: string, indent: number, level: number): PlacedHeading {
  const heading = raw.replace(/(?:[ \t]+|^)#+[ \t]*$/, '').trimEnd();
  const textStart = line.start + indent;
  return {
    heading,
    level,
    line: line.line,
    start: line.start,
    textStart,
    textEnd: textStart + heading.length,
  };
}

/** Only a paragraph line becomes a heading by what stands under it: no list item, quote, table row or code. */
function canBeUnderlined(text: string): boolean {
  return text.trim() !== '' && !/^(?: {4}|\t)/.test(text) && !/^ {0,3}(?:[-+*>|]|\d+[.)])/.test(text);
}
