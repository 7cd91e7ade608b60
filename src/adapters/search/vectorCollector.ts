import { type SectionVectors, wholeNumbers, wholeText } from '../../domain/search/sectionVectors.js';
import type { Embedder } from '../../ports/searchIndex.js';

/** Collects the vectors of documents in the form in which the index stores them. */
export class VectorCollector {
  readonly #embedder: Embedder;
  readonly #starts = [0];
  #numbers = new Int8Array(1 << 14);
  #length = 0;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** Computes and adds the vectors of documents. @param documents the texts of the sections of each document. */
  async add(documents: readonly (readonly string[])[]): Promise<void> {
    const texts = documents.flat();
    const vectors = await this.#embedder.sections(texts);
    const { dimensions } = this.#embedder;
    let at = 0;
    for (const sections of documents) {
      const own = vectors.slice(at, (at += sections.length));
      for (const vector of own) this.#put(wholeNumbers(vector));
      if (own.length > 1) this.#put(wholeNumbers(wholeText(own)));
      this.#starts.push(this.#length / dimensions);
    }
  }

  collected(): SectionVectors {
    return {
      dimensions: this.#embedder.dimensions,
      numbers: this.#numbers.subarray(0, this.#length),
      starts: Uint32Array.from(this.#starts),
    };
  }

  #put(vector: Int8Array): void {
    const end = this.#length + vector.length;
    if (end > this.#numbers.length) {
      const larger = new Int8Array(Math.max(end, this.#numbers.length * 2));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers.set(vector, this.#length);
    this.#length = end;
  }
}
