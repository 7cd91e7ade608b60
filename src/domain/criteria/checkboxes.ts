import { headingsOf } from '../document/sections/headings.js';
import { linesOutsideCodeBlocks, THEMATIC_BREAK } from '../document/sections/codeBlocks.js';

/*
 * The grammar of task list items, shared by all code that reads or writes them:
 *
 * | line | how it is read |
 * |---|---|
 * | `- [x] a`, `1. [X] a`, `> - [x] a` | ticked, also in a quotation or callout; only `x` and `X` tick a task |
 * | `- [ ] a`, `- [] a`, `[` and a full-width space | open, without a mark |
 * | `- [~] a`, `[-]`, `[/]`, `[✔]`, `[ x ]`, full-width brackets, any other sign or emoji | open, because a task with another mark must not be lost |
 * | `- [v] a`, `[V]`, `[o]`, `[O]`, letters that only look like an x | open: the letters that people use as marks |
 * | `- [P] a`, `- [A] a` | no task: any other letter is a word, as in the legend of a list |
 * | `- [1] a`, `- [^1] a`, `- [AC] a` | no task: the number of a reference, a footnote, a word |
 * | `- [a](b)`, `- [a][b]`, `- [a]: b`, `- [ ]* a` | no task: no space follows, as in links and link definitions |
 * | `[x] a`, `> [x] a` | no task: a paragraph, not a list item |
 * | `- [ ] …`, `- [ ]`, `- [ ] AC1: …` | blank: without a text |
 * | `- [ ] AC1: a`, `**AC1** a`, `**AC1:** a`, `AC2.1: a` | has a label |
 * | `- [ ] (AC-1) a` | has a label; `(P1)` and `(US2)` are no labels, because several tasks share such a tag |
 * | `- [ ] ~~AC1: a~~ (why)` | open, with a label, although it is struck through |
 *
 * Items may be nested to any depth. Checkboxes in code blocks and in comments are no tasks (see `linesOutsideCodeBlocks`).
 */

/** A checkbox in a text: its offset, and its characters, such as `[ ]` or `[~]`. */
export interface PlacedCheckbox {
  /** Offset of the opening bracket in the text. */
  readonly at: number;
  readonly box: string;
}

/**
 * The pattern of the mark in a checkbox: a letter used for ticks, such as `x`, or one sign such as `✅`, which may have several
 * code points.
 */
const MARK = (() => {
  const letters = String.raw`A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u3041-\ud7ff\uff21-\uff3a\uff41-\uff5a`;
  const other = String.raw`[^\s\d[\]${letters}\uff10-\uff19\uff3b\uff3d\ud800-\udfff]`;
  const known = String.raw`[xXvVoO\u03a7\u03c7\u0425\u0445\uff38\uff58]`;
  const sign = String.raw`(?:[\ud800-\udbff][\udc00-\udfff]|${known}|${other})`;
  const joined = String.raw`[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]|\ud83c[\udde6-\uddff\udffb-\udfff]|\u200d${sign}`;
  return `${sign}(?:${joined}){0,20}`;
})();
const BLANKS = String.raw`[^\S\r\n]{0,99}`;
/** The pattern of a checkbox, such as `[ ]` or `[x]`, for use in larger patterns. */
export const BOX = String.raw`[[\uff3b](?:${BLANKS}${MARK})?${BLANKS}[\]\uff3d](?=\s|$)`;
const BOX_ITEM = new RegExp(String.raw`^([\s>]*(?:[-+*]|\d{1,9}[.)])\s+)(${BOX})\s*`);
const ANY_BOX = new RegExp(BOX, 'y');
const TICKED = /^\[[xX]\]$/;
const LABEL = (() => {
  const number = String.raw`\d{1,4}(?:\.\d{1,4}){0,3}`;
  const name = `[A-Za-z]{1,12}[-_]?${number}`;
  return new RegExp(
    String.raw`^(?:~~)?(?:\*\*(${name})(?::\*\*|\*\*:?)|(${name}):|\(([A-Za-z]{2,12}[-_]${number})\))`,
  );
})();
const BLANK_BOX = /^(?:…|\.\.\.)?$/;

/** True for the text of a blank checkbox, which a template leaves to be filled in: empty, `…` or `...`, also with a label. */
export function isBlankText(text: string): boolean {
  return BLANK_BOX.test(withoutLabel(text));
}

/** Returns the checkbox of a line that begins a task, with the text after the checkbox; undefined for any other line. */
export function checkboxIn(line: string): (PlacedCheckbox & { readonly text: string }) | undefined {
  if (!line.includes('[') && !line.includes('\uff3b')) return undefined;
  const [whole, before = '', box = ''] = BOX_ITEM.exec(line) ?? [];
  return whole === undefined
    ? undefined
    : { at: before.length, box, text: line.slice(whole.length).trimEnd() };
}

export function isTicked(box: string): boolean {
  return TICKED.test(box);
}

/** Returns the mark between the brackets of a checkbox, such as `x`; `''` if there is none. */
export function markIn(box: string): string {
  return box.slice(1, -1).trim();
}

/** Returns the label at the beginning of a checkbox's text, such as `AC1`; undefined if there is none. */
export function labelOf(words: string): string | undefined {
  const [, bold, plain, bracketed] = LABEL.exec(words) ?? [];
  return bold ?? plain ?? bracketed;
}

/** Returns a checkbox's text without its label: `~~AC1: Log in~~` becomes `~~Log in~~`. */
export function withoutLabel(words: string): string {
  const label = LABEL.exec(words)?.[0];
  if (label === undefined) return words;
  return (words.startsWith('~~') ? '~~' : '') + words.slice(label.length).trimStart();
}

/** Returns the label of a checkbox in the form in which labels are compared: `AC1` and `ac-1` are the same label. */
export function labelKey(label: string): string {
  return label.toLowerCase().replace(/[-_]/g, '');
}

/** Returns the text with the checkbox at offset `at` replaced by `other`. */
export function withBoxAt(text: string, { at, box }: PlacedCheckbox, other: string): string {
  return text.slice(0, at) + other + text.slice(at + box.length);
}

/** Returns the text with its checkboxes unticked, so that lines can be compared whether ticked or not. */
export function withoutTicks(text: string): string {
  const lines = text.split('\n').map((line) => {
    const box = checkboxIn(line);
    return box === undefined ? line : withBoxAt(line, box, '[ ]');
  });
  return lines.join('\n');
}

/** Returns the offset of the last brackets that look like a checkbox, even in code; negative if there are none. */
export function lastBox(text: string): number {
  const last = (bracket: string) => {
    for (let end = text.length; end > 0;) {
      const at = text.lastIndexOf(bracket, end - 1);
      ANY_BOX.lastIndex = at;
      if (at < 0 || ANY_BOX.test(text)) return at;
      end = at;
    }
    return -1;
  };
  return Math.max(last('['), last('\uff3b'));
}

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

export const NUMBERED = /^([A-Za-z]+[-_]?)(\d+)/;

/**
 * Returns the number in a criterion's label: 2 for `AC2` and `AC2.1`; 0 if there is none. Label edits use it to find the next
 * label.
 */
export function numberOfLabel(label: string): number {
  return Number(NUMBERED.exec(label)?.[2] ?? 0);
}
