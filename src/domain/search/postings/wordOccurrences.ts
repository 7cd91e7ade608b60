/** The occurrences of words in the order of the text, document after document. `TermLists` sorts them by term later. */
export class WordOccurrences {
  length = 0;
  /** The number of the term of each occurrence. */
  terms = new Int32Array(1 << 10);
  /** The place of each occurrence: document number × 8 + search field. */
  places = new Int32Array(1 << 10);
  positions = new Int32Array(1 << 10);

  add(term: number, place: number, position: number): void {
    if (this.length === this.terms.length) {
      this.terms = doubled(this.terms);
      this.places = doubled(this.places);
      this.positions = doubled(this.positions);
    }
    this.terms[this.length] = term;
    this.places[this.length] = place;
    this.positions[this.length++] = position;
  }

  clear(): void {
    this.length = 0;
  }
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
