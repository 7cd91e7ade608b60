import type { WordPlace } from './wordBounds.js';

/** The number of characters of a word that are read; further characters are ignored. */
export const LONGEST_WORD = 100;

/**
 * Assigns numbers to written words, from 0 in order of first use. A word is looked up at its place in the text, because
 * extracting and hashing it for a Map would take most of the time of indexing.
 */
export class WordTable {
  /** A hash table with linear probing. A slot contains the number of a word plus 1; 0 means that the slot is free. */
  #slots = new Int32Array(1 << 10);
  #hashes = new Int32Array(1 << 9);
  /** The end of each word in `#letters`; a word begins at the end of the previous word. */
  #ends = new Int32Array(1 << 9);
  #letters = new Uint16Array(1 << 12);
  #count = 0;

  /** The number of words in the table. */
  get count(): number {
    return this.#count;
  }

  /** Returns the number of a word; a new word gets the next number. */
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

  /** Returns a word as a new string, because a substring would keep the whole text in memory. */
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

  /** Grows the tables, so that at most half of the slots are used. */
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
