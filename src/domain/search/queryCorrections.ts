import type { Alternatives } from './postings/wordAlternatives.js';
import type { PostingSource } from './postings/postings.js';
import type { RelatedWords } from './related/relatedWords.js';
import type { SplitText, WordSplitter } from './wordSplitter.js';
import { type Correction, correctionOf } from './postings/spellingCorrection.js';

export interface CorrectionContext {
  readonly source: PostingSource;
  readonly related: RelatedWords;
  readonly splitter: WordSplitter;
  /**
   * The words of all documents as written, perhaps with words of deleted documents; read only if the query has an unknown word.
   */
  readonly vocabulary: () => Iterable<string>;
}

export interface CorrectedText {
  readonly text: SplitText;
  /** The corrected query as text. */
  readonly written: string;
  readonly corrections: readonly Correction[];
  /** The stems of words that replaced unknown words of the query. */
  readonly guessed: ReadonlySet<string>;
}

/** The greatest number of unknown words in a query that is corrected; a query with more is assumed to be a pasted text. */
const MOST_CORRECTED = 8;

/**
 * Replaces the unknown words of a query, which are in no document and not in the table of related words, by similar known words.
 */
export function correctedText(
  written: string,
  asTyped: ReadonlySet<string>,
  patterns: Alternatives,
  { source, related, splitter, vocabulary }: CorrectionContext,
): CorrectedText {
  const text = withPatternTokens(splitter.split(written), written, patterns);
  const unknown = text.tokens.filter(
    ({ surface, stop, stem }) =>
      !stop &&
      !asTyped.has(surface) &&
      source.postings('s', stem).documents.length === 0 &&
      source.postings('c', stem).documents.length === 0 &&
      !related.has(stem),
  );
  const surfaces = [...new Set(unknown.map(({ surface }) => surface))];
  if (surfaces.length === 0 || surfaces.length > MOST_CORRECTED)
    return { text, written, corrections: [], guessed: new Set() };
  const words = [...vocabulary()];
  const frequencyOf = (word: string) => source.postings('f', word).documents.length;
  const corrections = surfaces.flatMap((surface) => correctionOf(surface, words, frequencyOf) ?? []);
  const known = new Map(corrections.map(({ from, to }) => [from, { surface: to, stem: splitter.stem(to) }]));
  return {
    text: {
      ...text,
      tokens: text.tokens.map((token) => {
        const meant = known.get(token.surface);
        const { stop, start, end } = token;
        return meant === undefined ? token : { ...meant, stop, start, end };
      }),
    },
    written: corrections.reduce((before, { from, to }) => replaced(before, from, to), written),
    corrections,
    guessed: new Set([...known.values()].map(({ stem }) => stem)),
  };
}

/** Replaces a whole word, ignoring case. */
function replaced(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${from}(?![\\p{L}\\p{N}])`, 'giu'), to);
}

/** Adds each query word with wildcards to the split text, as a single token. */
function withPatternTokens(text: SplitText, written: string, patterns: Alternatives): SplitText {
  if (patterns.size === 0) return text;
  const places = [...written.matchAll(/\S+/g)].flatMap(({ 0: surface, index: start }) =>
    patterns.has(surface)
      ? [{ surface, stem: surface, stop: false, start, end: start + surface.length }]
      : [],
  );
  const isOutside = (token: { readonly start: number }) =>
    !places.some(({ start, end }) => token.start >= start && token.start < end);
  return {
    ...text,
    tokens: [...text.tokens.filter(isOutside), ...places].sort((a, b) => a.start - b.start),
  };
}
