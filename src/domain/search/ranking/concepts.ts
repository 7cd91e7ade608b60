import { largest } from '../../value/largest.js';
import { adjacentPostings } from '../postings/adjacency.js';
import { placeAmong, type PostingSource, type Postings } from '../postings/postings.js';
import type { RelatedWord, RelatedWords } from '../related/relatedWords.js';
import type { SplitText, Token } from '../text/wordSplitter.js';
import { frequencyOf, inverseFrequency, scoreTerm } from './bm25f.js';
import type { RankSettings } from './rankSettings.js';
import { NO_SCORES, TermScores, unitedScores } from './termScores.js';

/** A word of the query, or a phrase the table of related words knows, with what it scores by itself and through others. */
export interface Concept {
  /** As the query has it. */
  readonly text: string;
  readonly stems: readonly string[];
  /** How much it says: the highest inverse frequency among its words. */
  readonly weight: number;
  readonly own: TermScores;
  /** What the best related word scores above `own`, before the gate. */
  readonly surplus: Surplus;
}

/** A related word, and how much it says of what the word it stands for says, 0 to 1: one that stands everywhere says little. */
export interface NearWord {
  readonly word: RelatedWord;
  readonly says: number;
}

/** The best of the related words a document has. */
export class Surplus {
  readonly scores: TermScores;
  readonly #words: readonly NearWord[];
  readonly #best: Uint16Array;

  /** @param best of `words` each document's, in the order of `scores`. */
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

/** Looks terms and phrases up, each once. */
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

  /** Stems in a row, or written as one word. */
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

/** The concepts of a query: every meaningful word, and every known phrase over the words it is made of. */
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
    // The words score for themselves below; the phrase brings its related words only.
    concepts.push({ ...concept, own: NO_SCORES, weight: 0 });
  }
  // A pasted page has most of its words many times.
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
    // No word says more than one that stands in a single document.
    .map(({ stem }) => context.lookup.weightOf(Math.max(1, frequencyOf(context.lookup.postings(stem)))));
  const weight = largest(weights, 0);
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
    // A related word says no more than the word it stands for, however rare it is.
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
