import { FIELD_COUNT } from '../searchFields.js';
import type { Postings } from './postings.js';

/** Returns the postings of the positions where `right` follows `left` at the given distance, as if both stems were one term. */
export function adjacentPostings(left: Postings, right: Postings, distance = 1): Postings {
  const documents: number[] = [];
  const counts: number[] = [];
  const places: (readonly number[])[] = [];
  for (let i = 0, j = 0; i < left.documents.length && j < right.documents.length;) {
    const a = left.documents[i] as number;
    const b = right.documents[j] as number;
    if (a < b) i++;
    else if (b < a) j++;
    else {
      const before = left.positions(i);
      const after = right.positions(j);
      const found: number[] = [];
      for (let nth = 0, next = 0; nth < before.length; nth++) {
        const wanted = (before[nth] as number) + distance;
        while ((after[next] ?? Infinity) < wanted) next++;
        if (after[next] !== wanted) continue;
        if (found.length === 0) for (let field = 0; field < FIELD_COUNT; field++) counts.push(0);
        const field = documents.length * FIELD_COUNT + fieldOf(left.counts, i, nth);
        counts[field] = (counts[field] as number) + 1;
        found.push(wanted);
      }
      if (found.length > 0) {
        documents.push(a);
        places.push(found);
      }
      i++;
      j++;
    }
  }
  return { documents, counts, positions: (i) => places[i] ?? [] };
}

/** Returns the search field of the nth position in a document, as positions are in the order of fields. */
function fieldOf(counts: readonly number[], document: number, nth: number): number {
  for (let field = 0, seen = 0; field < FIELD_COUNT; field++) {
    seen += counts[document * FIELD_COUNT + field] ?? 0;
    if (nth < seen) return field;
  }
  return FIELD_COUNT - 1;
}
