import type { Concept } from './ranking/concepts.js';
import type { Alternatives } from './postings/alternatives.js';

/** A word of the query as a document answers it. */
export interface HitTerm {
  /** As the query has it. */
  readonly word: string;
  readonly kind: 'direct' | 'related';
  /** Stems in the document that stand for it, one space between the words of a phrase. */
  readonly stems: string;
  /** What it adds to the score. */
  readonly score: number;
  /** The group of related words it was found through. */
  readonly group?: string;
}

/** Why a document was found: its own words and related ones, the heaviest first. */
export function hitTermsOf(
  concepts: readonly Concept[],
  gate: number,
  alternatives: Alternatives,
  document: number,
): readonly HitTerm[] {
  const terms: HitTerm[] = [];
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
