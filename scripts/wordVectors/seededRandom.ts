/** Seeded random numbers: xorshift with 32 bits. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) | 1;
    for (let i = 0; i < 8; i++) this.next();
  }

  /** Returns a number in [0, 1). */
  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 0x1_0000_0000;
  }

  /** Returns an integer in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Returns the integers from 0 to `count - 1` in runs of `length` consecutive integers; the runs are in random order. */
  shuffledRuns(count: number, length: number): Int32Array {
    const runs = Int32Array.from({ length: Math.ceil(count / length) }, (_, i) => i);
    for (let i = runs.length - 1; i > 0; i--) {
      const other = this.below(i + 1);
      const run = runs[i] as number;
      runs[i] = runs[other] as number;
      runs[other] = run;
    }
    const order = new Int32Array(count);
    let at = 0;
    for (const run of runs)
      for (let i = run * length; i < Math.min(count, (run + 1) * length); i++) order[at++] = i;
    return order;
  }
}
