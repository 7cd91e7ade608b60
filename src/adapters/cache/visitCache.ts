import type { Told, Visits } from '../../ports/memory.js';
import type { Snapshot } from './snapshot.js';

/**
 * Remembers in the snapshot which log changes each actor has already been shown. A forged entry can only cause a change to be
 * reported as new or left out.
 */
export class VisitCache implements Visits {
  readonly #snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  last(actor: string): Told | undefined {
    const told = this.#section().last(actor);
    return told === undefined ? undefined : new Map(told);
  }

  keep(actor: string, told: Told): void {
    this.#section().put(actor, [...told]);
  }

  #section() {
    return this.#snapshot.section<readonly (readonly [stream: string, time: number])[]>('visits');
  }
}
