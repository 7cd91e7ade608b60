import { headingsOf } from '../document/sections/headings.js';
import { proseLines, THEMATIC_BREAK } from '../document/proseLines.js';
import { boxIn, isTicked, lastBox, type PlacedBox } from './boxGrammar.js';

export interface Checkbox extends PlacedBox {
  readonly checked: boolean;
  /** As written, over all lines of its paragraph, a space between them. */
  readonly text: string;
  /** 1-based, in the scanned text. */
  readonly line: number;
  /** Heading the box stands under, of any level but the title's. */
  readonly section?: string;
  /** Headings above it, outermost first. */
  readonly path: readonly string[];
}

const BLANK_LINE = /\n[ \t\r]*\n/g;
/** What ends the paragraph of an item, besides a blank line and a rule. */
const BLOCK = /^\s*(?:(?:[-+*]|\d+[.)])(?:\s|$)|#{1,6}(?:\s|$)|>|\||(?:=+|-+)\s*$)/;

/**
 * Task list items of a Markdown text, outside code.
 * @param from offset of a paragraph: boxes before it are left out, and headings before it are in no path.
 */
export function checkboxesOf(text: string, from = 0): readonly Checkbox[] {
  const lines = [...proseLines(text, { from, to: endOfBoxes(text) })];
  const headings = headingsOf(text, lines);
  const boxes: (Checkbox & { text: string })[] = [];
  const path: { readonly heading: string; readonly level: number }[] = [];
  let next = 0;
  /** The box whose paragraph goes on, and the line it has come to. */
  let open: { readonly box: { text: string }; readonly parts: string[]; line: number } | undefined;
  const close = () => {
    if (open !== undefined) open.box.text = open.parts.join(' ');
    open = undefined;
  };
  for (const { line, start, text: content } of lines) {
    const found = boxIn(content);
    if (found === undefined) {
      const words = content.trim();
      const isText = words !== '' && !BLOCK.test(content) && !THEMATIC_BREAK.test(words);
      const goesOn = open?.line === line - 1 && isText;
      if (!goesOn) close();
      else if (open !== undefined) {
        open.parts.push(words);
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
      line,
      ...(section !== undefined && { section: section.heading }),
      path: path.map(({ heading }) => heading),
    };
    boxes.push(box);
    open = { box, parts: [found.text], line };
  }
  close();
  return boxes;
}

/** Behind the paragraph of the last thing that looks like a box, where the text may stand for as long again. */
function endOfBoxes(text: string): number {
  const last = lastBox(text);
  if (last < 0) return 0;
  BLANK_LINE.lastIndex = last;
  return BLANK_LINE.exec(text) === null ? text.length : BLANK_LINE.lastIndex;
}
