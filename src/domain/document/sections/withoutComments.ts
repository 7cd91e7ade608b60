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
    const end = lineEnd(text, start);
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

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}
