import type { Concept } from './ranking/concepts.js';
import type { Alternatives } from './postings/alternatives.js';

/** A word of the query, as found in a document. */
export interface MatchedTerm {
  /** The word as written in the query. */
  readonly word: string;
  readonly kind: 'direct' | 'related';
  /** The matching stems of the document, separated by one space in a phrase. */
  readonly stems: string;
  /** Its part of the score. */
  readonly score: number;
  /** The group of related words that it belongs to. */
  readonly group?: string;
}

/** Returns why a document was found: the query's own words and related ones, highest score first. */
export function matchedTermsOf(
  concepts: readonly Concept[],
  gate: number,
  alternatives: Alternatives,
  document: number,
): readonly MatchedTerm[] {
  const terms: MatchedTerm[] = [];
  for (const { text, stems, own, surplus } of concepts) {
    const direct = own.get(document);
    if (direct !== undefined)
      terms.push({
        word: text,
        kind: 'direct',
        stems: stems.flatMap((stem) => alternatives.get(stem)?.stems ?? stem).join(' '),
        score: direct,
      });
    const near = surplus.wordOf(document);
    if (near === undefined) continue;
    const { stems: through, group } = near.word;
    const score = gate * (surplus.scores.get(document) ?? 0);
    terms.push({ word: text, kind: 'related', stems: through, score, group });
  }
  return terms.sort((a, b) => b.score - a.score);
}
