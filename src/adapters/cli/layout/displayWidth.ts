import { eastAsianWidth } from 'get-east-asian-width';

const ASCII = /^[\x20-\x7e]*$/;
const STYLES = /\x1b\[[0-9;]*m/g;
/**
 * Matches text of Latin letters, spectool's own symbols and box drawing: each character is one cell wide, so no lookup is needed.
 */
const NARROW =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u2193\u2400-\u2426\u2500-\u25a1\u25cb\u25cf-\u25d3]*$/;
const FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}/u;

let segmenter: Intl.Segmenter | undefined;

/** Returns the width of a text in cells: escape sequences count zero, East Asian characters and emoji two. */
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
export function clusterWidth(cluster: string): number {
  if (cluster.length === 1 && cluster >= ' ' && cluster <= '~') return 1;
  if (cluster.includes('\ufe0f') || FLAG.test(cluster)) return 2;
  let width = 0;
  for (const char of cluster) {
    if (!/^[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}]$/u.test(char))
      width = Math.max(width, eastAsianWidth(char.codePointAt(0) ?? 0));
  }
  return width;
}

/** Cuts unstyled text to `width` cells; if something is cut, the text ends with `mark`. */
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
