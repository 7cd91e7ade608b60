import type { TokenCounter } from '../../ports/caches.js';

interface Encoding {
  readonly countTokens: (text: string, options: { disallowedSpecial: Set<string> }) => number;
  readonly clearMergeCache: () => void;
}

/**
 * Maximum length of a run of letters, signs or blanks that is counted in one piece, because the encoder's time is quadratic in
 * the length. No real word is this long; in a longer run (`aaaa…`), the count may be off by one token per piece.
 */
const LONGEST_RUN = 400;

/**
 * Number of characters after which the encoder's cache is cleared. The cache holds 100,000 words, and must never fill up, because
 * evicting words from a full cache becomes slower and slower.
 */
const MOST_REMEMBERED = 190_000;
const LONGEST_SLICE = 50_000;
const GAP = /(?<=\S) (?=\S)/g;
/** Matches encoded data, such as a picture inside a document: the encoder takes seconds for a megabyte of it. */
const ENCODED = /[\x21-\x7e]{4000,}/g;
/** Number of characters of encoded data that are counted; the rest is assumed to have as many tokens per character. */
const SAMPLE = 4000;

/**
 * Counts the tokens of texts in the encoding o200k_base. For long runs without blanks, such as a picture inside a document, most
 * of the tokens are extrapolated. The encoding's tables are loaded at the first count, because loading takes as long as several
 * commands.
 */
export class GptTokenCounter implements TokenCounter {
  #encoding: Promise<Encoding> | undefined;
  /** Number of characters counted since the encoder's cache was last cleared. */
  #remembered = 0;

  async count(text: string): Promise<number> {
    this.#encoding ??= import('gpt-tokenizer/encoding/o200k_base');
    const { countTokens, clearMergeCache } = await this.#encoding;
    let tokens = 0;
    const written = text.replace(ENCODED, (run) => {
      const sample = run.slice(0, SAMPLE);
      tokens += (run.length / SAMPLE - 1) * countTokens(sample, { disallowedSpecial: new Set() });
      return sample;
    });
    for (const piece of pieces(written)) {
      for (const slice of slices(piece)) {
        this.#remembered += slice.length;
        if (this.#remembered > MOST_REMEMBERED) {
          clearMergeCache();
          this.#remembered = slice.length;
        }
        // Count special tokens in a text, such as `<|endoftext|>`, as ordinary text.
        tokens += countTokens(slice, { disallowedSpecial: new Set() });
      }
    }
    return Math.round(tokens);
  }
}

/** Splits a long text into parts at single spaces between words. No token extends across such a space, so the counts add up. */
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
  // Limit the length of a match, because the regular expression engine stores every character of a run. The expression is
  // compiled only here, because few commands count tokens.
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
