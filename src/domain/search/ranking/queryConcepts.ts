import { largestNumber } from '../../value/largestNumber.js';
import { adjacentPostings } from '../postings/adjacentPostings.js';
import { placeAmong, type PostingSource, type Postings } from '../postings/postings.js';
import type { RelatedWord, RelatedWords } from '../related/relatedWords.js';
import type { SplitText, Token } from '../wordSplitter.js';
import { frequencyOf, inverseFrequency, scoreTerm } from './bm25f.js';
import type { RankSettings } from './rankSettings.js';
import { NO_SCORES, TermScores, unitedScores } from './termScores.js';

/** A word of the query, or a phrase that is in the table of related words, with its own scores and those of related words. */
export interface Concept {
  /** The words as written in the query. */
  readonly text: string;
  readonly stems: readonly string[];
  /** The highest inverse document frequency of the concept's words. */
  readonly weight: number;
  readonly own: TermScores;
  /** The amount by which the score of the best related word exceeds `own`, before it is reduced for long queries. */
  readonly surplus: Surplus;
}

/**
 * A related word. `says` is its information relative to the word of the query, from 0 to 1; it is low for a word that is in most
 * documents.
 */
export interface NearWord {
  readonly word: RelatedWord;
  readonly says: number;
}

/** The best related word in each document. */
export class Surplus {
  readonly scores: TermScores;
  readonly #words: readonly NearWord[];
  readonly #best: Uint16Array;

  /** @param best for each document, in the order of `scores`, the index in `words` of the best related word. */
  constructor(scores: TermScores, words: readonly NearWord[], best: Uint16Array) {
    this.scores = scores;
    this.#words = words;
    this.#best = best;
  }

  has(document: number): boolean {
    return this.scores.has(document);
  }

  wordOf(document: number): NearWord | undefined {
    return this.#words[this.#best[placeAmong(this.scores.documents, document)] ?? -1];
  }
}

const NO_SURPLUS = new Surplus(NO_SCORES, [], new Uint16Array(0));

const LONGEST_PHRASE = 4;

/** Looks up the postings and scores of terms and phrases, and caches them. */
export class TermLookup {
  readonly #source: PostingSource;
  readonly #settings: RankSettings;
  readonly #stems = new Map<string, Postings>();
  readonly #phrases = new Map<string, TermScores>();

  constructor(source: PostingSource, settings: RankSettings) {
    this.#source = source;
    this.#settings = settings;
  }

  postings(stem: string): Postings {
    let postings = this.#stems.get(stem);
    if (postings === undefined) this.#stems.set(stem, (postings = this.#source.postings('s', stem)));
    return postings;
  }

  /** Returns the scores of a phrase: its stems in sequence, or written as one word. */
  phrase(stems: string, compound: (words: string) => string): TermScores {
    let scores = this.#phrases.get(stems);
    if (scores !== undefined) return scores;
    const words = stems.split(' ');
    const [first = ''] = words;
    if (words.length === 1) scores = this.score(this.postings(first));
    else {
      const chain = words
        .slice(1)
        .reduce<Postings>(
          (before, word) => adjacentPostings(before, this.postings(word)),
          this.postings(first),
        );
      const written = this.score(this.#source.postings('c', compound(words.join(''))));
      scores = unitedScores(this.score(chain), written, Math.max);
    }
    this.#phrases.set(stems, scores);
    return scores;
  }

  score(postings: Postings): TermScores {
    return scoreTerm(this.#source, postings, this.#settings);
  }

  get capacity(): number {
    return this.#source.capacity;
  }

  weightOf(frequency: number): number {
    return inverseFrequency(this.#source.documentCount, frequency);
  }
}

export interface ConceptContext {
  readonly lookup: TermLookup;
  readonly related: RelatedWords;
  readonly settings: RankSettings;
  readonly stem: (word: string) => string;
}

/** Returns the concepts of a query: every word that is not a stop word, and also every phrase in the table of related words. */
export function conceptsOf({ tokens }: SplitText, context: ConceptContext): readonly Concept[] {
  const inPhrase = new Set<number>();
  const concepts: Concept[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const phrase = longestPhrase(tokens, at, context.related);
    if (phrase === undefined) continue;
    for (let i = at; i < at + phrase.length; i++) inPhrase.add(i);
    const words = phrase.filter(({ stop }) => !stop);
    const own = words
      .map(({ stem }) => context.lookup.score(context.lookup.postings(stem)))
      .reduce((a, b) => unitedScores(a, b, sum), NO_SCORES);
    const concept = conceptFor(phrase, own, context);
    // The phrase adds only the scores of its related words, because its words are scored below.
    concepts.push({ ...concept, own: NO_SCORES, weight: 0 });
  }
  // Concepts are cached by stem, because a pasted text repeats most of its words.
  const known = new Map<string, Concept>();
  tokens.forEach((token, i) => {
    if (token.stop) return;
    let concept = known.get(token.stem);
    if (concept === undefined) {
      const own = context.lookup.score(context.lookup.postings(token.stem));
      known.set(token.stem, (concept = conceptFor([token], own, context)));
    }
    concepts.push(inPhrase.has(i) ? { ...concept, surplus: NO_SURPLUS } : concept);
  });
  return concepts;
}

function conceptFor(words: readonly Token[], own: TermScores, context: ConceptContext): Concept {
  const stems = words.map(({ stem }) => stem);
  const weights = words
    .filter(({ stop }) => !stop)
    // A word that occurs in no document has the weight of a word that occurs in one document.
    .map(({ stem }) => context.lookup.weightOf(Math.max(1, frequencyOf(context.lookup.postings(stem)))));
  const weight = largestNumber(weights, 0);
  return {
    text: words.map(({ surface }) => surface).join(' '),
    stems,
    weight,
    own,
    surplus: surplusOf(stems.join(' '), own, weight, context),
  };
}

function surplusOf(
  stems: string,
  own: TermScores,
  weight: number,
  { lookup, related, settings, stem }: ConceptContext,
): Surplus {
  const words: NearWord[] = [];
  const all = related.of(stems);
  if (all.length === 0) return NO_SURPLUS;
  const owns = new Float64Array(lookup.capacity);
  own.addTo(owns, 1);
  const gains = new Float64Array(lookup.capacity);
  const best = new Uint16Array(lookup.capacity);
  for (const word of all) {
    const scores = lookup.phrase(word.stems, stem);
    if (scores.size === 0) continue;
    // A related word weighs at most as much as the word of the query, however rare the related word is.
    const information = lookup.weightOf(scores.size);
    const factor = settings.related * Math.min(1, weight / information);
    const says = weight === 0 ? 0 : Math.min(1, information / weight);
    words.push({ word, says });
    const { documents, values } = scores;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i] as number;
      const gain = factor * (values[i] as number) - (owns[document] as number);
      if (gain <= (gains[document] as number)) continue;
      gains[document] = gain;
      best[document] = words.length - 1;
    }
  }
  const documents: number[] = [];
  for (let document = 0; document < gains.length; document++)
    if ((gains[document] as number) > 0) documents.push(document);
  const values = Float64Array.from(documents, (document) => gains[document] as number);
  return new Surplus(
    new TermScores(documents, values),
    words,
    Uint16Array.from(documents, (document) => best[document] as number),
  );
}

function longestPhrase(
  tokens: readonly Token[],
  at: number,
  related: RelatedWords,
): readonly Token[] | undefined {
  for (let length = Math.min(LONGEST_PHRASE, tokens.length - at); length >= 2; length--) {
    const phrase = tokens.slice(at, at + length);
    if (related.has(phrase.map(({ stem }) => stem).join(' '))) return phrase;
  }
  return undefined;
}

function sum(a: number, b: number): number {
  return a + b;
}
