/*
 * How the tasks of lists are written, the one grammar for whatever reads or writes them:
 *
 * | line | |
 * |---|---|
 * | `- [x] a`, `1. [X] a` | ticked: nothing else is |
 * | `- [ ] a`, `- [] a`, `[` and a wide blank | open, without a mark |
 * | `- [~] a`, `[-]`, `[/]`, `[✔]`, `[ x ]`, brackets or a mark of full width | open: a mark that nobody knew would take the task away unseen |
 * | `- [v] a`, `- [A] a` | open: people mark with letters, and some only look like an x |
 * | `- [1] a`, `- [^1] a`, `- [AC] a` | none: the number of a reference, a footnote, a word |
 * | `- [a](b)`, `- [a][b]`, `- [a]: b`, `- [ ]* a` | none: no blank follows, as in links and their definitions |
 * | `[x] a`, `> - [x] a` | none: no item, or the words of somebody else |
 * | `- [ ] …`, `- [ ]` | blank: nobody has written anything beside it |
 * | `- [ ] AC1: a`, `**AC1** a`, `**AC1:** a`, `AC2.1: a` | has a label |
 * | `- [ ] (AC-1) a` | has one too, but for `(P1)` and `(US2)`: those are tags that many share |
 * | `- [ ] ~~AC1: a~~ (why)` | open, and has its label, though struck through |
 *
 * Items nest as deep as they like. Code, fenced or indented, and comments hold none (`proseLines`).
 */

/** Where a box stands in a text, and how it is written: `[ ]`, `[~]`. */
export interface PlacedBox {
  /** Offset of its first bracket. */
  readonly at: number;
  readonly box: string;
}

/** One character as people see it, an emoji of several too. */
const MARK = (() => {
  const sign = String.raw`(?:[\ud800-\udbff][\udc00-\udfff]|[^\s\d[\]\uff10-\uff19\uff3b\uff3d\ud800-\udfff])`;
  const joined = String.raw`[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]|\ud83c[\udde6-\uddff\udffb-\udfff]|\u200d${sign}`;
  return `${sign}(?:${joined}){0,20}`;
})();
const BLANKS = String.raw`[^\S\r\n]{0,99}`;
/** The pattern of a box, for larger ones. */
export const BOX = String.raw`[[\uff3b](?:${BLANKS}${MARK})?${BLANKS}[\]\uff3d](?=\s|$)`;
const BOX_ITEM = new RegExp(String.raw`^(\s*(?:[-+*]|\d{1,9}[.)])\s+)(${BOX})\s*`);
const ANY_BOX = new RegExp(BOX, 'y');
const TICKED = /^\[[xX]\]$/;
const LABEL = (() => {
  const number = String.raw`\d{1,4}(?:\.\d{1,4}){0,3}`;
  const name = `[A-Za-z]{1,12}[-_]?${number}`;
  return new RegExp(String.raw`^(?:~~)?(?:\*\*(${name}):?\*\*|(${name}):|\(([A-Za-z]{2,12}[-_]${number})\))`);
})();
/** The words of a box as a template leaves it. */
export const BLANK_BOX = /^(?:…|\.\.\.)?$/;

/** The box of a line that begins a task, and the words behind it. */
export function boxIn(line: string): (PlacedBox & { readonly text: string }) | undefined {
  if (!line.includes('[') && !line.includes('\uff3b')) return undefined;
  const [whole, before = '', box = ''] = BOX_ITEM.exec(line) ?? [];
  return whole === undefined
    ? undefined
    : { at: before.length, box, text: line.slice(whole.length).trimEnd() };
}

export function isTicked(box: string): boolean {
  return TICKED.test(box);
}

/** The mark in a box; nothing for one without. */
export function markIn(box: string): string {
  return box.slice(1, -1).trim();
}

/** The name that the words of a task begin with. */
export function labelOf(words: string): string | undefined {
  const [, bold, plain, bracketed] = LABEL.exec(words) ?? [];
  return bold ?? plain ?? bracketed;
}

/** The text with another box in its place. */
export function withBoxAt(text: string, { at, box }: PlacedBox, other: string): string {
  return text.slice(0, at) + other + text.slice(at + box.length);
}

/** A line as it reads whatever is in its box. */
export function withoutTick(line: string): string {
  const box = boxIn(line);
  return box === undefined ? line : withBoxAt(line, box, '[ ]');
}

/** Where the last brackets stand that look like a box; below 0 where none do. */
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
