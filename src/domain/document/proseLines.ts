export interface ProseLine {
  /** 1-based. */
  readonly line: number;
  /** Offset of the first character in the scanned text. */
  readonly start: number;
  /** Without its line end. */
  readonly text: string;
}

/**
 * The lines of a Markdown text that can be structure: those in fenced code and in HTML comments are passed over
 * (CommonMark 0.31, sections 4.5 and 4.6). Indented code is left in; no structure begins with four spaces.
 */
export function* proseLines(text: string): Generator<ProseLine> {
  let fence: string | undefined;
  let comment = false;
  let line = 0;
  for (let start = 0; start < text.length;) {
    line++;
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const content =
      text.charCodeAt(end - 1) === 13 && end > start ? text.slice(start, end - 1) : text.slice(start, end);
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(content)?.[1];
    if (fence !== undefined) {
      if (closes(content, fence)) fence = undefined;
    } else if (comment) {
      comment = !content.includes('-->');
    } else if (mark !== undefined) {
      fence = mark;
    } else if (/^ {0,3}<!--/.test(content) && !content.includes('-->')) {
      comment = true;
    } else if (!/^ {0,3}<!--.*-->\s*$/.test(content)) {
      yield { line, start, text: content };
    }
    start = end + 1;
  }
}

function closes(line: string, fence: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
}
