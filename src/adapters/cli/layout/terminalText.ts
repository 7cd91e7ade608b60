import { eastAsianWidth } from 'get-east-asian-width';
import { lineTokens } from '../../../domain/value/tokenEstimate.js';

const ASCII = /^[\x20-\x7e]*$/;
const STYLES = /\x1b\[[0-9;]*m/g;
/**
 * Matches text of Latin letters, spectool's own symbols and box drawing: each character is one cell wide, so no lookup is needed.
 */
const NARROW =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u2193\u2400-\u2426\u2500-\u25a1\u25cb\u25cf-\u25d3]*$/;
const FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}/u;

let segmenter: Intl.Segmenter | undefined;

/** Returns the width of a text in cells: escape sequences have no width, East Asian characters and emoji two cells. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  const bare = text.includes('\x1b') ? text.replace(STYLES, '') : text;
  if (NARROW.test(bare)) return bare.length;
  let width = 0;
  for (const cluster of clusters(bare)) width += clusterWidth(cluster);
  return width;
}

/**
 * Splits a text into grapheme clusters (characters as a reader sees them). The segmenter takes about 15 ms to load, a quarter of
 * a command's time, so it is created only for text with joining characters.
 */
export function clusters(text: string): Iterable<string> {
  if (!mayJoin(text)) return text;
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * True if the text has characters that join others into one cell: combining marks, joiners, variation selectors, skin tones,
 * flags, parts of Korean syllables, tags. The pattern is compiled only when it is needed, because that takes a millisecond.
 */
function mayJoin(text: string): boolean {
  return /\p{M}|\p{Emoji_Modifier}|[\u200b-\u200f\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]|[\u{1f1e6}-\u{1f1ff}]|[\u{e0000}-\u{e01ef}]/u.test(
    text,
  );
}

/** Returns the width of a grapheme cluster in cells. */
function clusterWidth(cluster: string): number {
  if (cluster.length === 1 && cluster >= ' ' && cluster <= '~') return 1;
  if (cluster.includes('\ufe0f') || FLAG.test(cluster)) return 2;
  let width = 0;
  for (const char of cluster) {
    if (!/^[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}]$/u.test(char))
      width = Math.max(width, eastAsianWidth(char.codePointAt(0) ?? 0));
  }
  return width;
}

/** Cuts unstyled text to `width` cells; a text that is cut ends with `mark`. */
export function truncate(text: string, width: number, mark = '…'): string {
  if (text.length <= width && ASCII.test(text)) return text;
  if (displayWidth(text) <= width) return text;
  const room = width - displayWidth(mark);
  if (room < 0) return '';
  let kept = '';
  let used = 0;
  for (const cluster of clusters(text)) {
    used += clusterWidth(cluster);
    if (used > room) break;
    kept += cluster;
  }
  return kept.trimEnd() + mark;
}

/** Pads a text with spaces to `width` cells. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + space : space + text;
}

/** Matches a word with the spaces before it. Text in backticks is one word, so that a command in backticks can be copied. */
const WORDS = /\s*(?:`[^`\n]*`|[^\s`]|`)+/g;
const HANGING = 2;

/**
 * Breaks lines wider than the terminal between words and indents the continuation by two cells. A single word wider than a line,
 * such as a path, is not broken.
 */
export function fitLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => (displayWidth(line) <= columns ? [line] : broken(line, columns)))
    .join('\n');
}

function broken(line: string, columns: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const hanging = indent.length + HANGING > columns / 2 ? '' : indent + ' '.repeat(HANGING);
  const [first = '', ...words] = line.slice(indent.length).match(WORDS) ?? [];
  const lines: string[] = [];
  let current = indent + first;
  let width = displayWidth(current);
  for (const word of words) {
    width += displayWidth(word);
    if (width <= columns) current += word;
    else {
      lines.push(current);
      current = hanging + word.trimStart();
      width = displayWidth(current);
    }
  }
  return [...lines, current];
}

/** Maximum tokens of a text that goes to a pipe or a file, where its reader is probably an agent, which pays for each token. */
export const PIPE_TOKENS = 6_900;

/** Minimum width, in cells, of a text printed beside a name; if less room is left, the text is printed below the name. */
export const NARROWEST = 20;

/** Maximum tokens of a title, and of a name, in a row of the output. */
export const [TITLE_TOKENS, NAME_TOKENS] = [24, 12];

/**
 * Cuts a text to the lines that fit the token limit of a pipe; a last line says how many lines are left out.
 * @param flag the flag that shows all lines.
 */
export function fitPipe(text: string, flag: string): string {
  // A token has at least one character, so a text of so few characters always fits.
  if (text.length <= PIPE_TOKENS) return text;
  const lines = text.split('\n');
  let left = PIPE_TOKENS;
  const end = lines.findIndex((line) => (left -= lineTokens(line)) < 0);
  if (end < 0) return text;
  return [...lines.slice(0, end), `… ${String(lines.length - end)} more lines; ${flag} shows them`].join(
    '\n',
  );
}

/** A run of text in one style; `paint` is applied to each piece after wrapping. */
export interface Span {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const CLOSING = /^[、。，．！？：；）」』】〉》〕］｝ー]/u;

/** Matches what wrapping changes even in a text that fits on one line: line breaks, spaces at either end, repeated spaces. */
const UNEVEN = /\n|^ | $| {2}/;

interface Piece extends Span {
  readonly width: number;
}

/** Wraps unstyled text at spaces; existing line breaks are kept. */
export function wrap(text: string, width: number | undefined): string[] {
  if (!text.includes('\n') && (width === undefined || displayWidth(text) <= width)) return [text];
  return wrapSpans([{ text }], width);
}

/**
 * Wraps spans into lines of at most `width` cells, at spaces and between wide characters; words are broken only if they are wider
 * than a line. Without a width, only existing line breaks apply.
 */
export function wrapSpans(spans: readonly Span[], width: number | undefined): string[] {
  if (width === undefined && !UNEVEN.test(spans.map(({ text }) => text).join('')))
    return [paintLine(spans.filter(({ text }) => text !== ''))];
  const limit = width === undefined ? Infinity : Math.max(1, width);
  const lines: string[] = [];
  let line: Piece[] = [];
  let used = 0;
  let space: Piece | undefined;
  const flush = (): void => {
    lines.push(paintLine(line));
    line = [];
    used = 0;
    space = undefined;
  };
  for (const word of words(spans)) {
    if (word === 'break') {
      flush();
      continue;
    }
    if (word.every((piece) => piece.text === ' ')) {
      if (line.length > 0) space = word[0];
      continue;
    }
    const wordWidth = word.reduce((sum, piece) => sum + piece.width, 0);
    const gap = space === undefined ? 0 : 1;
    if (used > 0 && used + gap + wordWidth > limit) flush();
    if (space !== undefined) {
      line.push(space);
      used += 1;
      space = undefined;
    }
    for (const piece of wordWidth > limit ? word.flatMap((whole) => chop(whole, limit)) : word) {
      if (used > 0 && used + piece.width > limit) flush();
      line.push(piece);
      used += piece.width;
    }
  }
  flush();
  return lines;
}

/** Splits spans into words (of one or more adjoining pieces), single spaces and line breaks, in order. */
function* words(spans: readonly Span[]): Generator<Piece[] | 'break'> {
  let word: Piece[] = [];
  for (const { text, paint } of spans) {
    for (const token of text.match(/\n| +|[^\n ]+/g) ?? []) {
      if (token === '\n' || token.startsWith(' ')) {
        if (word.length > 0) yield word;
        word = [];
        yield token === '\n' ? 'break' : [piece(' ', paint)];
      } else {
        for (const part of splitWide(token)) {
          // Allow a break before and after each wide character, because the scripts that use them have no spaces.
          if (part.alone && word.length > 0) {
            yield word;
            word = [];
          }
          if (part.alone) yield [piece(part.text, paint)];
          else word.push(piece(part.text, paint));
        }
      }
    }
  }
  if (word.length > 0) yield word;
}

interface Part {
  text: string;
  readonly alone: boolean;
}

/**
 * Splits a token without spaces into parts between which a line may break. Each wide character is a part of its own, together
 * with the closing punctuation after it.
 */
function splitWide(token: string): Part[] {
  if (displayWidth(token) === token.length) return [{ text: token, alone: false }];
  const parts: Part[] = [];
  for (const cluster of clusters(token)) {
    const last = parts.at(-1);
    const alone = clusterWidth(cluster) === 2 && !CLOSING.test(cluster);
    if (last !== undefined && !alone && (!last.alone || CLOSING.test(cluster))) last.text += cluster;
    else parts.push({ text: cluster, alone });
  }
  return parts;
}

function chop(whole: Piece, limit: number): Piece[] {
  const parts: Piece[] = [];
  let text = '';
  let width = 0;
  for (const cluster of clusters(whole.text)) {
    const next = clusterWidth(cluster);
    if (width > 0 && width + next > limit) {
      parts.push({ ...whole, text, width });
      text = '';
      width = 0;
    }
    text += cluster;
    width += next;
  }
  if (text !== '') parts.push({ ...whole, text, width });
  return parts;
}

function piece(text: string, paint: Span['paint']): Piece {
  return { text, width: displayWidth(text), ...(paint === undefined ? {} : { paint }) };
}

/** Joins pieces into a line. Neighbouring pieces of one style are painted together, so that an underlined phrase has no gaps. */
function paintLine(pieces: readonly Span[]): string {
  let line = '';
  for (let i = 0; i < pieces.length;) {
    const { paint } = pieces[i] as Span;
    let text = '';
    for (; i < pieces.length && pieces[i]?.paint === paint; i++) text += pieces[i]?.text ?? '';
    line += paint === undefined ? text : paint(text);
  }
  return line;
}

/**
 * Characters that a terminal could interpret or that could mislead a reader: control characters (C0, DEL, C1), line separators,
 * characters that change the writing direction, zero-width and tag characters, lone surrogates. Joiners (U+200C/D) are allowed,
 * because emoji and several scripts need them.
 */
const UNSAFE =
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu;
const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\n\t\x20-\x7e]*$/;
const HARMFUL = new RegExp(UNSAFE.source, 'u');
const LINE_BREAKS = /[\t\n\v\f\r\u2028\u2029]+ */g;

/** Makes untrusted text safe on one line: line breaks and tabs become a space, other unsafe characters are spelled out. */
export function safeText(text: string): string {
  return PLAIN.test(text) || !HARMFUL.test(text)
    ? text
    : text.replace(LINE_BREAKS, ' ').replace(UNSAFE, visible);
}

/** Makes untrusted text of several lines safe: line breaks (as `\n`) and tabs are kept. */
export function safeBlock(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : visible(char)));
}

/**
 * Serializes a value as JSON without characters that a terminal could interpret; parsing it gives the same value.
 * @param indent spaces per level; without it, everything is on one line.
 */
export function safeJson(value: unknown, indent?: number): string {
  // JSON.stringify has escaped control characters below U+0020 and lone surrogates, so every newline here is indentation.
  const text = JSON.stringify(value, null, indent);
  return PLAIN_LINES.test(text)
    ? text
    : text.replace(UNSAFE, (char) => (char === '\n' ? char : escaped(char)));
}

/** Returns the indentation of JSON text for a terminal (2 spaces) or for a pipe (none, because an agent pays for each token). */
export function jsonIndent({ columns }: { readonly columns: number | undefined }): number | undefined {
  return columns === undefined ? undefined : 2;
}

/** Returns the JSON escape of a character, such as `\u202e`. A character above U+FFFF gets two escapes (a surrogate pair). */
function escaped(char: string): string {
  return [...Array(char.length).keys()]
    .map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Returns a visible replacement for an unsafe character: a symbol such as `␛` for DEL and control characters below U+0020,
 * nothing for a byte order mark or soft hyphen, `\u{202e}` and the like for others.
 */
function visible(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code === 0xfeff || code === 0xad) return '';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return `\\u{${code.toString(16)}}`;
}
