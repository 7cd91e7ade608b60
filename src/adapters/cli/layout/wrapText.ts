import { clusters, clusterWidth, displayWidth } from './displayWidth.js';

/** A run of text in one style; `paint` is applied to each piece after wrapping. */
export interface Span {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const CLOSING = /^[、。，．！？：；）」』】〉》〕］｝ー]/u;

/** Matches text that wrapping changes even if it fits on one line: line breaks, and spaces at an end or in a row. */
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
          // Scripts with wide characters have no spaces: a line may break before and after each character.
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
 * Splits a token without spaces where a line may break: each wide character is a part of its own, together with closing
 * punctuation after it.
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
