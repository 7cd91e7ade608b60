const LONGEST_LINK = 600;

/** Returns a Markdown link. @param words Markdown, such as a result of `plain`. */
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

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : several}`;
}

/** Matches spaces and line breaks. `UNSEEN` matches characters that are invisible or reorder text. */
const SPACES = /[\s\u2028\u2029]+/gu;
const UNSEEN =
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu;
/** Matches characters that have a meaning in Markdown or HTML. */
const MARKS = /[\\`*_[\]<>~&|$]/g;
/**
 * An invisible character. Inserted into a word, it keeps a site from showing the word as a mention, issue, commit or link.
 */
const JOINER = '&#8288;';

/** Returns untrusted text on one line, shortened, and without formatting, mentions, issue numbers or links. */
export function plain(text: string, most: number): string {
  const clean = text
    .slice(0, most * 4)
    .replace(SPACES, ' ')
    .replace(UNSEEN, '�')
    .trim();
  const letters = Array.from(clean);
  const shown = letters.length <= most ? clean : `${letters.slice(0, most - 1).join('')}…`;
  return (
    shown
      .split(/(@|#(?=\d)|(?<=\bGH)-(?=\d)|:(?=\/\/)|\bwww(?=\.)|\b[\da-f](?=[\da-f]{6,39}\b))/i)
      .map((part, i) => part.replace(MARKS, escapedMark) + (i % 2 === 1 ? JOINER : ''))
      .join('')
      // Escape the beginning of the text if it would start a list or heading.
      .replace(/^(\d{1,9}(?=[.)])|(?=[#+=-]))/, '$1\\')
  );
}

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

/** Returns a path or name as inline code. Backticks in the text are replaced, because they would end the code. */
export function code(text: string): string {
  const shown = text.slice(0, 200).replace(SPACES, ' ').replace(UNSEEN, '�').replaceAll('`', "'");
  return `\`${shown}\``;
}
