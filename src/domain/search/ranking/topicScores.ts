import type { Postings } from '../postings/postings.js';
import { frequencyOf, inverseFrequency, scoreTerm } from './bm25f.js';
import type { RankContext } from './rankContext.js';
import type { TermScores } from './termScores.js';
import { topDocuments } from './topDocuments.js';

/** A word stem that occurs in a document: its weight, and the scores of all documents for it. */
interface Term {
  readonly scores: TermScores;
  readonly weight: number;
}

/** Factor: for each stem that is used in the end, this many of the most frequent stems are looked up. */
const LOOKED_UP = 2;

/**
 * Returns for each of the best documents a score from the documents with the most similar topic, which are found by searching for
 * the document's distinctive words. Documents about one topic answer the same queries, so a document without similar ones is
 * likely a false hit.
 */
export function topicScores(scores: Float64Array, context: RankContext): ReadonlyMap<number, number> {
  const { settings, placeOf } = context;
  const terms = new Map<string, Term | undefined>();
  const found = new Map<number, number>();
  for (const document of topDocuments(scores, settings.topicDocuments, placeOf)) {
    const nearness = nearnessTo(document, terms, context);
    let [sum, mass] = [0, 0];
    for (const near of topDocuments(nearness, settings.topicNeighbours, placeOf)) {
      sum += (nearness[near] ?? 0) * (scores[near] ?? 0);
      mass += nearness[near] ?? 0;
    }
    if (sum > 0) found.set(document, sum / mass);
  }
  return found;
}

function nearnessTo(
  document: number,
  terms: Map<string, Term | undefined>,
  { source, settings, stemsOf }: RankContext,
): Float64Array {
  const frequent = [...stemsOf(document)]
    .filter(([stem]) => isDistinctive(stem))
    .sort((a, b) => b[1] - a[1])
    .slice(0, LOOKED_UP * settings.topicTerms);
  const chosen: (readonly [term: Term, weight: number])[] = [];
  for (const [stem, count] of frequent) {
    if (!terms.has(stem)) terms.set(stem, termOf(source.postings('s', stem)));
    const term = terms.get(stem);
    if (term !== undefined) chosen.push([term, Math.log(1 + count) * term.weight]);
  }
  const nearness = new Float64Array(source.capacity);
  for (const [term, weight] of chosen.sort((a, b) => b[1] - a[1]).slice(0, settings.topicTerms)) {
    term.scores.addTo(nearness, weight);
  }
  nearness[document] = 0;
  return nearness;

  function termOf(postings: Postings): Term | undefined {
    const frequency = frequencyOf(postings);
    if (frequency < 2 || frequency > source.documentCount / 2) return undefined;
    const scores = scoreTerm(source, postings, settings);
    return { scores, weight: inverseFrequency(source.documentCount, frequency) };
  }
}

/** False for numbers and for stems of one or two letters, which are also in texts on other topics. */
function isDistinctive(stem: string): boolean {
  return !/^\p{N}+$/u.test(stem) && !/^[a-z0-9]{1,2}$/.test(stem);
}
