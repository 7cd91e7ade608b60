import { type Analyser, type Token, tokensOf } from './analyser.js';
import { termScores } from './bm25.js';
import { type Collection, inverseFrequency } from './collection.js';
import { countTerms, TERM_CLASSES } from './documentTerms.js';
import { feedback } from './feedback.js';
import type { RelatedTerm, RelatedWords } from './relatedWords.js';

export interface RankOptions {
  readonly related?: RelatedWords;
  readonly feedback?: boolean;
}

/** What a document's score is made of; the parts add up to it. */
export interface Ranked {
  readonly document: number;
  readonly score: number;
  readonly parts: { readonly words: number; readonly related: number; readonly feedback: number };
}

export interface Ranking {
  readonly ranked: readonly Ranked[];
  /** Share of the query's weight that the best document's own words cover, 0 to 1. */
  readonly coverage: number;
  /** The same, related words counted at their worth. */
  readonly reach: number;
  /** Related words that were looked for, by the query word they stand for. */
  readonly expansions: ReadonlyMap<string, readonly RelatedTerm[]>;
}

interface Concept {
  readonly stems: readonly string[];
  readonly weight: number;
}

const FEEDBACK_WEIGHT = 0.5;
/** Content words from which a query tells enough of itself to learn from what it finds. */
const LONG_QUERY = 8;

/** A long query has words enough of its own: related ones count for less. */
const LONG_QUERY_GATE = 0.3;

/**
 * Ranks a collection for a query: BM25F over four classes of terms; related words, the less the better the query's own
 * words are covered; feedback from the first documents for long queries. See docs/search.md.
 */
export function rank(
  query: string,
  collection: Collection,
  analyser: Analyser,
  options: RankOptions = {},
): Ranking {
  const tokens = tokensOf(query, analyser);
  const words = wordScores(tokens, collection);
  const concepts = conceptsOf(tokens, collection);
  const { coverage, reach, surplus, expansions } = relatedSurplus(
    concepts,
    collection,
    options.related ?? new Map(),
  );
  const isLong = new Set(tokens.map(({ stem }) => stem)).size >= LONG_QUERY;
  const gate = Math.min(1, Math.max(0.15, (1 - coverage) / 0.4)) * (isLong ? LONG_QUERY_GATE : 1);
  const lexical = new Map(words);
  for (const [document, score] of surplus) lexical.set(document, (lexical.get(document) ?? 0) + score * gate);
  const best = Math.max(...lexical.values(), 1e-9);
  const learned =
    options.feedback !== false && isLong ? feedback(lexical, collection) : new Map<number, number>();
  const share = learned.size > 0 ? 1 - FEEDBACK_WEIGHT : 1;
  const ranked: Ranked[] = [];
  for (const document of new Set([...lexical.keys(), ...learned.keys()])) {
    const parts = {
      words: (share * (words.get(document) ?? 0)) / best,
      related: (share * (surplus.get(document) ?? 0) * gate) / best,
      feedback: FEEDBACK_WEIGHT * (learned.get(document) ?? 0),
    };
    ranked.push({ document, parts, score: parts.words + parts.related + parts.feedback });
  }
  ranked.sort((a, b) => b.score - a.score || a.document - b.document);
  return { ranked, coverage, reach, expansions };
}

function wordScores(tokens: readonly Token[], collection: Collection): Map<number, number> {
  const scores = new Map<number, number>();
  for (const [term, count] of countTerms(tokens)) {
    const weight = TERM_CLASSES[term[0] as keyof typeof TERM_CLASSES] * Math.sqrt(count);
    for (const [document, score] of termScores(collection, term)) {
      scores.set(document, (scores.get(document) ?? 0) + score * weight);
    }
  }
  return scores;
}

/** Single stems, and neighbours that may be a phrase of the table. */
function conceptsOf(tokens: readonly Token[], collection: Collection): readonly Concept[] {
  const concepts = new Map<string, Concept>();
  tokens.forEach(({ stem }, i) => {
    concepts.set(stem, { stems: [stem], weight: inverseFrequency(collection, `s${stem}`) });
    const next = tokens[i + 1];
    if (next !== undefined) concepts.set(`${stem} ${next.stem}`, { stems: [stem, next.stem], weight: 0 });
  });
  return [...concepts.values()];
}

function relatedSurplus(concepts: readonly Concept[], collection: Collection, related: RelatedWords) {
  const mass = concepts.reduce((sum, { weight }) => sum + weight, 0);
  const covered = new Map<number, number>();
  const reached = new Map<number, number>();
  const surplus = new Map<number, number>();
  const expansions = new Map<string, readonly RelatedTerm[]>();
  for (const { stems, weight } of concepts) {
    const own = phraseScores(stems, collection);
    if (stems.length === 1)
      for (const document of own.keys()) covered.set(document, (covered.get(document) ?? 0) + weight);
    const key = stems.join(' ');
    const others = related.get(key) ?? [];
    const share = new Map<number, number>([...own.keys()].map((document) => [document, 1]));
    if (others.length > 0) expansions.set(key, others);
    const best = new Map<number, number>();
    for (const other of others) {
      for (const [document, score] of phraseScores(other.stems, collection)) {
        best.set(document, Math.max(best.get(document) ?? 0, score * other.weight));
        share.set(document, Math.max(share.get(document) ?? 0, other.weight));
      }
    }
    for (const [document, worth] of share)
      reached.set(document, (reached.get(document) ?? 0) + worth * weight);
    for (const [document, score] of best) {
      const gain = score - (own.get(document) ?? 0);
      if (gain > 0) surplus.set(document, (surplus.get(document) ?? 0) + gain);
    }
  }
  const most = (values: ReadonlyMap<number, number>) =>
    mass === 0 ? 0 : Math.max(0, ...values.values()) / mass;
  return { coverage: most(covered), reach: most(reached), surplus, expansions };
}

function phraseScores(stems: readonly string[], collection: Collection): ReadonlyMap<number, number> {
  if (stems.length === 1) return termScores(collection, `s${stems[0] ?? ''}`);
  return termScores(collection, `p${stems.slice(0, 2).join(' ')}`);
}
