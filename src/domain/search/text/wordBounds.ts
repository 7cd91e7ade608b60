const [NONE, LETTER, INNER] = [0, 1, 2];

/** ASCII by what it is in a word; letters and digits begin one, an apostrophe goes on in one. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? LETTER : code === 39 ? INNER : NONE,
);
const OTHER_LETTER = /^[\p{L}\p{N}]$/u;
const OTHER_INNER = /^[\p{M}’]$/u;
/** Kinds of the characters beyond ASCII met so far. */
const OTHERS = new Map<number, number>();

/**
 * Moves `word` on to the next written word at or after `word.end`; false when there is none. By hand, since this loop
 * reads every character that is indexed: a Unicode regex takes five times as long.
 */
export function nextWord(text: string, word: { start: number; end: number }): boolean {
  let at = word.end;
  while (at < text.length && kindAt(text, at) !== LETTER) at += widthAt(text, at);
  if (at >= text.length) return false;
  word.start = at;
  do at += widthAt(text, at);
  while (at < text.length && kindAt(text, at) !== NONE);
  word.end = at;
  return true;
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return ASCII[code] ?? NONE;
  const point = text.codePointAt(at) ?? code;
  let kind = OTHERS.get(point);
  if (kind === undefined) {
    const letter = String.fromCodePoint(point);
    kind = OTHER_LETTER.test(letter) ? LETTER : OTHER_INNER.test(letter) ? INNER : NONE;
    OTHERS.set(point, kind);
  }
  return kind;
}

function widthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code < 0xdc00 && at + 1 < text.length ? 2 : 1;
}
