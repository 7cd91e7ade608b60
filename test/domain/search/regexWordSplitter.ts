import type { Compound, SplitText, Token } from '../../../src/domain/search/text/wordSplitter.js';

const WORD = /[A-Za-z](?:#|\+\+)|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
const SOFT_GAP = /^[ \t\-_/]*(?:\n[ \t]*)?$/;

/**
 * Splits a text as WordSplitter does, but only with regular expressions and without caches. It is slow, and simple
 * enough to verify by reading.
 */
export function plainSplit(
  text: string,
  stem: (word: string) => string,
): SplitText & { readonly positions: readonly number[] } {
  const tokens: Token[] = [];
  const positions: number[] = [];
  const compounds: Compound[] = [];
  let [position, last] = [0, 0];
  let run: Token[] = [];
  const endRun = () => {
    if (run.length <= 4)
      run.forEach((first, from) =>
        run.slice(from + 1).forEach(({ end }, i) => {
          const joined = run.slice(from, from + i + 2).map(({ surface }) => surface);
          compounds.push({ stem: stem(joined.join('')), start: first.start, end });
        }),
      );
    run = [];
  };
  for (const match of text.matchAll(WORD)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const gap = text.slice(last, start);
    if (gap !== '-' && gap !== '_') endRun();
    const isSoft = gap.length <= 40 && SOFT_GAP.test(gap);
    if (!isSoft) position++;
    last = end;
    for (const surface of partsOf(match[0])) {
      const stop = ['the', 'off'].includes(surface) || /^[a-z]$/.test(surface);
      if (!stop) position++;
      const token = { surface, stem: stem(surface), stop, start, end };
      const before = tokens.at(-1);
      run.push(token);
      tokens.push(token);
      positions.push(position);
      const letters = /^(\p{L}{2,})\p{N}+$/u.exec(surface)?.[1];
      if (letters !== undefined) compounds.push({ stem: stem(letters), start, end });
      if (surface === 'off' && run.length === 1 && isSoft && before?.stop === false)
        compounds.push({ stem: stem(before.surface + surface), start: before.start, end });
    }
  }
  endRun();
  return { tokens, compounds, positions };
}

function partsOf(written: string): readonly string[] {
  if (/^.(?:#|\+\+)$/.test(written)) return [written.toLowerCase()];
  return written
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/[’]/g, "'")
    .replace(/'s$/, '')
    .replace(/(\p{Lu}{2,})s(?!\p{L})/gu, '$1')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(IDEOGRAPHS, (run) => {
      const letters = Array.from(run);
      if (letters.length < 3) return ` ${run} `;
      return ` ${letters.flatMap((letter, i) => (i === 0 ? [] : [letters[i - 1]! + letter])).join(' ')} `;
    })
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .map((part) => part.replace(/^'+|'+$/g, ''))
    .filter((part) => part !== '');
}
