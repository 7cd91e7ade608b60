import type { VectorTable } from '../../domain/search/likeness.js';

export const WORD_VECTORS_MAGIC = 0x56575053;
export const WORD_VECTORS_VERSION = 1;
const HEAD = 20;

/**
 * The table of word vectors (see docs/internals/word-vectors.md): one vector for each known stem. Layout: header (magic number, version,
 * dimensions, count, checksum of the rest), offset of each stem, scale of each vector, vectors, stems in sorted order.
 */
export class WordVectors implements VectorTable {
  /** Identifies this table, because vectors made with another table are not comparable. */
  readonly id: string;
  readonly dimensions: number;
  readonly count: number;
  readonly #offsets: Uint32Array;
  readonly #scales: Float32Array;
  readonly #numbers: Int8Array;
  readonly #stems: Buffer;

  /** @throws Error if the file is not a table of word vectors. */
  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
    const head = bytes.length < HEAD ? [] : new Uint32Array(buffer, byteOffset, HEAD / 4);
    const [magic, version, dimensions = 0, count = 0, sum = 0] = head;
    const stems = HEAD + 4 * (count + 1) + (4 + dimensions) * count;
    const isWhole = magic === WORD_VECTORS_MAGIC && version === WORD_VECTORS_VERSION && stems <= bytes.length;
    if (
      !isWhole ||
      stems + (new Uint32Array(buffer, byteOffset + HEAD, count + 1)[count] ?? 0) > bytes.length
    )
      throw new Error('The file of word vectors in the spectool package is damaged. Install spectool again.');
    this.id = `word vectors ${sum.toString(36)}`;
    this.dimensions = dimensions;
    this.count = count;
    const scales = byteOffset + HEAD + 4 * (count + 1);
    this.#offsets = new Uint32Array(buffer, byteOffset + HEAD, count + 1);
    this.#scales = new Float32Array(buffer, scales, count);
    this.#numbers = new Int8Array(buffer, scales + 4 * count, count * dimensions);
    this.#stems = Buffer.from(buffer, byteOffset + stems, bytes.length - stems);
  }

  find(stem: string): number {
    const wanted = Buffer.from(stem);
    let [low, high] = [0, this.count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.#stems.compare(
        wanted,
        0,
        wanted.length,
        this.#offsets[middle],
        this.#offsets[middle + 1],
      );
      if (order === 0) return middle;
      if (order > 0) high = middle - 1;
      else low = middle + 1;
    }
    return -1;
  }

  addTo(sum: Float32Array, row: number, times: number): void {
    if (row < 0) return;
    const factor = times * (this.#scales[row] as number);
    for (let d = 0, at = row * this.dimensions; d < this.dimensions; d++)
      (sum[d] as number) += factor * (this.#numbers[at++] as number);
  }
}
