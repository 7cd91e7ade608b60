import { editDistance } from '../naming/nearestWords.js';
import { type Postings, type PostingSource, type TermClass, unitedPlaces } from './postings.js';
import type { RelatedWords } from './related/relatedWords.js';
import type { SearchQuery } from './searchQuery.js';
import { folded, type SplitText, type WordSplitter } from './wordSplitter.js';

/** A word of the query that occurs in no document (`from`), and its replacement (`to`). */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/**
 * For each word of the query with several matching terms: those terms of the index, and their stems. The key is the word's stem,
 * or a pattern (`auth*`).
 */
export type Alternatives = ReadonlyMap<
  string,
  { readonly terms: readonly (readonly [TermClass, string])[]; readonly stems: readonly string[] }
>;

/** A query with corrected words, ready for ranking. */
export interface PreparedQuery {
  readonly query: SearchQuery;
  readonly text: SplitText;
  /** The corrected query as text. */
  readonly written: string;
  readonly corrections: readonly Correction[];
  /** The stems of words that replaced unknown words of the query. */
  readonly guessed: ReadonlySet<string>;
  /** The terms of the index that match the patterns of the query and other spellings of its words. */
  readonly alternatives: Alternatives;
}

export interface PreparationContext {
  readonly source: PostingSource;
  readonly related: RelatedWords;
  readonly splitter: WordSplitter;
  /**
   * Returns the words of all documents as written, perhaps with words of deleted documents; called only for a query with an
   * unknown word or a pattern.
   */
  readonly vocabulary: () => Iterable<string>;
}

/** The greatest number of unknown words in a query that is corrected; a query with more is assumed to be a pasted text. */
const MOST_CORRECTED = 8;
/**
 * The least length of a word that is corrected (`SHORTEST`), and of one that is corrected by two edits (`TWO_EDITS_FROM`).
 * Shorter words are often only one edit from another correct word, such as seat and set.
 */
const SHORTEST = 5;
const TWO_EDITS_FROM = 10;

/**
 * Finds what a query may mean: replaces its unknown words, which are in no document and not in the table of related words, by
 * similar known words, and looks up its patterns and other spellings.
 */
export function prepareQuery(query: SearchQuery, context: PreparationContext): PreparedQuery {
  const { source, related, splitter, vocabulary } = context;
  const patterns = patternsOf(query, context);
  // Quoted and required words are not corrected.
  const typed = splitter.split([...query.phrases, ...query.required].join('\n')).tokens;
  const asTyped = new Set([...typed.map(({ surface }) => surface), ...patterns.keys()]);
  const text = withPatternTokens(splitter.split(query.text), query.text, patterns);
  const isIn = (termClass: TermClass, word: string) => source.postings(termClass, word).documents.length > 0;
  const unknown = text.tokens.filter(
    ({ surface, stop, stem }) =>
      !stop && !asTyped.has(surface) && !isIn('s', stem) && !isIn('c', stem) && !related.has(stem),
  );
  const surfaces = [...new Set(unknown.map(({ surface }) => surface))];
  const words = surfaces.length === 0 || surfaces.length > MOST_CORRECTED ? [] : [...vocabulary()];
  const frequencyOf = (word: string) => source.postings('f', word).documents.length;
  const corrections =
    words.length === 0 ? [] : surfaces.flatMap((one) => correctionOf(one, words, frequencyOf) ?? []);
  const meant = new Map(corrections.map(({ from, to }) => [from, { surface: to, stem: splitter.stem(to) }]));
  const corrected = {
    ...text,
    tokens: text.tokens.map((token) => ({ ...token, ...meant.get(token.surface) })),
  };
  return {
    query,
    text: corrected,
    written: corrections.reduce((before, { from, to }) => replaced(before, from, to), query.text),
    corrections,
    guessed: new Set([...meant.values()].map(({ stem }) => stem)),
    alternatives: new Map([...writtenOtherwise(corrected, source), ...patterns]),
  };
}

/** Returns the terms of the index that match the patterns of a query, such as `auth*`. */
function patternsOf({ patterns }: SearchQuery, { splitter, vocabulary }: PreparationContext): Alternatives {
  return new Map(
    patterns.map((pattern) => {
      const words = [...new Set(vocabulary())].filter(wildcardTest(folded(pattern)));
      const stems = [...new Set(words.map((word) => splitter.stem(word)))];
      return [pattern, { terms: words.map((word) => ['f', word] as const), stems }] as const;
    }),
  );
}

/** Returns a test whether a word matches a pattern with asterisks. */
export function wildcardTest(pattern: string): (word: string) => boolean {
  const [begin = '', ...parts] = pattern.replace(/[^\p{L}\p{N}*]/gu, '').split('*');
  const end = parts.pop() ?? '';
  // Each part is found once, where it first occurs: a lookahead with a reference to it is not entered again.
  const between = parts.map((part, i) => `(?=(.*?${part}))\\${String(i + 1)}`).join('');
  const test = new RegExp(`^${begin}${between}.*${end}$`, 'u');
  return (word) => test.test(word);
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

/**
 * Returns the known word that an unknown word most likely means: one edit away, or two edits in long words. Of several nearest
 * words, the most frequent one is returned.
 * @param frequencyOf returns the number of documents that have a word; 0 for a word that only older versions or deleted documents
 * have.
 */
function correctionOf(
  word: string,
  vocabulary: readonly string[],
  frequencyOf: (known: string) => number,
): Correction | undefined {
  if (word.length < SHORTEST || !/^\p{L}+$/u.test(word)) return undefined;
  const most = word.length >= TWO_EDITS_FROM ? 2 : 1;
  const [best] = vocabulary
    .filter((known) => Math.abs(known.length - word.length) <= most && known[0] === word[0])
    .map((known) => ({ to: known, distance: editDistance(word, known) }))
    .filter(({ distance }) => distance <= most)
    .map((near) => ({ ...near, frequency: frequencyOf(near.to) }))
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => a.distance - b.distance || b.frequency - a.frequency || (a.to < b.to ? -1 : 1));
  return best && { from: word, to: best.to };
}

/** Replaces a whole word, ignoring case. */
function replaced(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${from}(?![\\p{L}\\p{N}])`, 'giu'), to);
}

/** Finds words of a query that documents write in one word or in two: *antivirus* and *anti-virus*, *handoff* and *hand off*. */
function writtenOtherwise({ tokens, compounds }: SplitText, source: PostingSource): Alternatives {
  const found = new Map<string, { terms: [TermClass, string][]; stems: string[] }>();
  const add = (stem: string, termClass: TermClass, other: string) => {
    if (source.postings(termClass, other).documents.length === 0) return;
    const known = found.get(stem) ?? { terms: [['s', stem]], stems: [stem] };
    known.terms.push([termClass, other]);
    if (other !== stem) known.stems.push(other);
    found.set(stem, known);
  };
  for (const stem of new Set(tokens.flatMap(({ stop, stem }) => (stop ? [] : stem)))) {
    add(stem, 'c', stem);
    for (const compound of compounds) {
      const parts = tokens.filter(({ start, end }) => start >= compound.start && end <= compound.end);
      if (parts.length > 1 && parts.some((part) => !part.stop && part.stem === stem))
        add(stem, 's', compound.stem);
    }
  }
  return found;
}

/** Returns an index in which each word of `alternatives` occurs wherever one of its terms does. */
export function withAlternatives(source: PostingSource, alternatives: Alternatives): PostingSource {
  if (alternatives.size === 0) return source;
  const united = new Map<string, Postings>();
  return {
    ...source,
    postings(termClass, word) {
      const alternative = termClass === 's' ? alternatives.get(word) : undefined;
      if (alternative === undefined) return source.postings(termClass, word);
      let postings = united.get(word);
      if (postings === undefined) {
        const places = alternative.terms.map((term) => source.postings(...term).places);
        united.set(word, (postings = source.at(unitedPlaces(places))));
      }
      return postings;
    },
  };
}
