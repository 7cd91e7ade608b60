import { headingsOf } from './headings.js';
import { proseLines } from './proseLines.js';

/** A box nobody has written anything beside, as a template leaves it. */
export const BLANK_BOX = /^(?:…|\.\.\.)?$/;

export interface Checkbox {
  readonly checked: boolean;
  readonly text: string;
  /** 1-based, in the scanned text. */
  readonly line: number;
  /** Heading the box stands under, of any level but the title's. */
  readonly section?: string;
  /** Headings above it, outermost first. */
  readonly path: readonly string[];
}

/** Task list items of a Markdown text, outside code. */
export function checkboxesOf(text: string): readonly Checkbox[] {
  const headings = headingsOf(text);
  const boxes: Checkbox[] = [];
  const path: { readonly heading: string; readonly level: number }[] = [];
  let next = 0;
  for (const { line, text: content } of proseLines(text)) {
    const match = /^\s*(?:[-+*]|\d+[.)])\s+\[([ xX])\]\s+/.exec(content);
    if (match === null) continue;
    for (
      let heading = headings[next];
      heading !== undefined && heading.line < line;
      heading = headings[++next]
    ) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
      path.push(heading);
    }
    const section = path.findLast(({ level }) => level === 2) ?? path.at(-1);
    boxes.push({
      checked: match[1] !== ' ',
      text: content.slice(match[0].length),
      line,
      ...(section !== undefined && { section: section.heading }),
      path: path.map(({ heading }) => heading),
    });
  }
  return boxes;
}
