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
  /** True if the line above is blank or code; only then can a line begin indented code. */
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
    // One line may begin several nested list items, and a code fence in the innermost one.
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

/** The greatest depth of nested lists and quotations that is scanned, which bounds the work on a line of only list marks. */
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
 * Returns the marks at the beginning of a line if they open a code block. A loop counts them, because a regular expression would
 * overflow its stack on a line of millions of marks.
 */
function openingFence(line: string): string | undefined {
  const sign = line.charAt(0);
  let end = 1;
  while (line.charAt(end) === sign) end += 1;
  const opens = end >= 3 && (sign === '~' || !line.includes(sign, end));
  return opens ? line.slice(0, end) : undefined;
}
