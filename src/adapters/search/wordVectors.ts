import type { Parts } from './indexFileSections.js';

export const WORD_VECTORS_MAGIC = 0x56575053;
export const WORD_VECTORS_VERSION = 1;
const HEAD = 20;
/**
 * After reading this many single vectors, read the whole table, because an index is probably being built. A query needs only a
 * few vectors.
 */
const FEW_VECTORS = 64;

/**
 * The table of word vectors (see docs/word-vectors.md): one vector for each known stem. Only the parts that are needed are read.
 * Layout: header (magic number, version, dimensions, count, checksum of the rest), offset of each stem, scale of each vector,
 * vectors, stems in sorted order.
 */
export class WordVectors {
  /** Identifies this table, because vectors made with another table are not comparable. */
  readonly id: string;
  readonly dimensions: number;
  readonly count: number;
  readonly #file: Parts;
  #stems: { readonly offsets: Uint32Array; readonly text: Uint8Array } | undefined;
  #vectors: { readonly scales: Float32Array; readonly numbers: Int8Array } | undefined;
  #asked = 0;

  /** @throws Error if the file is not a table of word vectors. */
  constructor(file: Parts) {
    this.#file = file;
    const [magic, version, dimensions = 0, count = 0, sum = 0] = new Uint32Array(this.#bytes(0, HEAD));
    if (magic !== WORD_VECTORS_MAGIC || version !== WORD_VECTORS_VERSION) throw damaged();
    this.id = `word vectors ${sum.toString(36)}`;
    this.dimensions = dimensions;
    this.count = count;
  }

  /** Returns the index of a stem in the table; -1 if the table does not contain it. */
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

  /** Adds the vector at index `place`, multiplied by `times`, to `sum`. */
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

  /** Compares a stem with the one at index `place` of the table; the result is negative if `stem` comes first. */
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

  /** Returns a part of the file in a buffer of its own, because typed arrays need an aligned start. */
  #bytes(start: number, length: number): ArrayBuffer {
    const bytes = this.#file.read(start, length);
    if (bytes.length !== length) throw damaged();
    const { buffer, byteOffset } = bytes;
    const isOwn = byteOffset === 0 && buffer instanceof ArrayBuffer && buffer.byteLength === length;
    return isOwn ? buffer : new Uint8Array(bytes).buffer;
  }
}

function damaged(): Error {
  return new Error('The file of word vectors in the spectool package is damaged. Install spectool again.');
}
