import type { TokenCounter } from '../../ports/tokenCounter.js';

type Count = (text: string, options: { disallowedSpecial: Set<string> }) => number;

/**
 * The encoder merges byte pairs in quadratic time within one run of letters, signs or blanks. No word is this long; what
 * is (`aaaa…`) is counted in pieces, which may differ by a token a piece.
 */
const LONGEST_RUN = 400;
const RUNS = new RegExp(
  `[\\p{L}\\p{M}]{${LONGEST_RUN + 1},}|[^\\s\\p{L}\\p{N}]{${LONGEST_RUN + 1},}|\\s{${LONGEST_RUN + 1},}`,
  'gu',
);

/** Counts with the o200k_base encoding. Its tables take as long to load as several commands to run: only on the first count. */
export class GptTokenCounter implements TokenCounter {
  #count: Promise<Count> | undefined;

  async count(text: string): Promise<number> {
    this.#count ??= import('gpt-tokenizer/encoding/o200k_base').then((encoding) => encoding.countTokens);
    const count = await this.#count;
    let tokens = 0;
    // Special tokens in a file are text like any other.
    for (const piece of pieces(text)) tokens += count(piece, { disallowedSpecial: new Set() });
    return tokens;
  }
}

function* pieces(text: string): Generator<string> {
  let start = 0;
  for (const run of text.matchAll(RUNS)) {
    const end = run.index + run[0].length;
    while (end - start > LONGEST_RUN) {
      // Up to the run itself the text stays in one piece.
      const cut = Math.max(start, run.index) + LONGEST_RUN;
      if (cut >= end) break;
      yield text.slice(start, cut);
      start = cut;
    }
  }
  if (start < text.length) yield text.slice(start);
}
