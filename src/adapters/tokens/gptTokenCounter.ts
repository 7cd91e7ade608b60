import type { TokenCounter } from '../../ports/tokenCounter.js';

type Count = (text: string, options: { disallowedSpecial: Set<string> }) => number;

/**
 * The encoder merges byte pairs in quadratic time within one run of letters, signs or blanks. No word is this long; what
 * is (`aaaa…`) is counted in pieces, which may differ by a token a piece.
 */
const LONGEST_RUN = 400;
const RUNS = new RegExp(
  // Bounded, for the pattern's engine notes every letter of a run.
  `[\\p{L}\\p{M}]{1,${LONGEST_RUN}}|[^\\s\\p{L}\\p{N}]{1,${LONGEST_RUN}}|\\s{1,${LONGEST_RUN}}`,
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
    if (run[0].length < LONGEST_RUN) continue;
    const end = run.index + run[0].length;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}
