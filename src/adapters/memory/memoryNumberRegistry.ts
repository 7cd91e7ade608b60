import type { NumberRegistry, NumberReservation } from '../../ports/numberRegistry.js';

/** Reservations within one process. */
export class MemoryNumberRegistry implements NumberRegistry {
  readonly #reserved: Set<number>;

  /** Give several the same set to make them rivals. */
  constructor(reserved = new Set<number>()) {
    this.#reserved = reserved;
  }

  /** Nobody dies alone within one process. */
  sweep(): void {}

  reserve(first: number, isTaken: (candidate: number) => boolean): NumberReservation {
    let sequence = first;
    while (isTaken(sequence) || this.#reserved.has(sequence) || isTaken(sequence)) sequence += 1;
    this.#reserved.add(sequence);
    let held = true;
    return {
      sequence,
      release: () => {
        if (held) this.#reserved.delete(sequence);
        held = false;
      },
    };
  }
}
