import { ByteWriter } from './byteWriterAndReader.js';
import { decodePostings } from './postingList.js';
import type { PostingCollector } from './postingCollector.js';
import { NO_POSTINGS, type Postings, type PostingSource, type TermClass } from './postings.js';

/** An index in memory, for few documents and for experiments. */
export class MemoryPostings implements PostingSource {
  readonly documentCount: number;
  readonly capacity: number;
  readonly averageLength: number;
  readonly averageLead: number;
  readonly #terms = new Map<string, { readonly frequency: number; readonly entries: Uint8Array }>();
  readonly #decoded = new Map<string, Postings>();
  readonly #lengths: readonly number[];
  readonly #leads: readonly number[];

  constructor(collector: PostingCollector) {
    for (const { key, frequency, entries } of collector.terms()) {
      const whole = new ByteWriter(64);
      for (const part of entries) whole.bytes(part);
      this.#terms.set(key, { frequency, entries: whole.view() });
    }
    const { lengths, leads } = collector;
    this.#lengths = lengths;
    this.#leads = leads;
    this.documentCount = this.capacity = lengths.length;
    const average = (all: readonly number[]) =>
      all.reduce((sum, length) => sum + length, 0) / (all.length || 1);
    this.averageLength = average(lengths);
    this.averageLead = average(leads);
  }

  lengthOf(document: number): number {
    return this.#lengths[document] ?? 0;
  }

  leadOf(document: number): number {
    return this.#leads[document] ?? 0;
  }

  postings(termClass: TermClass, word: string): Postings {
    const key = termClass + word;
    const known = this.#decoded.get(key);
    if (known !== undefined) return known;
    const term = this.#terms.get(key);
    const postings =
      term === undefined ? NO_POSTINGS : decodePostings(term.entries, 0, term.frequency, termClass === 's');
    this.#decoded.set(key, postings);
    return postings;
  }

  /** Yields the key of each term, with the number of documents that contain the term. */
  *keys(): Generator<readonly [key: string, frequency: number]> {
    for (const [key, { frequency }] of this.#terms) yield [key, frequency];
  }
}
