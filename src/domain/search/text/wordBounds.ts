const [NONE, LETTER, INNER] = [0, 1, 2];
const HASH = 35;
const ASCII_LETTER = /[A-Za-z]/;
// A local copy of a global function, because looking up a global in a separate context, as under Jest, takes longer than the rest
// of the loop below.
const { imul } = Math;

/** The kind of each ASCII character in words: letters and digits can begin a word, an apostrophe can be inside a word. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? LETTER : code === 39 ? INNER : NONE,
);
const OTHER_LETTER = /^[\p{L}\p{N}]$/u;
const OTHER_INNER = /^[\p{M}’]$/u;
/** Cache of the kinds of non-ASCII characters, by code point. */
const OTHERS = new Map<number, number>();

/** The position of a word in a text, `[start, end)`, and a hash of its letters. */
export interface WordPlace {
  start: number;
  end: number;
  hash: number;
}

/**
 * Moves `word` to the next word at or after `word.end`; returns false if there is none. The function is a loop, because it reads
 * every indexed character and a Unicode pattern takes five times as long.
 */
export function nextWord(text: string, word: WordPlace): boolean {
  const { length } = text;
  let at = word.end;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (ASCII[code] === LETTER) break;
    } else if (kindOf(text, at) === LETTER) break;
    else at += widthOf(text, at) - 1;
  }
  if (at >= length) return false;
  word.start = at;
  let hash = 0x811c9dc5;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (ASCII[code] === NONE) break;
    } else if (kindOf(text, at) === NONE) break;
    else if (widthOf(text, at) === 2) hash = imul(hash ^ text.charCodeAt(++at), FACTOR);
    hash = imul(hash ^ code, FACTOR);
  }
  // `C++` and `C#` are words, including their signs.
  if (at - word.start === 1) {
    const length = text.charCodeAt(at) === HASH ? 1 : text.startsWith('++', at) ? 2 : 0;
    if (length > 0 && ASCII_LETTER.test(text[word.start] as string))
      for (const end = at + length; at < end; at++) hash = imul(hash ^ text.charCodeAt(at), FACTOR);
  }
  word.end = at;
  word.hash = hash;
  return true;
}

/** The prime number of the FNV-1a hash. */
const FACTOR = 0x01000193;

/** Returns the kind of a non-ASCII character. */
function kindOf(text: string, at: number): number {
  const point = text.codePointAt(at) ?? 0;
  let kind = OTHERS.get(point);
  if (kind === undefined) {
    const letter = String.fromCodePoint(point);
    kind = OTHER_LETTER.test(letter) ? LETTER : OTHER_INNER.test(letter) ? INNER : NONE;
    OTHERS.set(point, kind);
  }
  return kind;
}

/** Returns the number of UTF-16 units of a character. */
function widthOf(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
