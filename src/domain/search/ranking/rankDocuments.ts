import { adjacentPostings } from '../postings/adjacentPostings.js';
import type { SplitText } from '../wordSplitter.js';
import { TermLookup, conceptsOf, type Concept } from './queryConcepts.js';
import { isAnswer } from './isAnswer.js';
import type { RankContext } from './rankContext.js';
import type { RankSettings } from './rankSettings.js';
import { topDocuments } from './topDocuments.js';
import { topicScores } from './topicScores.js';

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
  /** Returns the share of the query, by weight of its words, that a document covers with these words or related words. */
  coverageOf(document: number): number;
  /** Returns false if a document matches the query no better than by chance. */
  isAnswer(document: number): boolean;
  readonly concepts: readonly Concept[];
  /** The factor for the scores of related words; it is below 1 in long queries. */
  readonly gate: number;
}

/** The least share of the query that a document must cover; a document that covers less is about another topic. */
const LEAST_COVERAGE = 0.2;

/** Ranks all documents for a query. */
export function rank(query: SplitText, context: RankContext): Ranking {
  const { source, settings, placeOf = (document: number) => document } = context;
  const lookup = new TermLookup(source, settings);
  const concepts = conceptsOf(query, { ...context, lookup });
  const words = new Float64Array(source.capacity);
  for (const { own } of concepts) own.addTo(words, 1);
  addExactForms(words, query, context, lookup);

  const known = concepts.filter(({ weight }) => weight > 0).length;
  // In a query with many words, each related word counts less.
  const gate = Math.min(1, settings.relatedLength / Math.max(1, known));
  const related = new Float64Array(source.capacity);
  for (const { surplus } of concepts) surplus.scores.addTo(related, gate);
  const own = summed(words, related);
  const topic = new Float64Array(source.capacity);
  if (known >= settings.topicFrom && settings.topic > 0)
    for (const [document, score] of topicScores(own, context)) topic[document] = settings.topic * score;
  const withTopic = summed(own, topic);
  const likeness = likenessShares(withTopic, context);
  const final = summed(withTopic, likeness);

  const documents: number[] = [];
  for (let document = 0; document < final.length; document++)
    if ((final[document] as number) > 0) documents.push(document);
  documents.sort((a, b) => (final[b] as number) - (final[a] as number) || placeOf(a) - placeOf(b));
  return {
    documents,
    scoreOf: (document) => final[document] ?? 0,
    sharesOf: (document) => ({
      words: words[document] ?? 0,
      related: related[document] ?? 0,
      topic: topic[document] ?? 0,
      likeness: likeness[document] ?? 0,
    }),
    coverageOf: (document) => coverage(concepts, document, settings),
    isAnswer: (document) =>
      coverage(concepts, document, settings) >= LEAST_COVERAGE && isAnswer(document, concepts, context),
    concepts,
    gate,
  };
}

/**
 * Returns the part of each document's score for similar meaning. A document without words of the query gets such a part only if
 * the document is very similar.
 */
function likenessShares(scores: Float64Array, { likeness, settings, placeOf }: RankContext): Float64Array {
  if (likeness === undefined) return new Float64Array(scores.length);
  const best = topDocuments(scores, settings.agreeing, placeOf);
  const agreement = best.reduce((sum, document) => sum + (likeness[document] ?? 0), 0) / (best.length || 1);
  const trust = best.length === 0 ? 1 : Math.min(1, agreement / settings.agreement);
  const highest = scores[best[0] ?? -1] ?? 1;
  const shares = new Float64Array(scores.length);
  for (let i = 0; i < scores.length; i++) {
    const [score, value] = [scores[i] as number, likeness[i] as number];
    const isSimilar = value >= settings.similarFrom;
    if (score <= 0 && !isSimilar) continue;
    const share = settings.likeness * highest + settings.likenessOwn * score;
    shares[i] = trust * value * (isSimilar ? Math.max(share, settings.similar * highest) : share);
  }
  return shares;
}

/** Adds scores for words in the same form as in the query, and for words that are adjacent as in the query. */
function addExactForms(
  words: Float64Array,
  query: SplitText,
  { source, settings }: RankContext,
  lookup: TermLookup,
): void {
  const meaningful = query.tokens.filter(({ stop }) => !stop);
  meaningful.forEach((token, i) => {
    lookup.score(source.postings('f', token.surface)).addTo(words, settings.surface);
    const before = meaningful[i - 1];
    if (before === undefined) return;
    const both = adjacentPostings(lookup.postings(before.stem), lookup.postings(token.stem));
    lookup.score(both).addTo(words, settings.adjacent);
  });
}

function coverage(concepts: readonly Concept[], document: number, settings: RankSettings): number {
  const phrases = concepts.filter(({ weight, surplus }) => weight === 0 && surplus.has(document));
  const throughPhrase = new Set(phrases.flatMap(({ stems }) => stems));
  let mass = 0;
  let covered = 0;
  for (const { weight, own, surplus, stems } of concepts) {
    mass += weight;
    const near = surplus.wordOf(document);
    if (own.has(document)) covered += weight;
    else if (near !== undefined) covered += weight * near.says * settings.related;
    else if (throughPhrase.has(stems[0] ?? '')) covered += weight * settings.related;
  }
  return mass === 0 ? 0 : covered / mass;
}

function summed(a: Float64Array, b: Float64Array): Float64Array {
  const sums = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) sums[i] = (a[i] as number) + (b[i] as number);
  return sums;
}
