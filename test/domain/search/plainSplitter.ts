import type { SplitText, Token } from '../../../src/domain/search/text/wordSplitter.js';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
const SOFT_GAP = /^[ \t\-_/]*(?:\n[ \t]*)?$/;

/** Splits as WordSplitter does, with regular expressions alone and nothing remembered: slow, and short enough to be believed. */
export function plainSplit(
  text: string,
  stem: (word: string) => string,
): SplitText & { readonly positions: readonly number[]; readonly compounds: readonly string[] } {
  const tokens: Token[] = [];
  const positions: number[] = [];
  const compounds: string[] = [];
  let [position, last] = [0, 0];
  let run: string[] = [];
  const endRun = () => {
    if (run.length > 1 && run.length <= 4) compounds.push(stem(run.join('')));
    run = [];
  };
  for (const match of text.matchAll(WORD)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const gap = text.slice(last, start);
    if (gap !== '-' && gap !== '_') endRun();
    if (gap.length > 40 || !SOFT_GAP.test(gap)) position++;
    last = end;
    for (const surface of partsOf(match[0])) {
      const stop = surface === 'the' || /^[a-z]$/.test(surface);
      run.push(surface);
      if (!stop) position++;
      tokens.push({ surface, stem: stem(surface), stop, start, end });
      positions.push(position);
    }
  }
  endRun();
  return { tokens, compounds, positions };
}

function partsOf(written: string): readonly string[] {
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
