/** Vectors of the sections of documents, as whole numbers, one document after the other; of several, the whole text's comes last. */
export interface SectionVectors {
  readonly dimensions: number;
  readonly numbers: Int8Array;
  /** The first vector of each document, and behind the last one how many there are. */
  readonly starts: Uint32Array;
}

// For every number of every vector; in a context of its own a global is slow to look up.
const { max, min, round } = Math;
/** As spread as likeness is in most projects: a few documents alone do not tell. */
const USUAL_DEVIATION = 0.06;
/** So many documents of usual spread are counted with those there are. */
const USUAL = 10;

/** A vector of any length as whole numbers from -127 to 127. */
export function wholeNumbers(vector: Float32Array): Int8Array {
  const scale = scaleOf(vector.length) / lengthOf(vector);
  const numbers = new Int8Array(vector.length);
  for (let d = 0; d < vector.length; d++)
    numbers[d] = max(-127, min(127, round((vector[d] as number) * scale)));
  return numbers;
}

/** Of the whole text: all sections count the same, however long. */
export function wholeText(sections: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(sections[0]?.length ?? 0);
  for (const section of sections) {
    const factor = 1 / lengthOf(section);
    for (let d = 0; d < whole.length; d++) (whole[d] as number) += factor * (section[d] as number);
  }
  return whole;
}

/** The kept vector of a document's whole text; undefined for a document there is not. */
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
 * How like the query each document is: half the cosine of its best section, half that of the whole text. @param segments vectors
 * of documents that are numbered on from one segment to the next.
 */
export function likenessOf(query: Float32Array, segments: readonly SectionVectors[]): Float64Array {
  const count = segments.reduce((sum, { starts }) => sum + starts.length - 1, 0);
  const likeness = new Float64Array(count);
  const factor = 0.5 / scaleOf(query.length) ** 2;
  // Whole numbers throughout: before the code is warm, every other number costs an object.
  const direction = wholeNumbers(query);
  // What none of its words tells is like nothing.
  if (direction.every((value) => value === 0)) return likeness;
  let document = 0;
  for (const { numbers, starts, dimensions } of segments) {
    const products = productsOf(direction, numbers, dimensions);
    for (let i = 0; i + 1 < starts.length; i++, document++) {
      const [first, end] = [starts[i] as number, starts[i + 1] as number];
      if (first === end) continue;
      let best = products[first] as number;
      for (let at = first + 1; at < end; at++) best = max(best, products[at] as number);
      // The whole text is no nearer than its best section, or hardly.
      likeness[document] = (best + (products[end - 1] as number)) * factor;
    }
  }
  return likeness;
}

/** Of a vector and every other one. A loop of its own and nothing else in it, which is compiled early and well. */
function productsOf(direction: Int8Array, numbers: Int8Array, dimensions: number): Int32Array {
  const products = new Int32Array(numbers.length / dimensions);
  for (let vector = 0, at = 0; vector < products.length; vector++) {
    let product = 0;
    for (let d = 0; d < dimensions; d++) product += (direction[d] as number) * (numbers[at++] as number);
    products[vector] = product;
  }
  return products;
}

/** Likeness in standard deviations above the mean of the living documents; what is below it counts nothing. */
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

/** A number of a unit vector is about one over the root of how many there are, and never four times that. */
function scaleOf(dimensions: number): number {
  return 127 * Math.max(1, Math.sqrt(dimensions) / 4);
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < vector.length; d++) sum += (vector[d] as number) ** 2;
  return Math.sqrt(sum) || 1;
}
