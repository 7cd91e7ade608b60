import type { Postings } from './postings.js';

/** Postings of two stems, `right` so many places after `left`, side by side unless told; what a term of both would have. */
export function adjacentPostings(left: Postings, right: Postings, distance = 1): Postings {
  const documents: number[] = [];
  const counts: number[] = [];
  const places: (readonly number[])[] = [];
  for (let i = 0, j = 0; i < left.documents.length && j < right.documents.length;) {
    const [a, b] = [left.documents[i] ?? 0, right.documents[j] ?? 0];
    if (a < b) i++;
    else if (b < a) j++;
    else {
      const after = new Set(right.positions(j));
      const fields = [0, 0, 0, 0, 0];
      const found: number[] = [];
      left.positions(i).forEach((position, nth) => {
        if (!after.has(position + distance)) return;
        const field = fieldOf(left.counts, i, nth);
        fields[field] = (fields[field] ?? 0) + 1;
        found.push(position + distance);
      });
      if (found.length > 0) {
        documents.push(a);
        counts.push(...fields);
        places.push(found);
      }
      i++;
      j++;
    }
  }
  return { documents, counts, positions: (i) => places[i] ?? [] };
}

/** Positions run through the fields in order, so the counts tell which field the nth is in. */
function fieldOf(counts: readonly number[], document: number, nth: number): number {
  for (let field = 0, seen = 0; field < 5; field++) {
    seen += counts[document * 5 + field] ?? 0;
    if (nth < seen) return field;
  }
  return 4;
}
