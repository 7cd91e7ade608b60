import type { WordPlace } from './wordBounds.js';

/** More of a word does not count. */
export const LONGEST_WORD = 100;

/**
 * Numbers for written words, from 0 in the order they come. A word is looked up where it stands in its text: to cut it out
 * and hash it again, as a Map would have it, takes most of the time of indexing.
 */
export class WordTable {
  /** Number + 1 of the word at a hash, or at one of the places behind it; 0 is free. */
  #slots = new Int32Array(1 << 10);
  #hashes = new Int32Array(1 << 9);
  /** Where a word's letters end in `#letters`; they begin where the one before ends. */
  #ends = new Int32Array(1 << 9);
  #letters = new Uint16Array(1 << 12);
  #count = 0;

  /** How many words it knows. */
  get count(): number {
    return this.#count;
  }

  /** The word's number, a new one when it was not known: the count of before. */
  numberOf(text: string, { start, end, hash }: WordPlace): number {
    const length = end - start < LONGEST_WORD ? end - start : LONGEST_WORD;
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) return this.#add(text, start, length, hash, slot);
      if (this.#hashes[number] === hash && this.#isAt(number, text, start, length)) return number;
      slot = (slot + 1) & mask;
    }
  }

  /** A known word, in a string of its own: a part of a text may hold on to the whole of it. */
  wordOf(number: number): string {
    return String.fromCharCode(...this.#letters.subarray(this.#ends[number - 1] ?? 0, this.#ends[number]));
  }

  #isAt(number: number, text: string, start: number, length: number): boolean {
    const from = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    if ((this.#ends[number] ?? 0) - from !== length) return false;
    for (let i = 0; i < length; i++) {
      if (this.#letters[from + i] !== text.charCodeAt(start + i)) return false;
    }
    return true;
  }

  #add(text: string, start: number, length: number, hash: number, slot: number): number {
    const number = this.#count++;
    const from = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    if (from + length > this.#letters.length) this.#letters = doubled(this.#letters, Uint16Array);
    for (let i = 0; i < length; i++) this.#letters[from + i] = text.charCodeAt(start + i);
    this.#ends[number] = from + length;
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (this.#count === this.#hashes.length) this.#grow();
    return number;
  }

  /** At most half of the slots are in use. */
  #grow(): void {
    this.#hashes = doubled(this.#hashes, Int32Array);
    this.#ends = doubled(this.#ends, Int32Array);
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      const hash = this.#hashes[number] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function doubled<T extends Int32Array | Uint16Array>(numbers: T, Kind: new (length: number) => T): T {
  const larger = new Kind(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
