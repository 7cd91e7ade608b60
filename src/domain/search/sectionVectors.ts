/**
 * The quantized vectors of sections, in the order of their documents. If a document has several sections, its last vector stands
 * for the whole text.
 */
export interface SectionVectors {
  readonly dimensions: number;
  readonly numbers: Int8Array;
  /** The index of each document's first vector; the last element is the number of vectors. */
  readonly starts: Uint32Array;
}

// Local copies of global functions: looking up a global is slow in a separate context, and these are called for every number.
const { max, min, round } = Math;
/** The usual standard deviation of similarity, used because it cannot be estimated from few documents. */
const USUAL_DEVIATION = 0.06;
/** The weight of the usual deviation in the estimate: the usual deviation counts as much as this number of documents. */
const USUAL = 10;

/** Quantizes a vector of any length to whole numbers from -127 to 127. */
export function wholeNumbers(vector: Float32Array): Int8Array {
  const scale = scaleOf(vector.length) / lengthOf(vector);
  const numbers = new Int8Array(vector.length);
  for (let d = 0; d < vector.length; d++)
    numbers[d] = max(-127, min(127, round((vector[d] as number) * scale)));
  return numbers;
}

/** Returns the vector of a whole text from the vectors of its sections, which all have the same weight. */
export function wholeText(sections: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(sections[0]?.length ?? 0);
  for (const section of sections) {
    const factor = 1 / lengthOf(section);
    for (let d = 0; d < whole.length; d++) (whole[d] as number) += factor * (section[d] as number);
  }
  return whole;
}

/** Returns the stored vector of a document's whole text; undefined for an unknown document. */
export function wholeVectorOf(
  document: number,
  segments: readonly SectionVectors[],
): Float32Array | undefined {
  let first = 0;
  for (const { numbers, starts, dimensions } of segments) {
    const end = starts[document - first + 1];
    if (document >= first && end !== undefined)
      return Float32Array.from(numbers.subarray((end - 1) * dimensions, end * dimensions));
    first += starts.length - 1;
  }
  return undefined;
}

/**
 * Returns the similarity of each document to the query: half the cosine of its best section plus half the cosine of its whole
 * text.
 * @param segments the vectors of documents; document numbers continue from one segment to the next.
 */
export function likenessOf(query: Float32Array, segments: readonly SectionVectors[]): Float64Array {
  const count = segments.reduce((sum, { starts }) => sum + starts.length - 1, 0);
  const likeness = new Float64Array(count);
  const factor = 0.5 / scaleOf(query.length) ** 2;
  // The query is quantized, because floating-point numbers allocate objects until the code is optimized.
  const direction = wholeNumbers(query);
  // A query without known words has the similarity 0 to every document.
  if (direction.every((value) => value === 0)) return likeness;
  let document = 0;
  for (const { numbers, starts, dimensions } of segments) {
    const products = productsOf(direction, numbers, dimensions);
    for (let i = 0; i + 1 < starts.length; i++, document++) {
      const [first, end] = [starts[i] as number, starts[i + 1] as number];
      if (first === end) continue;
      let best = products[first] as number;
      for (let at = first + 1; at < end; at++) best = max(best, products[at] as number);
      // The vector of the whole text is also compared as a section. This rarely changes which section is best, because some
      // section is nearly always at least as similar.
      likeness[document] = (best + (products[end - 1] as number)) * factor;
    }
  }
  return likeness;
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
  let [count, sum, spread] = [0, 0, 0];
  for (let i = 0; i < likeness.length; i++) {
    if (!isAlive(i)) continue;
    count++;
    sum += likeness[i] as number;
  }
  const mean = sum / (count || 1);
  for (let i = 0; i < likeness.length; i++) if (isAlive(i)) spread += ((likeness[i] as number) - mean) ** 2;
  const deviation = Math.sqrt((spread + USUAL * USUAL_DEVIATION ** 2) / (count + USUAL));
  return likeness.map((value, document) => (isAlive(document) ? max(0, value - mean) / deviation : 0));
}

/**
 * Returns the scale of quantization for a number of dimensions n. The numbers of a unit vector are about 1/√n and less than four
 * times that, so the scaled numbers stay within -127 and 127.
 */
function scaleOf(dimensions: number): number {
  return 127 * Math.max(1, Math.sqrt(dimensions) / 4);
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < vector.length; d++) sum += (vector[d] as number) ** 2;
  return Math.sqrt(sum) || 1;
}
