const LONGEST_LINK = 600;

/** Returns a Markdown link. @param words Markdown, such as a result of `asWritten`. */
export function link(words: string, target: string): string {
  // `encodeURI` would keep parentheses, which would end the target of the link.
  const safe = target.replace(/[()<>\\\s]/g, (char) =>
    encodeURIComponent(char).replace('(', '%28').replace(')', '%29'),
  );
  return safe.length > LONGEST_LINK ? words : `[${words}](${safe})`;
}

/** Returns a Markdown table, in which each row is one line. @param rows the cells as Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}

/**
 * Returns a heading with a list below it, as one text; nothing for an empty list. Items beyond the first `most` are counted.
 * @param items lines that begin with `- `.
 */
export function listPart(heading: string, items: readonly string[], most = Infinity): readonly string[] {
  const left = items.length - most;
  const more = left > 0 ? [`- … and ${String(left)} more`] : [];
  return items.length === 0 ? [] : [[heading, '', ...items.slice(0, most), ...more].join('\n')];
}

/** Matches spaces and line breaks. `UNSEEN` matches characters that are invisible or reorder text. */
const SPACES = /[\s\u2028\u2029]+/gu;
const UNSEEN =
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu;

/** Matches code, and what `asWritten` escapes outside code: HTML, links, cells, formulas, and what sites turn into links. */
const CODE_OR_MARK =
  /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|[\\[\]|$]|<(?=[a-z/!?])|&(?=[#\w])|(?<=:)\/(?=\/)|(?<=\bwww)\.|(?<=\w)@(?=\w)/gi;

/**
 * Returns untrusted text on one line as it stands: code and emphasis stay, while HTML, links and the `|` of tables are shown as
 * text. A line of Markdown must not begin with it.
 */
export function asWritten(text: string): string {
  const line = text.replace(SPACES, ' ').replace(UNSEEN, '�').trim();
  return line.replace(CODE_OR_MARK, (part) =>
    part.startsWith('`') ? part.replaceAll('|', '\\|') : escapedMark(part),
  );
}

function escapedMark(mark: string): string {
  return mark === '<' ? '&lt;' : mark === '>' ? '&gt;' : mark === '&' ? '&amp;' : `\\${mark}`;
}
