import type { ShownChanges, LastVisits } from '../../ports/caches.js';
import type { Snapshot } from './snapshot.js';

/**
 * Stores in the snapshot (the cache file) which changes in the log each actor has already been shown. A forged entry can only
 * cause a change to be shown again or not at all.
 */
export class ShownChangesCache implements LastVisits {
  readonly #snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  last(actor: string): ShownChanges | undefined {
    const told = this.#section().last(actor);
    return told === undefined ? undefined : new Map(told);
  }

  keep(actor: string, told: ShownChanges): void {
    this.#section().put(actor, [...told]);
  }

  #section() {
    return this.#snapshot.section<readonly (readonly [stream: string, time: number])[]>('visits');
  }
}
