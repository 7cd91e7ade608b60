import type { Parts } from './sections.js';

export const WORD_VECTORS_MAGIC = 0x56575053;
export const WORD_VECTORS_VERSION = 1;
const HEAD = 20;
/** After so many, the table is worth reading whole: somebody indexes. A query asks for a few. */
const FEW_VECTORS = 64;

/**
 * The learned table (docs/word-vectors.md): a vector for every known stem. It is read where it stands, and no more of it than is
 * asked for: a head (magic, version, dimensions, count, checksum of the rest), where each stem begins, a scale for each, the numbers
 * of the vectors, the stems in order.
 */
export class WordVectors {
  /** Of this very table: vectors made with another are not compared with its own. */
  readonly id: string;
  readonly dimensions: number;
  readonly count: number;
  readonly #file: Parts;
  #stems: { readonly offsets: Uint32Array; readonly text: Uint8Array } | undefined;
  #vectors: { readonly scales: Float32Array; readonly numbers: Int8Array } | undefined;
  #asked = 0;

  /** @throws Error when this is no table. */
  constructor(file: Parts) {
    this.#file = file;
    const [magic, version, dimensions = 0, count = 0, sum = 0] = new Uint32Array(this.#bytes(0, HEAD));
    if (magic !== WORD_VECTORS_MAGIC || version !== WORD_VECTORS_VERSION) throw damaged();
    this.id = `word vectors ${sum.toString(36)}`;
    this.dimensions = dimensions;
    this.count = count;
  }

  /** The stem's place in the table; -1 when it has none. */
  find(stem: string): number {
    let [low, high] = [0, this.count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.#compare(stem, middle);
      if (order === 0) return middle;
      if (order < 0) high = middle - 1;
      else low = middle + 1;
    }
    return -1;
  }

  /** Adds the vector at a place to `sum`, so many times. */
  addTo(sum: Float32Array, place: number, times: number): void {
    if (this.#vectors === undefined && ++this.#asked > FEW_VECTORS) this.#vectors = this.#read(0, this.count);
    const { scales, numbers } = this.#vectors ?? this.#read(place, 1);
    const row = this.#vectors === undefined ? 0 : place;
    const factor = times * (scales[row] ?? 0);
    for (let d = 0, at = row * this.dimensions; d < this.dimensions; d++)
      (sum[d] as number) += factor * (numbers[at + d] as number);
  }

  #read(place: number, count: number): { readonly scales: Float32Array; readonly numbers: Int8Array } {
    const scales = HEAD + 4 * (this.count + 1);
    const numbers = scales + 4 * this.count;
    const { dimensions } = this;
    return {
      scales: new Float32Array(this.#bytes(scales + 4 * place, 4 * count)),
      numbers: new Int8Array(this.#bytes(numbers + place * dimensions, count * dimensions)),
    };
  }

  /** Below zero when `stem` comes before the one at that place. */
  #compare(stem: string, place: number): number {
    const textAt = HEAD + 4 * (this.count + 1) + (4 + this.dimensions) * this.count;
    this.#stems ??= {
      offsets: new Uint32Array(this.#bytes(HEAD, 4 * (this.count + 1))),
      text: new Uint8Array(this.#bytes(textAt, this.#file.size - textAt)),
    };
    const { offsets, text } = this.#stems;
    const start = offsets[place] ?? 0;
    const length = (offsets[place + 1] ?? 0) - start;
    for (let i = 0; i < length && i < stem.length; i++) {
      const difference = stem.charCodeAt(i) - (text[start + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return stem.length - length;
  }

  /** In memory of their own, where views of numbers may begin. */
  #bytes(start: number, length: number): ArrayBuffer {
    const bytes = this.#file.read(start, length);
    if (bytes.length !== length) throw damaged();
    const { buffer, byteOffset } = bytes;
    const isOwn = byteOffset === 0 && buffer instanceof ArrayBuffer && buffer.byteLength === length;
    return isOwn ? buffer : new Uint8Array(bytes).buffer;
  }
}

function damaged(): Error {
  return new Error('The table of word vectors is damaged: install spectool again.');
}
