/**
 * Returns a copy of a part of a longer text. V8 stores a substring as a reference into the text, so keeping the substring without
 * a copy would keep the whole text in memory.
 */
export function copiedText(part: string): string {
  return ` ${part}`.slice(1);
}

/** Returns the first `most` UTF-16 units of a text, without splitting a surrogate pair. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** The most characters that are shown. An options object, so that `texts.map(wordText)` does not pass the index as the length. */
interface Bound {
  readonly longest?: number;
}

/**
 * Quotes text of other people for a sentence, on one line. Quotation marks and backticks in it are replaced, so that it can
 * neither end the quotation nor look like a command of the sentence.
 */
export function quoted(text: string, { longest = 200 }: Bound = {}): string {
  const line = text.replace(/\s+/g, ' ').replace(/["`]/g, "'");
  return `"${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}"`;
}

/** Returns text of other people for a sentence: one short word as it is, any other text in quotes. */
export function wordText(text: string, bound?: Bound): string {
  return /^[\p{L}\p{M}\p{N}_.,:/@+#=~-]{1,60}$/u.test(text) ? text : quoted(text, bound);
}

/** True for a text of ASCII characters only, which patterns without Unicode rules can match faster. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
