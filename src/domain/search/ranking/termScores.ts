import { placeAmong } from '../postings/postings.js';

/** The scores of documents for one term or phrase, in ascending order of documents. */
export class TermScores {
  readonly documents: readonly number[];
  readonly values: Float64Array;

  constructor(documents: readonly number[], values: Float64Array) {
    this.documents = documents;
    this.values = values;
  }

  get size(): number {
    return this.documents.length;
  }

  has(document: number): boolean {
    return placeAmong(this.documents, document) >= 0;
  }

  get(document: number): number | undefined {
    return this.values[placeAmong(this.documents, document)];
  }

  /** Adds each document's score, multiplied by `factor`, to the document's element of `totals`. */
  addTo(totals: Float64Array, factor: number): void {
    const { documents, values } = this;
    for (let i = 0; i < documents.length; i++)
      (totals[documents[i] as number] as number) += factor * (values[i] as number);
  }
}

export const NO_SCORES = new TermScores([], new Float64Array(0));

/** Merges the scores of two terms; a document that has both scores gets the result of `both`. */
export function unitedScores(
  a: TermScores,
  b: TermScores,
  both: (x: number, y: number) => number,
): TermScores {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const documents: number[] = [];
  const values = new Float64Array(a.size + b.size);
  for (let i = 0, j = 0; i < a.size || j < b.size;) {
    const x = a.documents[i] ?? Infinity;
    const y = b.documents[j] ?? Infinity;
    const [one, other] = [a.values[i] as number, b.values[j] as number];
    values[documents.length] = x < y ? one : y < x ? other : both(one, other);
    documents.push(x < y ? x : y);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return new TermScores(documents, values.subarray(0, documents.length));
}
