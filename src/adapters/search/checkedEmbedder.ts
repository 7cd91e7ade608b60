import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Embedder } from '../../ports/searchIndex.js';

/** An embedder that somebody else wrote: what it fails to give is told with its name, and never reaches the index. */
export class CheckedEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #embedder: Embedder;

  /** @throws SpectoolError `EMBEDDER_FAILED` when its vectors have no length. */
  constructor(embedder: Embedder) {
    this.id = embedder.id;
    this.dimensions = embedder.dimensions;
    this.#embedder = embedder;
    if (!Number.isInteger(this.dimensions) || this.dimensions < 1)
      throw this.#failed(`says that its vectors have ${String(this.dimensions)} numbers`);
  }

  async sections(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors = await this.#answer(() => this.#embedder.sections(texts));
    if (vectors.length !== texts.length)
      throw this.#failed(`gave ${String(vectors.length)} vectors for ${String(texts.length)} texts`);
    for (const vector of vectors) this.#check(vector);
    return vectors;
  }

  async query(text: string, rarity: (stem: string) => number): Promise<Float32Array> {
    const vector = await this.#answer(() => this.#embedder.query(text, rarity));
    this.#check(vector);
    return vector;
  }

  async #answer<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      throw this.#failed(`failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #check(vector: Float32Array | undefined): void {
    if (vector?.length !== this.dimensions)
      throw this.#failed(
        `gave a vector of ${String(vector?.length)} numbers in place of ${String(this.dimensions)}`,
      );
    if (!vector.every((value) => Number.isFinite(value)))
      throw this.#failed('gave a vector with something in it that is no number');
  }

  #failed(how: string): SpectoolError {
    return new SpectoolError('EMBEDDER_FAILED', `The embedder "${this.id}" ${how}.`, {
      hint: 'Nothing was changed. Correct it, or leave `ports.embedder` out: the word vectors that come with spectool serve then.',
      details: { embedder: this.id },
    });
  }
}
