import { editDistance } from '../naming/nearestWords.js';
import { type Postings, type PostingSource, rowPlaces, type TermClass, unitedPlaces } from './postings.js';
import { rankDocuments, type RankContext, type Ranking } from './ranking.js';
import type { RelatedWords } from './related/relatedWords.js';
import type { SearchQuery } from './searchQuery.js';
import { foldWord, type SplitText, type WordSplitter } from './wordSplitter.js';

/** A word of the query that occurs in no document (`from`), and its replacement (`to`). */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/**
 * The terms of the index that count as a word of the query (other spellings, matches of a pattern), with their stems. The key is
 * the stem of the query's word, or the pattern (`auth*`).
 */
type Alternatives = ReadonlyMap<
  string,
  { readonly terms: readonly (readonly [TermClass, string])[]; readonly stems: readonly string[] }
>;

/** A query with corrected words, ready for ranking. */
interface PreparedQuery {
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

interface PreparationContext {
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
 * Prepares a query: replaces unknown words, which are in no document and not in the table of related words, by similar known
 * words, and looks up patterns and other spellings.
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
      const words = [...new Set(vocabulary())].filter(wildcardTest(foldWord(pattern)));
      const stems = [...new Set(words.map((word) => splitter.stem(word)))];
      return [pattern, { terms: words.map((word) => ['f', word] as const), stems }] as const;
    }),
  );
}

/** Returns a function that is true for words of documents that match a query word with asterisks, such as `auth*`. */
export function wildcardTest(pattern: string): (word: string) => boolean {
  const [begin = '', ...parts] = pattern.replace(/[^\p{L}\p{N}*]/gu, '').split('*');
  const end = parts.pop() ?? '';
  // Each part matches only at its first occurrence, because a lookahead with a back-reference does not backtrack.
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
 * Returns the known word that an unknown word most likely means: one edit away, or two edits for long words. If several words are
 * equally near, the most frequent one is returned.
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

/** Finds the query's words that documents write in one word instead of two, or the reverse: *anti-virus*, *hand off*. */
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
function withAlternatives(source: PostingSource, alternatives: Alternatives): PostingSource {
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

interface FindContext extends RankContext {
  readonly splitter: WordSplitter;
  /** Returns false for documents that filters exclude; absent if there are no filters. */
  readonly accepts?: (document: number) => boolean;
}

export interface Found {
  /** The documents that have all required words, pass the filters and have a sufficient score, best first. */
  readonly documents: readonly number[];
  /** The documents that were left out only because of the filters (`accepts`), best first. */
  readonly filteredOut: readonly number[];
  /** Returns false for documents that do not have all required words, or that filters exclude. */
  readonly allows: (document: number) => boolean;
  readonly ranking: Ranking;
  /** The documents that contain the query, if it is a file path; they are found whatever their score. */
  readonly naming: ReadonlySet<number>;
  readonly corrections: readonly Correction[];
  readonly alternatives: Alternatives;
}

/** A word of the query, with the stems of that word or of a related word that a document contains. */
export interface MatchedTerm {
  /** The word as written in the query. */
  readonly word: string;
  readonly kind: 'direct' | 'related';
  /** The matching stems of the document, separated by one space in a phrase. */
  readonly stems: string;
  /** The part of the document's score that comes from the word. */
  readonly score: number;
  /** The group of related words to which the word belongs. */
  readonly group?: string;
}

/** The least share of the best score for a found document; documents below it match only a common word of the query. */
const LEAST_SHARE = 0.2;
/** The least number of documents for which standard deviations of similarity are meaningful. */
const MANY = 30;
/** Thresholds of `duplicateSpecs` for documents with the words of the new title, and stricter ones (`WITHOUT`) for the others. */
const WITH_WORDS = { cosine: 0.65, deviations: 2.8, coverage: 0.8, share: 3 } as const;
const WITHOUT = { cosine: 0.8, deviations: 4 } as const;

/** Ranks the documents for a query, and applies its required words and filters. */
export function findDocuments(
  { query, text, corrections, guessed, alternatives }: PreparedQuery,
  context: FindContext,
): Found {
  const { splitter, accepts } = context;
  const source = withAlternatives(context.source, alternatives);
  const ranking = rankDocuments(text, { ...context, source, guessed });
  const insists = requiredWords(query, alternatives, splitter, source);
  const naming = new Set(query.path === undefined ? [] : documentsNaming(query.path, splitter, source));
  const allows = (document: number) => insists(document) && accepts?.(document) !== false;
  // Scores are compared without their topic part, which only the best documents have; with it, all others would seem too weak.
  const ownScore = (document: number) => ranking.scoreOf(document) - ranking.sharesOf(document).topic;
  const documents: number[] = [];
  const filteredOut: number[] = [];
  let least = 0;
  for (const document of ranking.documents) {
    if (ownScore(document) < least || !insists(document)) continue;
    if (naming.size > 0 && !naming.has(document)) continue;
    if (accepts?.(document) === false) {
      filteredOut.push(document);
      continue;
    }
    if (documents.length === 0 && naming.size === 0) least = LEAST_SHARE * ownScore(document);
    documents.push(document);
  }
  return { documents, filteredOut, allows, ranking, naming, corrections, alternatives };
}

/** Returns the words for which a document was found: words of the query and related words, highest score first. */
export function matchedTermsOf(document: number, { ranking, alternatives }: Found): readonly MatchedTerm[] {
  const terms: MatchedTerm[] = [];
  for (const { text: word, stems, own, surplus, nearOf } of ranking.concepts) {
    const all = stems.flatMap((stem) => alternatives.get(stem)?.stems ?? stem).join(' ');
    const score = own[document] ?? 0;
    if (score > 0) terms.push({ word, kind: 'direct', stems: all, score });
    const near = nearOf(document)?.word;
    if (near !== undefined)
      terms.push({
        word,
        kind: 'related',
        stems: near.stems,
        score: ranking.gate * (surplus[document] ?? 0),
        group: near.group,
      });
  }
  return terms.sort((a, b) => b.score - a.score);
}

/**
 * Returns documents that a new text with this title may duplicate, best first: documents with nearly all words of the title and a
 * similar meaning, or without these words but with a very similar meaning. The thresholds were chosen with the titles of 305
 * specs; they are strict, because each match asks the user a question.
 */
export function duplicateSpecs(
  { documents, ranking }: Found,
  cosines: Float64Array,
  deviations: Float64Array,
  count: number,
): readonly number[] {
  const mass = ranking.concepts.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return documents.filter((document) => {
    const cosine = cosines[document] ?? 0;
    const isFar = (least: number) => count < MANY || (deviations[document] ?? 0) >= least;
    if (cosine >= WITHOUT.cosine && isFar(WITHOUT.deviations)) return true;
    return (
      cosine >= WITH_WORDS.cosine &&
      isFar(WITH_WORDS.deviations) &&
      ranking.isAnswer(document) &&
      ranking.coverageOf(document) >= WITH_WORDS.coverage &&
      ranking.scoreOf(document) / mass >= WITH_WORDS.share
    );
  });
}

/**
 * Returns a function that is true for documents that have all phrases and required words of the query and none of its excluded
 * words.
 */
function requiredWords(
  { phrases, required, excluded }: SearchQuery,
  alternatives: Alternatives,
  splitter: WordSplitter,
  source: PostingSource,
): (document: number) => boolean {
  const setsOf = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      if (alternatives.has(text)) return new Set(source.postings('s', text).documents);
      // Stop words are not indexed, so they do not count in the distance between the other words.
      const words = splitter.split(text).tokens.filter(({ stop }) => !stop);
      const row = words.map(({ stem }, i) => [stem, i] as const);
      return row.length === 0 ? [] : new Set(source.at(rowPlaces(row, source)).documents);
    });
  const wanted = setsOf([...phrases, ...required]);
  const unwanted = setsOf(excluded);
  return (document) =>
    wanted.every((documents) => documents.has(document)) &&
    !unwanted.some((documents) => documents.has(document));
}

/**
 * Returns the documents that contain the path of a file, ascending. If no document contains the whole path, the longest end of
 * the path that any document contains is used, if it has at least two words.
 */
function documentsNaming(path: string, splitter: WordSplitter, source: PostingSource): readonly number[] {
  for (let rest = path; rest !== ''; rest = rest.replace(/^[^/]*\/?/, '')) {
    const row: (readonly [string, number])[] = [];
    splitter.visit(rest, {
      word: ({ stem, stop }, position) => {
        if (!stop) row.push([stem, position]);
      },
    });
    const documents = row.length < 2 ? [] : source.at(rowPlaces(row, source)).documents;
    if (documents.length > 0) return documents;
  }
  return [];
}
