import { BOUNDS } from './bounds.js';

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

/** Returns a document's text without the blank lines at its beginning and the white space at its end. */
export function withoutBlankEnds(text: string): string {
  return withoutBlankLines(text).trimEnd();
}

/** Returns a document's text without the blank lines at its beginning. */
export function withoutBlankLines(text: string): string {
  return text.slice(blankLines(text).length);
}

/** Quotes a path as one shell word. */
export function quoteForShell(path: string): string {
  if (path.startsWith('-')) return quoteForShell(`./${path}`);
  return /^[\p{L}\p{N}_.,:=@%+/-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a shell command that moves a folder into another folder and creates that other folder if needed. */
export function moveInto(from: string, folder: string): string {
  return `mkdir -p ${quoteForShell(folder)} && mv ${quoteForShell(from)} ${quoteForShell(folder)}/`;
}

/** Returns a name in an imported document as a single line of visible characters, cut to the greatest length of a name. */
export function singleLineName(value = ''): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return cutText(line, BOUNDS.name).trim();
}

/** True if two texts differ only in line ends, which git may have changed on checkout. */
export function sameLines(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
}
