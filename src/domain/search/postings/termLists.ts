import { ByteWriter } from './byteWriterAndReader.js';
import type { WordOccurrences } from './wordOccurrences.js';
import { type Run, writeEntry } from './postingList.js';
import type { TermClass } from './postings.js';

/** The postings of one term in their stored form. */
export interface StoredTerm {
  readonly key: string;
  /** The number of documents in which the term occurs. */
  readonly frequency: number;
  /** The entries of the term, in consecutive parts. */
  readonly entries: readonly Uint8Array[];
}

/** The entries for a part of the documents, one term after the other. */
interface Chunk {
  readonly bytes: Uint8Array;
  /** The offset at which the entries of each term begin; the last element is the end of all entries. */
  readonly starts: Int32Array;
}

/** The postings of all terms of one class, written for many documents at a time. */
export class TermLists {
  readonly #termClass: TermClass;
  /** The word of each term, by the term's number. */
  readonly #words: string[] = [];
  readonly #chunks: Chunk[] = [];
  #frequencies = new Int32Array(0);
  /** The last document for which an entry was written, for each term. */
  #last = new Int32Array(0);

  constructor(termClass: TermClass) {
    this.#termClass = termClass;
  }

  /**
   * Adds a term.
   * @returns the number of the new term.
   */
  name(word: string): number {
    return this.#words.push(word) - 1;
  }

  /**
   * Writes the occurrences of further documents, whose numbers are higher than those of all earlier documents.
   * @param terms the number of the term of each occurrence, in this class of terms.
   */
  take(occurrences: WordOccurrences, terms: Int32Array): void {
    const count = this.#words.length;
    this.#frequencies = resized(this.#frequencies, count, 0);
    this.#last = resized(this.#last, count, -1);
    const ends = new Int32Array(count);
    const run = sorted(occurrences, terms, ends);
    const { places } = run;
    const [frequencies, lasts, withPositions] = [this.#frequencies, this.#last, this.#termClass === 's'];
    const bytes = new ByteWriter(1 << 16);
    const starts = new Int32Array(count + 1);
    for (let term = 0, at = 0; term < count; term++) {
      starts[term] = bytes.length;
      const end = ends[term] as number;
      while (at < end) {
        const document = (places[at] as number) >> 3;
        const start = at++;
        while (at < end && (places[at] as number) >> 3 === document) at++;
        writeEntry(bytes, document - (lasts[term] as number) - 1, run, start, at, withPositions);
        lasts[term] = document;
        frequencies[term] = (frequencies[term] as number) + 1;
      }
    }
    starts[count] = bytes.length;
    this.#chunks.push({ bytes: bytes.view().slice(), starts });
  }

  /** Yields every term, by key in ascending order. */
  *terms(): Generator<StoredTerm> {
    const numbers = new Map(this.#words.map((word, term) => [word, term]));
    for (const word of [...numbers.keys()].sort()) {
      const term = numbers.get(word) ?? 0;
      yield {
        key: this.#termClass + word,
        frequency: this.#frequencies[term] ?? 0,
        entries: this.#entriesOf(term),
      };
    }
  }

  #entriesOf(term: number): readonly Uint8Array[] {
    const parts: Uint8Array[] = [];
    for (const { bytes, starts } of this.#chunks) {
      const [start, end] = [starts[term], starts[term + 1]];
      if (end !== undefined && start !== end) parts.push(bytes.subarray(start, end));
    }
    return parts;
  }
}

/**
 * Sorts occurrences by term; occurrences of the same term keep their order. Sets `ends` to the end of each term's occurrences.
 */
function sorted({ length, places, positions }: WordOccurrences, terms: Int32Array, ends: Int32Array): Run {
  for (let i = 0; i < length; i++) ends[terms[i] as number] = (ends[terms[i] as number] as number) + 1;
  for (let term = 0, start = 0; term < ends.length; term++) {
    const size = ends[term] as number;
    ends[term] = start;
    start += size;
  }
  const run = { places: new Int32Array(length), positions: new Int32Array(length) };
  for (let i = 0; i < length; i++) {
    const term = terms[i] as number;
    const at = ends[term] as number;
    run.places[at] = places[i] as number;
    run.positions[at] = positions[i] as number;
    ends[term] = at + 1;
  }
  return run;
}

function resized(numbers: Int32Array, count: number, fill: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(count).fill(fill);
  larger.set(numbers);
  return larger;
}
