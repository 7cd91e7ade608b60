import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Embedder } from '../../ports/searchIndex.js';

/**
 * Checks the results of an external embedder (a program that turns texts into vectors), so that wrong results are reported with
 * the embedder's name and never reach the index.
 */
export class CheckedEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #embedder: Embedder;

  /** @throws SpectoolError `EMBEDDER_FAILED` if `dimensions` is not a positive integer. */
  constructor(embedder: Embedder) {
    this.id = embedder.id;
    this.dimensions = embedder.dimensions;
    this.#embedder = embedder;
    if (!Number.isInteger(this.dimensions) || this.dimensions < 1)
      throw this.#failed(
        `has \`dimensions\` ${String(this.dimensions)}, which is not a whole number above 0`,
      );
  }

  async sections(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors = await this.#answer(() => this.#embedder.sections(texts));
    if (vectors.length !== texts.length)
      throw this.#failed(`returned ${String(vectors.length)} vectors for ${String(texts.length)} texts`);
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
        `returned a vector of ${String(vector?.length)} numbers instead of ${String(this.dimensions)}`,
      );
    if (!vector.every((value) => Number.isFinite(value)))
      throw this.#failed('returned a vector with a value that is not a number');
  }

  #failed(how: string): SpectoolError {
    return new SpectoolError('EMBEDDER_FAILED', `The embedder "${this.id}" ${how}.`, {
      hint: 'Correct the embedder, or leave `ports.embedder` out to use the built-in word vectors.',
      details: { embedder: this.id },
    });
  }
}
