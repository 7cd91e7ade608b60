import type { WordSplitter } from './wordSplitter.js';
import { type FieldTexts, SEARCH_FIELDS } from './searchedTexts.js';

/** A table of learned vectors of word stems: stems with similar meanings have vectors with similar directions. */
export interface VectorTable {
  readonly dimensions: number;
  /** Returns the row of a stem; -1 if the table does not have it. */
  find(stem: string): number;
  /** Adds the vector in a row, multiplied by `times`, to `sum`; nothing for the row -1. */
  addTo(sum: Float32Array, row: number, times: number): void;
}

// Local copies, because looking up a global is slow in a separate V8 context, and these are called for each number of a vector.
const { max, min, round } = Math;
/** The usual standard deviation of similarity, used because it cannot be estimated from few documents. */
const USUAL_DEVIATION = 0.06;
/** The weight of the usual deviation in the estimate: the usual deviation counts as much as this number of documents. */
const USUAL = 10;

/** Returns the vector of a text: the sum of the vectors of its words. @param weightOf the weight of a stem. */
export function vectorOf(
  text: string,
  splitter: WordSplitter,
  table: VectorTable,
  weightOf: (stem: string) => number,
): Float32Array {
  const sum = new Float32Array(table.dimensions);
  splitter.visit(text, {
    word: ({ stem, stop }) => {
      if (!stop) table.addTo(sum, table.find(stem), weightOf(stem));
    },
  });
  return sum;
}

/** Quantizes a vector whose likeness to others is compared: to whole numbers from -127 to 127, as the index stores it. */
export function quantized(vector: Float32Array): Int8Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value ** 2, 0)) || 1;
  const scale = scaleOf(vector.length) / length;
  return Int8Array.from(vector, (value) => max(-127, min(127, round(value * scale))));
}

/**
 * Returns the similarity (cosine) of each document to a text.
 * @param segments the vectors of documents, one after the other; document numbers continue from one segment to the next.
 */
export function likenessOf(text: Float32Array, segments: readonly Int8Array[]): Float64Array {
  const dimensions = text.length;
  const factor = 1 / scaleOf(dimensions) ** 2;
  // The vector is quantized, because floating-point numbers allocate objects until the code is optimized.
  const direction = quantized(text);
  const products = segments.flatMap((numbers) => [...productsOf(direction, numbers, dimensions)]);
  return Float64Array.from(products, (product) => product * factor);
}

/** Returns the scalar products of `direction` with each vector. The function is separate, so that its loop is optimized early. */
function productsOf(direction: Int8Array, numbers: Int8Array, dimensions: number): Int32Array {
  const products = new Int32Array(numbers.length / dimensions);
  for (let vector = 0, at = 0; vector < products.length; vector++) {
    let product = 0;
    for (let d = 0; d < dimensions; d++) product += (direction[d] as number) * (numbers[at++] as number);
    products[vector] = product;
  }
  return products;
}

/** Returns the similarity in standard deviations above the mean of existing documents; 0 below the mean. */
export function standardised(likeness: Float64Array, isAlive: (document: number) => boolean): Float64Array {
  const alive = likeness.filter((_, document) => isAlive(document));
  const mean = alive.reduce((sum, value) => sum + value, 0) / (alive.length || 1);
  const spread = alive.reduce((sum, value) => sum + (value - mean) ** 2, USUAL * USUAL_DEVIATION ** 2);
  const deviation = Math.sqrt(spread / (alive.length + USUAL));
  return likeness.map((value, document) => (isAlive(document) ? max(0, value - mean) / deviation : 0));
}

/**
 * Returns the scale of quantization for a number of dimensions n. The numbers of a unit vector are about 1/√n and less than four
 * times that, so the scaled numbers stay within -127 and 127.
 */
function scaleOf(dimensions: number): number {
  return 127 * max(1, Math.sqrt(dimensions) / 4);
}

/** The weights of words for a document's topic, for the first six `SEARCH_FIELDS`, which are its own text. */
const TOPIC_WEIGHTS = [2, 1, 1, 1, 1, 0.5] as const;

/** The greatest number of characters of a document that are read to find its topic. */
const MOST_READ = 4000;

/** Counts the stems of a document, weighted by field, to find its topic. */
export function stemCounts(texts: FieldTexts, splitter: WordSplitter): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let room = MOST_READ;
  for (const [field, weight] of TOPIC_WEIGHTS.entries()) {
    const text = texts[SEARCH_FIELDS[field] ?? 'body'].slice(0, room);
    room -= text.length;
    splitter.visit(text, {
      word: ({ stem, stop }) => {
        if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + weight);
      },
    });
  }
  return counts;
}
