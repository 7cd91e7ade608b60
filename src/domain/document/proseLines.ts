export interface ProseLine {
  /** 1-based. */
  readonly line: number;
  /** Offset of the first character in the scanned text. */
  readonly start: number;
  /** Without its line end. */
  readonly text: string;
}

/**
 * A rule across the page. The three marks are written out, since a repeated group would be noted at every mark: of a line of
 * millions the engine's stack has no room for that.
 */
export const THEMATIC_BREAK =
  /^ {0,3}(?:-[ \t]*-[ \t]*-[- \t]*|\*[ \t]*\*[ \t]*\*[* \t]*|_[ \t]*_[ \t]*_[_ \t]*)$/;

const TAB = 0x09;
const SPACE = 0x20;
const LESS_THAN = 0x3c;
const BACKTICK = 0x60;
const TILDE = 0x7e;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^([-+*]|\d{1,9}[.)])([ \t]+|$)/;
const RAW_HTML = /^<(?:pre|script|style|textarea)(?=[\s>]|$)/i;
const RAW_HTML_END = /<\/(?:pre|script|style|textarea)>/i;

/**
 * The lines of a Markdown text that can be structure: code, fenced or indented, in list items too, HTML comments and raw
 * HTML are passed over (CommonMark 0.31, sections 4.4 to 4.6 and 5.2).
 * @param part answers the lines between two offsets only; what stands before is read all the same, since it may open code.
 * @returns the line of the fence that nothing has closed by the end.
 */
export function* proseLines(
  text: string,
  { from = 0, to = text.length } = {},
): Generator<ProseLine, number | undefined> {
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

/** Tells line by line whether it is prose. */
class BlockScan {
  /** The mark that opened the fenced code we are in, its line, and the column its container begins at. */
  #fence: { readonly mark: string; readonly line: number; readonly column: number } | undefined;
  /** How the HTML block we are in ends. */
  #htmlEnd: ((line: string) => boolean) | undefined;
  /** Columns at which the contents of the open list items begin, outermost first. */
  readonly #items: number[] = [];
  /** A blank line, or code, stands before: only then can indented code begin. */
  #apart = true;

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
    // The line may open items, one in the other, and in the innermost a fence.
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
    const mark = first === BACKTICK || first === TILDE ? FENCE.exec(rest)?.[1] : undefined;
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

/** Bounds the work on a line of nothing but list marks. */
const DEEPEST_LIST = 50;

/** Looked at before the pattern: most lines begin with a letter, and every line of every document comes here. */
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
