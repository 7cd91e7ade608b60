import { ByteReader, ByteWriter } from '../../domain/search/bytes.js';
import type { PostingCollector } from '../../domain/search/postingCollector.js';
import { decodePostings } from '../../domain/search/postingList.js';
import type { Postings } from '../../domain/search/postings.js';
import {
  bytesToNumbers,
  checksum,
  DamagedIndex,
  numbersToBytes,
  packSections,
  unpackSections,
} from './sections.js';

const SECTIONS = 5;

/** The terms of a segment, sorted, and their postings: keys, offsets of keys, offsets of lists, checksums of lists, lists. */
export function encodeTerms(collector: Pick<PostingCollector, 'terms'>): Uint8Array {
  const text = new ByteWriter();
  const lists = new ByteWriter(1 << 20);
  const encoder = new TextEncoder();
  const [keyStarts, listStarts, sums]: [number[], number[], number[]] = [[], [], []];
  for (const { key, frequency, entries } of collector.terms()) {
    keyStarts.push(text.length);
    text.bytes(encoder.encode(key));
    const start = lists.length;
    listStarts.push(start);
    lists.number(frequency);
    lists.bytes(entries);
    sums.push(checksum(lists.view(start)));
  }
  keyStarts.push(text.length);
  listStarts.push(lists.length);
  return packSections([text.view(), ...[keyStarts, listStarts, sums].map(numbersToBytes), lists.view()]);
}

/** Reads postings one term at a time; nothing is decoded that is not asked for. */
export class TermFile {
  readonly #keys: Buffer;
  readonly #keyStarts: Uint32Array;
  readonly #listStarts: Uint32Array;
  readonly #sums: Uint32Array;
  readonly #lists: Uint8Array;

  /** @throws DamagedIndex */
  constructor(bytes: Uint8Array) {
    const [keys, keyStarts, listStarts, sums, lists] = unpackSections(bytes, SECTIONS, 1);
    if (!keys || !keyStarts || !listStarts || !sums || !lists) throw new DamagedIndex('sections');
    this.#keys = Buffer.from(keys.buffer, keys.byteOffset, keys.length);
    [this.#keyStarts, this.#listStarts, this.#sums] = [keyStarts, listStarts, sums].map(bytesToNumbers) as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    this.#lists = lists;
    if (this.#listStarts.length !== this.#sums.length + 1) throw new DamagedIndex('terms');
  }

  /** @throws DamagedIndex */
  find(key: string): Postings | undefined {
    let [low, high] = [0, this.#sums.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#keyAt(middle);
      if (found === key) return this.#listAt(middle);
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Every key that begins so, with the number of its documents. */
  *startingWith(prefix: string): Generator<{ readonly key: string; readonly frequency: number }> {
    let [low, high] = [0, this.#sums.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keyAt(middle) < prefix) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < this.#sums.length; i++) {
      const key = this.#keyAt(i);
      if (!key.startsWith(prefix)) return;
      yield { key, frequency: new ByteReader(this.#lists, this.#listStarts[i] ?? 0).number() };
    }
  }

  #keyAt(i: number): string {
    return this.#keys.toString('utf8', this.#keyStarts[i] ?? 0, this.#keyStarts[i + 1] ?? 0);
  }

  #listAt(i: number): Postings {
    const [start, end] = [this.#listStarts[i] ?? 0, this.#listStarts[i + 1] ?? 0];
    if (checksum(this.#lists.subarray(start, end)) !== this.#sums[i]) throw new DamagedIndex('postings');
    const reader = new ByteReader(this.#lists, start);
    const frequency = reader.number();
    return decodePostings(this.#lists, reader.at, frequency, this.#keyAt(i).startsWith('s'));
  }
}
