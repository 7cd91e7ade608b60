/** Finds rows by path. They stand in the order of the last pass, which is the order of the next one too, mostly. */
export class KeptRows {
  readonly #pathOf: (row: number) => string | undefined;
  readonly #count: number;
  #next = 0;
  #byPath: Map<string, number> | undefined;

  constructor(count: number, pathOf: (row: number) => string | undefined) {
    this.#count = count;
    this.#pathOf = pathOf;
  }

  /** -1 where there is none. */
  rowOf(path: string): number {
    if (this.#pathOf(this.#next) !== path) {
      // Of several rows of one path the first is meant.
      this.#byPath ??= new Map(
        Array.from({ length: this.#count }, (_, i) => {
          const row = this.#count - 1 - i;
          return [this.#pathOf(row) ?? '', row];
        }),
      );
      const found = this.#byPath.get(path);
      if (found === undefined) return -1;
      this.#next = found;
    }
    this.#next += 1;
    return this.#next - 1;
  }
}
