import type { TokenCounter } from '../../ports/memory.js';

interface Encoding {
  readonly countTokens: (text: string, options: { disallowedSpecial: Set<string> }) => number;
  readonly clearMergeCache: () => void;
}

/**
 * The encoder merges byte pairs in quadratic time within one run of letters, signs or blanks. No word is this long; what
 * is (`aaaa…`) is counted in pieces, which may differ by a token a piece.
 */
const LONGEST_RUN = 400;

/** The encoder remembers 100,000 words, and to forget one of them takes it longer the more it has forgotten: it never comes so far. */
const MOST_REMEMBERED = 190_000;
const LONGEST_SLICE = 50_000;
const GAP = /(?<=\S) (?=\S)/g;

/** Counts with the o200k_base encoding. Its tables take as long to load as several commands to run: only on the first count. */
export class GptTokenCounter implements TokenCounter {
  #encoding: Promise<Encoding> | undefined;
  /** Letters counted since the encoder's cache was empty. */
  #remembered = 0;

  async count(text: string): Promise<number> {
    this.#encoding ??= import('gpt-tokenizer/encoding/o200k_base');
    const { countTokens, clearMergeCache } = await this.#encoding;
    let tokens = 0;
    for (const piece of pieces(text)) {
      for (const slice of slices(piece)) {
        this.#remembered += slice.length;
        if (this.#remembered > MOST_REMEMBERED) {
          clearMergeCache();
          this.#remembered = slice.length;
        }
        // Special tokens in a file are text like any other.
        tokens += countTokens(slice, { disallowedSpecial: new Set() });
      }
    }
    return tokens;
  }
}

/** Cut where a space parts two words, which no token reaches across. */
function* slices(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > LONGEST_SLICE) {
    const gap = new RegExp(GAP);
    gap.lastIndex = start + LONGEST_SLICE;
    const end = gap.exec(text)?.index;
    if (end === undefined) break;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

function* pieces(text: string): Generator<string> {
  let start = 0;
  // Bounded, for the pattern's engine notes every letter of a run; made here, since few commands count.
  const most = `{1,${String(LONGEST_RUN)}}`;
  const runs = new RegExp(`[\\p{L}\\p{M}]${most}|[^\\s\\p{L}\\p{N}]${most}|\\s${most}`, 'gu');
  for (const run of text.matchAll(runs)) {
    if (run[0].length < LONGEST_RUN) continue;
    const end = run.index + run[0].length;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}
