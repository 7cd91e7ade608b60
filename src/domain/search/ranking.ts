import { termCountsIn, type Postings, type PostingSource, rowPlaces, unitedPlaces } from './postings.js';
import type { RankSettings } from './rankSettings.js';
import type { RelatedWord, RelatedWords } from './related/relatedWords.js';
import { FIELD_COUNT, LEAD, OWN_FIELDS, SEARCH_FIELDS, TITLE } from './searchedTexts.js';
import type { SplitText, Token } from './wordSplitter.js';

/** The input of ranking. */
export interface RankContext {
  readonly source: PostingSource;
  readonly related: RelatedWords;
  readonly settings: RankSettings;
  /**
   * Returns the position of a document among documents with equal scores; by default its number, which depends on the order of
   * indexing.
   */
  readonly placeOf?: (document: number) => number;
  /** The similarity in meaning of each document to the query, in standard deviations above the mean; absent without vectors. */
  readonly likeness?: Float64Array;
  readonly stem: (word: string) => string;
  /** The stems of corrected words, which replaced unknown words of the query. */
  readonly guessed?: ReadonlySet<string>;
  /** Returns the stems of a document with their counts, weighted by search field. Called only for the best documents. */
  readonly stemsOf: (document: number) => ReadonlyMap<string, number>;
}

/** The parts of a document's score; their sum is the score. */
export interface Shares {
  readonly words: number;
  readonly related: number;
  readonly topic: number;
  /** The part for similar meaning, computed with learned vectors. */
  readonly likeness: number;
}

export interface Ranking {
  /** All documents with a score, best first. */
  readonly documents: readonly number[];
  scoreOf(document: number): number;
  sharesOf(document: number): Shares;
  /** Returns the share of the query, by weight of its words, that a document covers with its words or related words. */
  coverageOf(document: number): number;
  /** False if the overlap of a document with the query is no better than chance. */
  isAnswer(document: number): boolean;
  readonly concepts: readonly Concept[];
  /** The factor for the scores of related words; it is below 1 in long queries. */
  readonly gate: number;
}

/** A word of the query, or a phrase that is in the table of related words, with its own scores and those of related words. */
export interface Concept {
  /** The words as written in the query. */
  readonly text: string;
  readonly stems: readonly string[];
  /** The highest inverse document frequency of the concept's words; 0 for a phrase, whose words are concepts of their own. */
  readonly weight: number;
  /** The score of each document for the words themselves. */
  readonly own: Float64Array;
  /**
   * The amount by which the score of the best related word in each document exceeds `own`, before it is reduced for long queries.
   */
  readonly surplus: Float64Array;
  /** Returns the related word from which `surplus` comes in a document. */
  readonly nearOf: (document: number) => NearWord | undefined;
}

/**
 * A related word. `says` is its significance compared with the query's word, from 0 to 1; it is low for a word in most documents.
 */
export interface NearWord {
  readonly word: RelatedWord;
  readonly says: number;
}

// A local copy, because loops would otherwise look it up in another module each time.
const FIELDS = FIELD_COUNT;
const LONGEST_PHRASE = 4;
/** The least share of the query that a document must cover; a document that covers less is about another topic. */
const LEAST_COVERAGE = 0.2;
/** How many of a document's most frequent stems are looked up in the index for each stem that is used for its topic. */
const LOOKED_UP = 2;
/**
 * The number of words from which a text counts as long. In a longer text, a word must occur more often, in proportion to the
 * length, for the text to be about that word.
 */
const LONG_TEXT = 300;
/** The factor for words in the title or in tags. */
const TITLED = 1.3;
/** The factor for corrected words; it is below 1, because the user may have meant the word as typed. */
const GUESSED = 0.6;
/** The least sum of the evidence (see `#evidence`) for the two best-matching words, for queries of one, two, and more words. */
const ENOUGH = [0.5, 0.8, 1] as const;

/** Ranks all documents for a query. */
export function rankDocuments(query: SplitText, context: RankContext): Ranking {
  return new Ranker(context).rank(query);
}

/** Returns the inverse document frequency of a term, as in BM25. */
export function inverseFrequency(documentCount: number, frequency: number): number {
  return Math.log(1 + (documentCount - frequency + 0.5) / (frequency + 0.5));
}

/**
 * Counts the documents that have a term in their own text. Documents that have it only in field values or other files count only
 * if no document has it in its own text, because they would make a term seem common.
 */
export function documentFrequencyOf({ documents, counts }: Postings): number {
  return documentsWith(counts, OWN) || documents.length;
}

const OWN = SEARCH_FIELDS.slice(0, OWN_FIELDS).map((_, field) => field);
const LEADING = [TITLE, LEAD];

/** Counts the documents that have a term in one of these search fields. */
function documentsWith(counts: readonly number[], fields: readonly number[]): number {
  let found = 0;
  for (let at = 0; at < counts.length; at += FIELDS) {
    for (const field of fields) {
      if ((counts[at + field] as number) === 0) continue;
      found++;
      break;
    }
  }
  return found;
}

/**
 * Returns at most `count` documents with the highest scores above 0, best first. Documents with equal scores are in the order of
 * `placeOf`.
 */
export function topDocuments(
  scores: Float64Array,
  count: number,
  placeOf: (document: number) => number = (document) => document,
): readonly number[] {
  const top: number[] = [];
  const isBetter = (document: number, other: number) => {
    const more = (scores[document] as number) - (scores[other] as number);
    return more > 0 || (more === 0 && placeOf(document) < placeOf(other));
  };
  /** The score of the last document in the list, once the list is full. */
  let least = 0;
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] as number;
    if (score <= 0 || score < least) continue;
    let at = top.length;
    while (at > 0 && isBetter(document, top[at - 1] as number)) at--;
    if (at < count) top.splice(at, 0, document);
    if (top.length > count) top.pop();
    if (top.length === count) least = scores[top[count - 1] as number] ?? 0;
  }
  return top;
}

/** Ranks documents for one query. Scores are arrays with one number for each document. */
class Ranker {
  readonly #context: RankContext;
  readonly #source: PostingSource;
  readonly #settings: RankSettings;
  readonly #phrases = new Map<string, Postings>();

  constructor(context: RankContext) {
    this.#context = context;
    this.#source = context.source;
    this.#settings = context.settings;
  }

  rank(query: SplitText): Ranking {
    const { topicFrom, topic: topicWeight, relatedLength } = this.#settings;
    const { placeOf = (document: number) => document } = this.#context;
    const concepts = this.#conceptsOf(query);
    const known = concepts.filter(({ weight }) => weight > 0).length;
    // In a query with many words, each related word counts less.
    const gate = Math.min(1, relatedLength / Math.max(1, known));
    const words = this.#exactForms(query);
    const related = this.#scores();
    for (const { own, surplus } of concepts) {
      add(words, own, 1);
      add(related, surplus, gate);
    }
    const final = words.slice();
    add(final, related, 1);
    const topic = this.#scores();
    if (known >= topicFrom && topicWeight > 0) this.#addTopics(topic, final);
    add(final, topic, 1);
    const likeness = this.#likenessShares(final);
    add(final, likeness, 1);
    const documents = [...final.keys()].filter((document) => (final[document] as number) > 0);
    return {
      documents: documents.sort(
        (a, b) => (final[b] as number) - (final[a] as number) || placeOf(a) - placeOf(b),
      ),
      scoreOf: (document) => final[document] ?? 0,
      sharesOf: (document) => ({
        words: words[document] ?? 0,
        related: related[document] ?? 0,
        topic: topic[document] ?? 0,
        likeness: likeness[document] ?? 0,
      }),
      coverageOf: (document) => this.#coverage(concepts, document),
      isAnswer: (document) =>
        this.#coverage(concepts, document) >= LEAST_COVERAGE && this.#isAnswer(concepts, document),
      concepts,
      gate,
    };
  }

  #scores(): Float64Array {
    return new Float64Array(this.#source.lengths.length);
  }

  /**
   * Adds the scores of a term to `totals`: the BM25 score of its weighted counts in all search fields, and a BM25 score of its
   * counts in title and lead alone, where terms are rarer.
   */
  #addTerm(totals: Float64Array, postings: Postings, factor: number): void {
    const { documents, counts } = postings;
    const { documentCount, lengths, averageLength, leads, averageLead } = this.#source;
    const weight = factor * inverseFrequency(documentCount, documentFrequencyOf(postings));
    const leadWeight =
      factor * this.#settings.lead * inverseFrequency(documentCount, documentsWith(counts, LEADING));
    const [title, tags, headings, lead, body, files, values, attached] = this.#settings.fields;
    for (let i = 0, at = 0; i < documents.length; i++, at += FIELDS) {
      const leading = title * (counts[at] as number) + lead * (counts[at + 3] as number);
      const frequency =
        leading +
        tags * (counts[at + 1] as number) +
        headings * (counts[at + 2] as number) +
        body * (counts[at + 4] as number) +
        files * (counts[at + 5] as number) +
        values * (counts[at + 6] as number) +
        // In other text files, such as code, a term counts once, because code repeats its words.
        ((counts[at + 7] as number) > 0 ? attached : 0);
      const document = documents[i] as number;
      let score = weight * this.#saturated(frequency, (lengths[document] as number) / (averageLength || 1));
      if (leading > 0)
        score += leadWeight * this.#saturated(leading, (leads[document] as number) / (averageLead || 1));
      (totals[document] as number) += score;
    }
  }

  /**
   * Returns the term frequency part of BM25.
   * @param length the length of the text, relative to the average length.
   */
  #saturated(frequency: number, length: number): number {
    const { k1, b } = this.#settings;
    return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * length));
  }

  #scoresOf(postings: Postings): Float64Array {
    const scores = this.#scores();
    this.#addTerm(scores, postings, 1);
    return scores;
  }

  /** Returns scores for words in the same form as in the query, and for words that are adjacent as in the query. */
  #exactForms({ tokens }: SplitText): Float64Array {
    const scores = this.#scores();
    const { surface, adjacent } = this.#settings;
    const meaningful = tokens.filter(({ stop }) => !stop);
    meaningful.forEach((token, i) => {
      this.#addTerm(scores, this.#source.postings('f', token.surface), surface);
      const before = meaningful[i - 1];
      if (before !== undefined) this.#addTerm(scores, this.#inARow([before.stem, token.stem]), adjacent);
    });
    return scores;
  }

  /** Returns the postings of stems in sequence. */
  #inARow(stems: readonly string[]): Postings {
    const source = this.#source;
    if (stems.length < 2) return source.postings('s', stems[0] ?? '');
    const row = stems.map((stem, i) => [stem, i] as const);
    return source.at(rowPlaces(row, source));
  }

  /** Returns the postings of a phrase: its stems in sequence, or written as one word. */
  #phrase(stems: string): Postings {
    let postings = this.#phrases.get(stems);
    if (postings === undefined) {
      const words = stems.split(' ');
      const row = this.#inARow(words);
      const joined = words.length > 1 ? this.#source.postings('c', this.#context.stem(words.join(''))) : row;
      postings = joined === row ? row : this.#source.at(unitedPlaces([row.places, joined.places]));
      this.#phrases.set(stems, postings);
    }
    return postings;
  }

  /** Returns the concepts of a query: every word that is not a stop word, and also every phrase in the table of related words. */
  #conceptsOf({ tokens }: SplitText): readonly Concept[] {
    const inPhrase = new Set<number>();
    const phrases: Concept[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const phrase = this.#longestPhrase(tokens, at);
      if (phrase === undefined) continue;
      for (let i = at; i < at + phrase.length; i++) inPhrase.add(i);
      // The phrase adds only the scores of its related words, because its words are scored by themselves.
      phrases.push({ ...this.#concept(phrase), own: this.#scores(), weight: 0 });
    }
    // Concepts are cached by stem, because a pasted text repeats most of its words.
    const known = new Map<string, Concept>();
    const words = tokens.flatMap((token, i) => {
      if (token.stop) return [];
      const concept = known.get(token.stem) ?? this.#concept([token]);
      known.set(token.stem, concept);
      return inPhrase.has(i) ? { ...concept, surplus: this.#scores(), nearOf: () => undefined } : concept;
    });
    return [...phrases, ...words];
  }

  #longestPhrase(tokens: readonly Token[], at: number): readonly Token[] | undefined {
    for (let length = Math.min(LONGEST_PHRASE, tokens.length - at); length >= 2; length--) {
      const phrase = tokens.slice(at, at + length);
      if (this.#context.related.has(phrase.map(({ stem }) => stem).join(' '))) return phrase;
    }
    return undefined;
  }

  #concept(words: readonly Token[]): Concept {
    const own = this.#scores();
    const weights: number[] = [];
    for (const { stem, stop } of words) {
      if (stop) continue;
      const postings = this.#source.postings('s', stem);
      this.#addTerm(own, postings, 1);
      // A word that occurs in no document has the weight of a word that occurs in one document.
      weights.push(inverseFrequency(this.#source.documentCount, Math.max(1, documentFrequencyOf(postings))));
    }
    const stems = words.map(({ stem }) => stem);
    const weight = weights.reduce((most, one) => Math.max(most, one), 0);
    const text = words.map(({ surface }) => surface).join(' ');
    return { text, stems, weight, own, ...this.#surplus(stems.join(' '), own, weight) };
  }

  #surplus(stems: string, own: Float64Array, weight: number): Pick<Concept, 'surplus' | 'nearOf'> {
    const surplus = this.#scores();
    const words: NearWord[] = [];
    const best = new Uint16Array(surplus.length);
    for (const word of this.#context.related.of(stems)) {
      const postings = this.#phrase(word.stems);
      if (postings.documents.length === 0) continue;
      // A related word has at most the weight of the query's word, even if it is rarer.
      const information = inverseFrequency(this.#source.documentCount, postings.documents.length);
      const factor = this.#settings.related * Math.min(1, weight / information);
      words.push({ word, says: weight === 0 ? 0 : Math.min(1, information / weight) });
      const scores = this.#scoresOf(postings);
      for (const document of postings.documents) {
        const gain = factor * (scores[document] as number) - (own[document] as number);
        if (gain <= (surplus[document] as number)) continue;
        surplus[document] = gain;
        best[document] = words.length - 1;
      }
    }
    const nearOf = (document: number) =>
      (surplus[document] ?? 0) > 0 ? words[best[document] as number] : undefined;
    return { surplus, nearOf };
  }

  /**
   * Gives each of the best documents a score from the documents with the most similar topics. Documents on one topic match the
   * same queries, so a document without similar ones is probably a false match.
   */
  #addTopics(topic: Float64Array, scores: Float64Array): void {
    const { topicDocuments, topicNeighbours, topic: weight } = this.#settings;
    const { placeOf } = this.#context;
    for (const document of topDocuments(scores, topicDocuments, placeOf)) {
      const nearness = this.#nearnessTo(document);
      let [sum, mass] = [0, 0];
      for (const near of topDocuments(nearness, topicNeighbours, placeOf)) {
        sum += (nearness[near] as number) * (scores[near] as number);
        mass += nearness[near] as number;
      }
      if (sum > 0) topic[document] = (weight * sum) / mass;
    }
  }

  /** Returns the similarity of all documents to one document, computed by searching for its distinctive words. */
  #nearnessTo(document: number): Float64Array {
    const { documentCount } = this.#source;
    const { topicTerms } = this.#settings;
    const chosen = [...this.#context.stemsOf(document)]
      .filter(([stem]) => isDistinctive(stem))
      .sort((a, b) => b[1] - a[1])
      .slice(0, LOOKED_UP * topicTerms)
      .flatMap(([stem, count]) => {
        const postings = this.#source.postings('s', stem);
        const frequency = documentFrequencyOf(postings);
        if (frequency < 2 || frequency > documentCount / 2) return [];
        return { postings, weight: Math.log(1 + count) * inverseFrequency(documentCount, frequency) };
      })
      .sort((a, b) => b.weight - a.weight);
    const nearness = this.#scores();
    for (const { postings, weight } of chosen.slice(0, topicTerms)) this.#addTerm(nearness, postings, weight);
    nearness[document] = 0;
    return nearness;
  }

  /**
   * Returns the part of each document's score for similar meaning. A document without words of the query gets such a part only if
   * the document is very similar.
   */
  #likenessShares(scores: Float64Array): Float64Array {
    const { likeness, placeOf } = this.#context;
    const settings = this.#settings;
    const shares = this.#scores();
    if (likeness === undefined) return shares;
    const best = topDocuments(scores, settings.agreeing, placeOf);
    const agreement = best.reduce((sum, document) => sum + (likeness[document] ?? 0), 0) / (best.length || 1);
    const trust = best.length === 0 ? 1 : Math.min(1, agreement / settings.agreement);
    const highest = scores[best[0] ?? -1] ?? 1;
    for (let i = 0; i < shares.length; i++) {
      const [score, value] = [scores[i] as number, likeness[i] as number];
      const isSimilar = value >= settings.similarFrom;
      if (score <= 0 && !isSimilar) continue;
      const share = settings.likeness * highest + settings.likenessOwn * score;
      shares[i] = trust * value * (isSimilar ? Math.max(share, settings.similar * highest) : share);
    }
    return shares;
  }

  #coverage(concepts: readonly Concept[], document: number): number {
    const { related } = this.#settings;
    const phrases = concepts.filter(({ weight, nearOf }) => weight === 0 && nearOf(document) !== undefined);
    const throughPhrase = new Set(phrases.flatMap(({ stems }) => stems));
    let [mass, covered] = [0, 0];
    for (const { weight, own, nearOf, stems } of concepts) {
      mass += weight;
      const near = nearOf(document);
      if ((own[document] as number) > 0) covered += weight;
      else if (near !== undefined) covered += weight * near.says * related;
      else if (throughPhrase.has(stems[0] ?? '')) covered += weight * related;
    }
    return mass === 0 ? 0 : covered / mass;
  }

  /**
   * True if a document matches the query better than by chance, judged by its two best-matching words. A word that occurs once in
   * a long text, or is only loosely related, is not enough.
   */
  #isAnswer(concepts: readonly Concept[], document: number): boolean {
    const phrases = new Map<string, number>();
    const words: number[] = [];
    for (const concept of concepts) {
      const evidence = this.#evidence(concept, document);
      const { stems, weight } = concept;
      if (weight > 0)
        words.push(stems.reduce((most, stem) => Math.max(most, phrases.get(stem) ?? 0), evidence));
      else for (const stem of stems) phrases.set(stem, Math.max(evidence, phrases.get(stem) ?? 0));
    }
    const [first = 0, second = 0] = words.sort((a, b) => b - a);
    return first + second >= (ENOUGH[words.length - 1] ?? ENOUGH[2]);
  }

  #evidence({ stems, own, nearOf }: Concept, document: number): number {
    const certainty = stems.some((stem) => this.#context.guessed?.has(stem)) ? GUESSED : 1;
    const direct = (own[document] as number) > 0 ? this.#clarity(stems, document) : 0;
    const near = nearOf(document);
    if (near === undefined) return certainty * direct;
    const through = this.#clarity(near.word.stems.split(' '), document);
    return certainty * Math.max(direct, this.#settings.related * near.says * through);
  }

  /**
   * Returns how clearly a document is about words: from 0 to 1, or more for a word in the title. For several words, the lowest
   * value is returned.
   */
  #clarity(stems: readonly string[], document: number): number {
    const length = (this.#source.lengths[document] as number) / LONG_TEXT;
    const clarities = stems.flatMap((stem) => {
      const postings = this.#source.postings('s', stem);
      // A stop word in a phrase is ignored, because stop words are not indexed.
      if (postings.documents.length === 0) return [];
      const counts = termCountsIn(postings, document);
      if (counts === undefined) return [0];
      const [title = 0, tags = 0, headings = 0, lead = 0, body = 0, files = 0, values = 0, attached = 0] =
        counts;
      // A word in a field value counts in full, whatever the length of the text, because the value was set on purpose.
      if (values > 0) return [1];
      const titled = title + tags;
      const times = 2 * titled + headings + lead + body + files + Math.min(1, attached);
      return [(times / (times + length)) * (titled > 0 ? TITLED : 1)];
    });
    return clarities.length === 0 ? 0 : clarities.reduce((least, one) => Math.min(least, one));
  }
}

/** Adds the scores of all documents, multiplied by `factor`, to `totals`. */
function add(totals: Float64Array, scores: Float64Array, factor: number): void {
  for (let i = 0; i < totals.length; i++) (totals[i] as number) += factor * (scores[i] as number);
}

/** False for numbers and for stems of one or two letters, which occur in texts on any topic. */
function isDistinctive(stem: string): boolean {
  return !/^\p{N}+$/u.test(stem) && !/^[a-z0-9]{1,2}$/.test(stem);
}
