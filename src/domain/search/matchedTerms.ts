import type { Concept } from './ranking/queryConcepts.js';
import type { Alternatives } from './postings/wordAlternatives.js';

/** A word of the query that a document contains, or a related word of it. */
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

/** Returns the words because of which a document was found: words of the query and related words, highest score first. */
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
