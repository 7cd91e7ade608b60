import type { Postings } from '../../domain/search/postings.js';
import type { PostingCollector } from '../../domain/search/memoryPostings.js';
import { ByteReader, ByteWriter } from './varint.js';
import {
  bytesToNumbers,
  checksum,
  DamagedIndex,
  numbersToBytes,
  packSections,
  unpackSections,
} from './sections.js';

const SECTIONS = 5;

/**
 * The terms of a segment, sorted, and their postings: keys, offsets of keys, offsets of lists, checksums of lists, lists.
 * A list: number of documents; per document its distance to the one before, a mask of fields, the counts, and for stems the
 * bytes and distances of positions.
 */
export function encodeTerms({ terms }: Pick<PostingCollector, 'terms'>): Uint8Array {
  const keys = [...terms.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const text = new ByteWriter();
  const lists = new ByteWriter();
  const positions = new ByteWriter();
  const encoder = new TextEncoder();
  const [keyStarts, listStarts, sums]: [number[], number[], number[]] = [[], [], []];
  for (const key of keys) {
    keyStarts.push(text.length);
    text.bytes(encoder.encode(key));
    const start = lists.length;
    listStarts.push(start);
    const occurrences = terms.get(key) ?? [];
    lists.number(occurrences.length);
    let before = -1;
    for (const { document, counts, positions: places } of occurrences) {
      lists.number(document - before - 1);
      before = document;
      lists.number(counts.reduce((mask, count, field) => (count > 0 ? mask | (1 << field) : mask), 0));
      for (const count of counts) if (count > 0) lists.number(count);
      if (!key.startsWith('s')) continue;
      positions.length = 0;
      let last = 0;
      for (const place of places) {
        positions.number(place - last);
        last = place;
      }
      lists.number(positions.length);
      lists.bytes(positions.view());
    }
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
    const [keys, keyStarts, listStarts, sums, lists] = unpackSections(bytes, SECTIONS, { unchecked: true });
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
    return decodeList(this.#lists, start, this.#keyAt(i).startsWith('s'));
  }
}

function decodeList(bytes: Uint8Array, start: number, withPositions: boolean): Postings {
  const reader = new ByteReader(bytes, start);
  const size = reader.number();
  const documents = new Array<number>(size);
  const counts = new Array<number>(size * 5);
  const places: number[] = [];
  for (let i = 0, document = -1; i < size; i++) {
    document += reader.number() + 1;
    documents[i] = document;
    const mask = reader.number();
    for (let field = 0; field < 5; field++) counts[i * 5 + field] = mask & (1 << field) ? reader.number() : 0;
    if (!withPositions) continue;
    const length = reader.number();
    places.push(reader.at, reader.at + length);
    reader.at += length;
  }
  return { documents, counts, positions: (i) => decodePositions(bytes, places[2 * i], places[2 * i + 1]) };
}

function decodePositions(bytes: Uint8Array, start = 0, end = 0): readonly number[] {
  const reader = new ByteReader(bytes, start);
  const positions: number[] = [];
  for (let last = 0; reader.at < end;) positions.push((last += reader.number()));
  return positions;
}
