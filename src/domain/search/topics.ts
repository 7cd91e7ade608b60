import type { Token } from './analyser.js';
import { type Collection } from './collection.js';

/** Latent topics of a collection: unit vectors of documents and stems in one space (Deerwester et al. 1990). */
export interface TopicSpace {
  readonly dimensions: number;
  /** Row per document, normalised. */
  readonly documents: readonly Float32Array[];
  readonly stems: ReadonlyMap<string, { readonly vector: Float32Array; readonly weight: number }>;
}

const DIMENSIONS = 64;
const ITERATIONS = 3;

/** Log-entropy weighting, then a truncated SVD by subspace iteration from a fixed seed: the same input gives the same space. */
export function learnTopics(collection: Collection, dimensions = DIMENSIONS): TopicSpace {
  const n = collection.keys.length;
  const rows: { readonly stem: string; readonly weight: number; readonly list: readonly number[] }[] = [];
  for (const [term, list] of collection.postings) {
    const df = list.length / 2;
    if (!term.startsWith('s') || df < 2 || df > n / 2) continue;
    rows.push({ stem: term.slice(1), weight: entropyWeight(list, n), list });
  }
  const k = Math.min(dimensions, n - 1, rows.length);
  if (k < 2) return { dimensions: 0, documents: [], stems: new Map() };
  const value = (row: (typeof rows)[number], i: number) => row.weight * Math.log(1 + (row.list[i + 1] ?? 0));
  let v = randomMatrix(n, k);
  for (let round = 0; round < ITERATIONS; round++) {
    orthonormalise(v, n, k);
    const next = new Float64Array(n * k);
    const projected = new Float64Array(k);
    for (const row of rows) {
      projected.fill(0);
      for (let i = 0; i < row.list.length; i += 2) addScaled(projected, v, (row.list[i] ?? 0) * k, value(row, i), k);
      for (let i = 0; i < row.list.length; i += 2) {
        const scale = value(row, i);
        const at = (row.list[i] ?? 0) * k;
        for (let j = 0; j < k; j++) next[at + j] = (next[at + j] ?? 0) + scale * (projected[j] ?? 0);
      }
    }
    v = next;
  }
  orthonormalise(v, n, k);
  const stems = new Map<string, { vector: Float32Array; weight: number }>();
  const documents = Array.from({ length: n }, () => new Float32Array(k));
  for (const row of rows) {
    const vector = new Float64Array(k);
    for (let i = 0; i < row.list.length; i += 2) addScaled(vector, v, (row.list[i] ?? 0) * k, value(row, i), k);
    const single = Float32Array.from(vector);
    stems.set(row.stem, { vector: single, weight: row.weight });
    for (let i = 0; i < row.list.length; i += 2) {
      const document = documents[row.list[i] ?? 0];
      const scale = value(row, i);
      if (document !== undefined) for (let j = 0; j < k; j++) document[j] = (document[j] ?? 0) + scale * (single[j] ?? 0);
    }
  }
  for (const document of documents) normalise(document);
  return { dimensions: k, documents, stems };
}

/** Cosine of the query and every document, by document number. */
export function topicScores(tokens: readonly Token[], _collection: Collection, space: TopicSpace): ReadonlyMap<number, number> {
  const query = new Float32Array(space.dimensions);
  for (const { stem } of tokens) {
    const found = space.stems.get(stem);
    if (found !== undefined) for (let j = 0; j < query.length; j++) query[j] = (query[j] ?? 0) + found.weight * (found.vector[j] ?? 0);
  }
  const scores = new Map<number, number>();
  if (!normalise(query)) return scores;
  space.documents.forEach((document, number) => {
    let cosine = 0;
    for (let j = 0; j < query.length; j++) cosine += (query[j] ?? 0) * (document[j] ?? 0);
    if (cosine > 0) scores.set(number, cosine);
  });
  return scores;
}

function entropyWeight(list: readonly number[], n: number): number {
  let total = 0;
  for (let i = 1; i < list.length; i += 2) total += list[i] ?? 0;
  let entropy = 0;
  for (let i = 1; i < list.length; i += 2) {
    const p = (list[i] ?? 0) / total;
    if (p > 0) entropy += p * Math.log(p);
  }
  return Math.max(0.01, 1 + entropy / Math.log(Math.max(2, n)));
}

function addScaled(target: Float64Array, source: Float64Array, at: number, scale: number, k: number): void {
  for (let j = 0; j < k; j++) target[j] = (target[j] ?? 0) + scale * (source[at + j] ?? 0);
}

/** Modified Gram-Schmidt over the columns. */
function orthonormalise(matrix: Float64Array, n: number, k: number): void {
  for (let j = 0; j < k; j++) {
    for (let before = 0; before < j; before++) {
      let dot = 0;
      for (let i = 0; i < n; i++) dot += (matrix[i * k + j] ?? 0) * (matrix[i * k + before] ?? 0);
      for (let i = 0; i < n; i++) matrix[i * k + j] = (matrix[i * k + j] ?? 0) - dot * (matrix[i * k + before] ?? 0);
    }
    let norm = 0;
    for (let i = 0; i < n; i++) norm += (matrix[i * k + j] ?? 0) ** 2;
    const scale = norm > 1e-24 ? 1 / Math.sqrt(norm) : 0;
    for (let i = 0; i < n; i++) matrix[i * k + j] = (matrix[i * k + j] ?? 0) * scale;
  }
}

function normalise(vector: Float32Array): boolean {
  let norm = 0;
  for (const value of vector) norm += value * value;
  if (norm <= 0) return false;
  const scale = 1 / Math.sqrt(norm);
  for (let j = 0; j < vector.length; j++) vector[j] = (vector[j] ?? 0) * scale;
  return true;
}

/** Numbers between −1 and 1 from a linear congruential generator with a fixed seed (Numerical Recipes' constants). */
function randomMatrix(n: number, k: number): Float64Array {
  let state = 20260105;
  return Float64Array.from({ length: n * k }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
