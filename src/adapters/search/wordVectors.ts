export const WORD_VECTORS_MAGIC = 0x56575053;
export const WORD_VECTORS_VERSION = 1;
const HEAD = 20;

/**
 * The learned table (docs/word-vectors.md): a vector for every known stem. It is read where it stands: a head (magic, version,
 * dimensions, count, checksum of the rest), where each stem begins, a scale for each, the numbers of the vectors, the stems in order.
 */
export class WordVectors {
  /** Of this very table: vectors made with another are not compared with its own. */
  readonly id: string;
  readonly dimensions: number;
  readonly count: number;
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #scales: Float32Array;
  readonly #numbers: Int8Array;
  readonly #text: number;

  /** @throws Error when these are not the bytes of a table. */
  constructor(bytes: Uint8Array) {
    // Views of numbers begin on a multiple of four.
    const table = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    const { buffer, byteOffset } = table;
    const [magic, version, dimensions = 0, count = 0, sum = 0] = new Uint32Array(
      buffer,
      byteOffset,
      HEAD / 4,
    );
    if (magic !== WORD_VECTORS_MAGIC || version !== WORD_VECTORS_VERSION)
      throw new Error('The table of word vectors is damaged: install spectool again.');
    const scales = HEAD + 4 * (count + 1);
    const numbers = scales + 4 * count;
    this.id = `word vectors ${sum.toString(36)}`;
    this.dimensions = dimensions;
    this.count = count;
    this.#bytes = table;
    this.#offsets = new Uint32Array(buffer, byteOffset + HEAD, count + 1);
    this.#scales = new Float32Array(buffer, byteOffset + scales, count);
    this.#numbers = new Int8Array(buffer, byteOffset + numbers, count * dimensions);
    this.#text = numbers + count * dimensions;
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
    const { dimensions } = this;
    const factor = times * (this.#scales[place] ?? 0);
    for (let d = 0, at = place * dimensions; d < dimensions; d++)
      (sum[d] as number) += factor * (this.#numbers[at + d] as number);
  }

  /** Below zero when `stem` comes before the one at that place. */
  #compare(stem: string, place: number): number {
    const start = this.#offsets[place] ?? 0;
    const length = (this.#offsets[place + 1] ?? 0) - start;
    for (let i = 0; i < length && i < stem.length; i++) {
      const difference = stem.charCodeAt(i) - (this.#bytes[this.#text + start + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return stem.length - length;
  }
}
