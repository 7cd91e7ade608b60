import type { PostingSource } from './postings/postings.js';
import type { RelatedWords } from './related/relatedWords.js';
import type { SplitText, WordSplitter } from './text/wordSplitter.js';
import { type Correction, correctionOf } from './postings/vocabulary.js';

export interface CorrectionContext {
  readonly source: PostingSource;
  readonly related: RelatedWords;
  readonly splitter: WordSplitter;
  /** Every written word of the index; asked for only when the query has an unknown one. */
  readonly vocabulary: () => Iterable<{ readonly word: string; readonly frequency: number }>;
}

export interface CorrectedText {
  readonly text: SplitText;
  /** The text itself, corrected. */
  readonly written: string;
  readonly corrections: readonly Correction[];
  /** Stems that were put in the place of others. */
  readonly guessed: ReadonlySet<string>;
}

/** A pasted page may hold many words nothing knows; none of them alone is what it asks for. */
const MOST_CORRECTED = 8;

/** Puts known words in the place of those that occur nowhere, mean nothing to the related-words table, and look alike. */
export function correctedText(
  written: string,
  asTyped: ReadonlySet<string>,
  { source, related, splitter, vocabulary }: CorrectionContext,
): CorrectedText {
  const text = splitter.split(written);
  const unknown = text.tokens.filter(
    ({ surface, stop, stem }) =>
      !stop &&
      !asTyped.has(surface) &&
      source.postings('s', stem).documents.length === 0 &&
      !related.has(stem),
  );
  const surfaces = [...new Set(unknown.map(({ surface }) => surface))];
  if (surfaces.length === 0 || surfaces.length > MOST_CORRECTED)
    return { text, written, corrections: [], guessed: new Set() };
  const words = [...vocabulary()];
  const corrections = surfaces.flatMap((surface) => correctionOf(surface, words) ?? []);
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

/** A word as such, however it is written. */
function replaced(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${from}(?![\\p{L}\\p{N}])`, 'giu'), to);
}
