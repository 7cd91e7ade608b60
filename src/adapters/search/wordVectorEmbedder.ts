import type { WordPart, WordSplitter } from '../../domain/search/wordSplitter.js';
import type { Embedder } from '../../ports/searchIndex.js';
import type { WordVectors } from './wordVectors.js';

const UNKNOWN = -1;

/** The built-in embedder, which turns texts into vectors: the vector of a text is the sum of the learned vectors of its words. */
export class WordVectorEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #table: WordVectors;
  readonly #splitter: WordSplitter;
  /** Cached row in the table for each word form. The index in this array is the number that the splitter gave the form. */
  readonly #places: number[] = [];

  constructor(table: WordVectors, splitter: WordSplitter) {
    this.id = table.id;
    this.dimensions = table.dimensions;
    this.#table = table;
    this.#splitter = splitter;
  }

  async sections(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return texts.map((text) => this.#sum(text, () => 1));
  }

  async query(text: string, rarity: (stem: string) => number): Promise<Float32Array> {
    return this.#sum(text, ({ stem }) => rarity(stem));
  }

  #sum(text: string, times: (part: WordPart) => number): Float32Array {
    const sum = new Float32Array(this.dimensions);
    this.#splitter.visit(text, {
      word: (part) => {
        if (part.stop) return;
        const place = (this.#places[part.number] ??= this.#table.find(part.stem));
        if (place !== UNKNOWN) this.#table.addTo(sum, place, times(part));
      },
      compound: () => undefined,
    });
    return sum;
  }
}
