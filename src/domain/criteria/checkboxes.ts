import { headingsOf } from '../document/sections/headings.js';
import { linesOutsideCodeBlocks, THEMATIC_BREAK } from '../document/linesOutsideCodeBlocks.js';
import { checkboxIn, isTicked, lastBox, type PlacedCheckbox } from './checkboxGrammar.js';

export interface Checkbox extends PlacedCheckbox {
  readonly checked: boolean;
  /** The text after the checkbox as written, with all lines of the paragraph joined by spaces. */
  readonly text: string;
  /** Offset after the last character of the text. */
  readonly end: number;
  /** 1-based line number in the scanned text. */
  readonly line: number;
  /** The nearest heading above the checkbox that is not the title. */
  readonly section?: string;
  /** The headings above the checkbox, outermost first. */
  readonly path: readonly string[];
}

const BLANK_LINE = /\n[ \t\r]*\n/g;
/**
 * Matches a line that ends the paragraph of a list item. Blank lines and thematic breaks also end the paragraph, but this pattern
 * does not match them.
 */
const BLOCK = /^\s*(?:(?:[-+*]|\d+[.)])(?:\s|$)|#{1,6}(?:\s|$)|>|\||(?:=+|-+)\s*$)/;
/** Matches the marks of the quotations that a line is in. */
const QUOTE = /^\s*>[\s>]*/;

/**
 * Returns the task list items of a Markdown text, outside code.
 * @param from offset of the paragraph where the scan begins; checkboxes above it are not returned, and headings above it are not
 * in `path`.
 */
export function checkboxesOf(text: string, from = 0): readonly Checkbox[] {
  const lines = [...linesOutsideCodeBlocks(text, { from, to: endOfBoxes(text) })];
  const headings = headingsOf(text, lines);
  const boxes: (Checkbox & { text: string; end: number })[] = [];
  const path: { readonly heading: string; readonly level: number }[] = [];
  let next = 0;
  /** The checkbox whose paragraph is being read, and the last line of that paragraph so far. */
  let open:
    | {
        readonly box: { text: string; end: number };
        readonly parts: string[];
        readonly isQuoted: boolean;
        line: number;
      }
    | undefined;
  const close = () => {
    if (open !== undefined) open.box.text = open.parts.join(' ');
    open = undefined;
  };
  for (const { line, start, text: content } of lines) {
    const found = checkboxIn(content);
    if (found === undefined) {
      const bare = open?.isQuoted === true ? content.replace(QUOTE, '') : content;
      const words = bare.trim();
      const isText = words !== '' && !BLOCK.test(bare) && !THEMATIC_BREAK.test(words);
      const goesOn = open?.line === line - 1 && isText;
      if (!goesOn) close();
      else if (open !== undefined) {
        open.parts.push(words);
        open.box.end = start + content.trimEnd().length;
        open.line = line;
      }
      continue;
    }
    close();
    for (
      let heading = headings[next];
      heading !== undefined && heading.line < line;
      heading = headings[++next]
    ) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
      path.push(heading);
    }
    const section = path.findLast(({ level }) => level === 2) ?? path.at(-1);
    const box = {
      at: start + found.at,
      box: found.box,
      checked: isTicked(found.box),
      text: '',
      end: start + content.trimEnd().length,
      line,
      ...(section !== undefined && { section: section.heading }),
      path: path.map(({ heading }) => heading),
    };
    boxes.push(box);
    open = { box, parts: [found.text], isQuoted: QUOTE.test(content), line };
  }
  close();
  return boxes;
}

/** Returns the offset after the paragraph of the last possible checkbox, so that the text below that paragraph is not scanned. */
function endOfBoxes(text: string): number {
  const last = lastBox(text);
  if (last < 0) return 0;
  BLANK_LINE.lastIndex = last;
  return BLANK_LINE.exec(text) === null ? text.length : BLANK_LINE.lastIndex;
}
