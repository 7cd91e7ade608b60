import { adjacentPostings } from './postings/adjacency.js';
import type { TermScores } from './bm25f.js';
import { type Concept, conceptsOf, TermLookup } from './concepts.js';
import { isAnswer } from './evidence.js';
import type { RankContext } from './rankContext.js';
import type { RankSettings } from './rankSettings.js';
import type { SplitText } from './text/wordSplitter.js';
import { topDocuments } from './topDocuments.js';
import { topicScores } from './topicScores.js';

/** What a document's score is made of; the parts add up to it. */
export interface Shares {
  readonly words: number;
  readonly related: number;
  readonly topic: number;
  /** Of meaning, by learned vectors. */
  readonly likeness: number;
}

export interface Ranking {
  /** Best first; every document that scores at all. */
  readonly documents: readonly number[];
  scoreOf(document: number): number;
  sharesOf(document: number): Shares;
  /** Share of the query's weight that the document covers, by its own words or related ones. */
  coverageOf(document: number): number;
  /** False for what shares with the query no more than chance gives. */
  isAnswer(document: number): boolean;
  readonly concepts: readonly Concept[];
  /** The factor related words count with. */
  readonly gate: number;
}

/** Below this share of the query covered, a document is about something else. */
const LEAST_COVERAGE = 0.2;

/** Ranks all documents for a query. */
export function rank(query: SplitText, context: RankContext): Ranking {
  const { source, settings, placeOf = (document: number) => document } = context;
  const lookup = new TermLookup(source, settings);
  const concepts = conceptsOf(query, { ...context, lookup });
  const words = new Float64Array(source.capacity);
  for (const { own } of concepts) addTo(words, own, 1);
  addExactForms(words, query, context, lookup);

  const gate = gateOf(concepts, topDocuments(words, 1, placeOf)[0], settings);
  const related = new Float64Array(source.capacity);
  for (const { surplus } of concepts) {
    for (const [document, { score }] of surplus) related[document] = (related[document] ?? 0) + gate * score;
  }
  const own = words.map((score, i) => score + (related[i] ?? 0));
  const known = concepts.filter(({ weight }) => weight > 0).length;
  const topic = new Float64Array(source.capacity);
  if (known >= settings.topicFrom && settings.topic > 0)
    addTo(topic, topicScores(own, context), settings.topic);
  const likeness = likenessShares(
    own.map((score, i) => score + (topic[i] ?? 0)),
    context,
  );
  const final = own.map((score, i) => score + (topic[i] ?? 0) + (likeness[i] ?? 0));

  const documents = [...final.keys()]
    .filter((document) => (final[document] ?? 0) > 0)
    .sort((a, b) => (final[b] ?? 0) - (final[a] ?? 0) || placeOf(a) - placeOf(b));
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

/** What likeness in meaning adds to a document's score by words; a document that has none of them has to be very like. */
function likenessShares(scores: Float64Array, { likeness, settings, placeOf }: RankContext): Float64Array {
  if (likeness === undefined) return new Float64Array(scores.length);
  const best = topDocuments(scores, settings.agreeing, placeOf);
  const agreement = best.reduce((sum, document) => sum + (likeness[document] ?? 0), 0) / (best.length || 1);
  const trust = best.length === 0 ? 1 : Math.min(1, agreement / settings.agreement);
  const highest = scores[best[0] ?? -1] ?? 1;
  return scores.map((score, i) => {
    const value = likeness[i] ?? 0;
    const isSimilar = value >= settings.similarFrom;
    if (score <= 0 && !isSimilar) return 0;
    const share = settings.likeness * highest + settings.likenessOwn * score;
    return trust * value * (isSimilar ? Math.max(share, settings.similar * highest) : share);
  });
}

/** Words in the very form, words side by side. */
function addExactForms(
  words: Float64Array,
  query: SplitText,
  { source, settings }: RankContext,
  lookup: TermLookup,
): void {
  const meaningful = query.tokens.filter(({ stop }) => !stop);
  meaningful.forEach((token, i) => {
    addTo(words, lookup.score(source.postings('f', token.surface)), settings.surface);
    const before = meaningful[i - 1];
    if (before === undefined) return;
    const both = adjacentPostings(lookup.postings(before.stem), lookup.postings(token.stem));
    addTo(words, lookup.score(both), settings.adjacent);
  });
}

/** Related words count the more, the less of a short query the best document has by itself. */
function gateOf(concepts: readonly Concept[], best: number | undefined, settings: RankSettings): number {
  const own = concepts.filter(({ weight }) => weight > 0);
  const mass = own.reduce((sum, { weight }) => sum + weight, 0);
  const covered = own
    .filter((concept) => best !== undefined && concept.own.has(best))
    .reduce((sum, { weight }) => sum + weight, 0);
  const open = mass === 0 ? 1 : 1 - covered / mass;
  const gate = Math.max(settings.relatedFloor, Math.min(1, open / settings.relatedSpan));
  return gate * Math.min(1, settings.relatedLength / Math.max(1, own.length));
}

function coverage(concepts: readonly Concept[], document: number, settings: RankSettings): number {
  const phrases = concepts.filter(({ weight, surplus }) => weight === 0 && surplus.has(document));
  const throughPhrase = new Set(phrases.flatMap(({ stems }) => stems));
  let mass = 0;
  let covered = 0;
  for (const { weight, own, surplus, stems } of concepts) {
    mass += weight;
    const near = surplus.get(document);
    if (own.has(document)) covered += weight;
    else if (near !== undefined) covered += weight * near.says * settings[near.word.nearness];
    else if (throughPhrase.has(stems[0] ?? '')) covered += weight * settings.equivalent;
  }
  return mass === 0 ? 0 : covered / mass;
}

function addTo(total: Float64Array, scores: TermScores, factor: number): void {
  for (const [document, score] of scores) total[document] = (total[document] ?? 0) + factor * score;
}
