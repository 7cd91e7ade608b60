import type { ActorSource } from '../../ports/actorSource.js';

/** Always the same person. */
export class FixedActor implements ActorSource {
  readonly #name: string;

  constructor(name = 'tester') {
    this.#name = name;
  }

  actor(): string {
    return this.#name;
  }
}
