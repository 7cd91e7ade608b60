/** An edit that replaces the range `[at, end)` of a text by `text`. */
export interface TextEdit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits to the lines of a text; their offsets refer to the original text and must not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const inOrder = edits.toSorted((a, b) => a.at - b.at || a.end - b.end);
  let result = '';
  let done = 0;
  for (const edit of inOrder) {
    result += text.slice(done, edit.at) + edit.text;
    done = edit.end;
  }
  return result + text.slice(done);
}

/** Returns the offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset after the end of the line that holds `offset`. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline + 1;
}

/** Returns the first line end of a text: CRLF or LF; LF if it has only one line. */
export function newlineOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** Returns the last line end before `offset`: CRLF or LF. */
export function newlineAbove(text: string, offset: number): string {
  const newline = text.lastIndexOf('\n', offset - 1);
  return text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/**
 * Returns the blank lines at the beginning of a text. The pattern has no repeated group, because millions of lines would overflow
 * the regular expression engine's stack.
 */
export function blankLines(text: string): string {
  const end = /[^ \t\r\n]|\r(?!\n)/.exec(text)?.index ?? text.length;
  return text.slice(0, text.lastIndexOf('\n', end) + 1);
}
