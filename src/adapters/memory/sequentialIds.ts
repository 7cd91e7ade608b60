import type { IdGenerator } from '../../ports/idGenerator.js';

/** Ids in the order they are asked for: `s000000000000001`, `s000000000000002`, … */
export class SequentialIds implements IdGenerator {
  #specs = 0;
  #nonces = 0;

  specId(): string {
    this.#specs += 1;
    return `s${String(this.#specs).padStart(15, '0')}`;
  }

  nonce(): string {
    this.#nonces += 1;
    return `nonce-${this.#nonces}`;
  }
}
