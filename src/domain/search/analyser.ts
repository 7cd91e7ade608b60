/** What a language gives: the search domain knows no stemmer of its own. */
export interface Analyser {
  /** Stem of a lower-case word. */
  stem(word: string): string;
  isStopWord(word: string): boolean;
}

export interface Token {
  /** Lower-case, without diacritics. */
  readonly word: string;
  readonly stem: string;
  /** Offsets in the analysed text. */
  readonly start: number;
  readonly end: number;
  /** Position among the words of the text, stop words counted: neighbours differ by one. */
  readonly position: number;
  /** Joined identifier this word is a part of (`user-login` → `userlogin`), for its first part only. */
  readonly compound?: string;
}

const CHUNK = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_\-./'’]*[\p{L}\p{N}\p{M}])?/gu;
const PART =
  /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}\p{Lo}\p{Lm}]+|\p{Lu}+s?(?![\p{Ll}])|\p{N}+|\p{L}+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LONGEST_WORD = 40;

/**
 * Words of a text: identifiers split at camelCase, acronym, kebab and snake borders, their joined form kept too; Han, Kana
 * and Hangul as overlapping pairs; stop words left out.
 */
export function tokensOf(text: string, analyser: Analyser): readonly Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (const chunk of text.matchAll(CHUNK)) {
    const parts = partsOf(chunk[0]);
    const joined =
      parts.length >= 2 && parts.length <= 4 ? parts.map(({ word }) => word).join('') : undefined;
    parts.forEach(({ word, at, length }, i) => {
      position++;
      if (word.length > LONGEST_WORD || (word.length < 2 && !/[\p{N}]/u.test(word) && !CJK.test(word)))
        return;
      if (analyser.isStopWord(word)) return;
      const start = chunk.index + at;
      tokens.push({
        word,
        stem: analyser.stem(word),
        start,
        end: start + length,
        position,
        ...(i === 0 && joined !== undefined && joined.length <= LONGEST_WORD && { compound: joined }),
      });
    });
  }
  return tokens;
}

function partsOf(
  chunk: string,
): readonly { readonly word: string; readonly at: number; readonly length: number }[] {
  const parts: { word: string; at: number; length: number }[] = [];
  for (const match of chunk.replace(/['’]s\b|['’]/g, (mark) => ' '.repeat(mark.length)).matchAll(PART)) {
    const raw = match[0];
    if (CJK.test(raw) && raw.length > 1) {
      for (let i = 0; i + 1 < raw.length; i++)
        parts.push({ word: raw.slice(i, i + 2), at: match.index + i, length: 2 });
    } else {
      parts.push({ word: folded(raw), at: match.index, length: raw.length });
    }
  }
  return parts;
}

function folded(word: string): string {
  return /^[\x20-\x7e]*$/.test(word)
    ? word.toLowerCase()
    : word
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase();
}
