import { ByteReader, ByteWriter } from '../../domain/search/postings/byteWriterAndReader.js';
import type { PostingCollector } from '../../domain/search/postings/postingCollector.js';
import { decodePostings } from '../../domain/search/postings/postingList.js';
import type { Postings } from '../../domain/search/postings/postings.js';
import type { SectionVectors } from '../../domain/search/sectionVectors.js';
import {
  bytesToNumbers,
  bytesToText,
  checksum,
  DamagedIndex,
  numbersToBytes,
  type OpenSections,
  openSections,
  packSections,
  type Parts,
} from './indexFileSections.js';

const SECTIONS = 6;
/**
 * Number of sections that are read as a whole: the first key of each block, the numbers of each block, and where vectors begin.
 */
const WHOLE = 3;
const [BLOCKS, LISTS, VECTORS] = [3, 4, 5];
/** Number of values before the vector offsets: the dimensions of a vector, and the checksum of all vectors. */
const VECTOR_HEAD = 2;
const KEYS_IN_BLOCK = 32;
/** Number of values for each block: its offset, its checksum, and the offset of its first posting list. */
const COLUMNS = 3;

interface Term {
  readonly key: string;
  readonly frequency: number;
  /** The range `[start, end)` of the term's posting list, and the checksum of the list. */
  readonly start: number;
  readonly end: number;
  readonly sum: number;
}

/**
 * Encodes the terms of a segment in sorted order, in blocks, with their postings and the vectors of the segment's texts (see
 * docs/lab/search.md). A search reads the list of blocks, the blocks and posting lists of its words, and all vectors; each of
 * these has its own checksum.
 */
export function encodeTerms(collector: Pick<PostingCollector, 'terms'>, vectors: SectionVectors): Uint8Array {
  const encoder = new TextEncoder();
  const lists = new ByteWriter(1 << 20);
  const terms: {
    readonly key: string;
    readonly frequency: number;
    readonly start: number;
    readonly end: number;
  }[] = [];
  for (const { key, frequency, entries } of collector.terms()) {
    const start = lists.length;
    for (const part of entries) lists.bytes(part);
    terms.push({ key, frequency, start, end: lists.length });
    lists.align();
  }
  const blocks = new ByteWriter();
  const numbers: number[] = [];
  const firstKeys: string[] = [];
  const listBytes = lists.view();
  for (let first = 0; first < terms.length; first += KEYS_IN_BLOCK) {
    const block = terms.slice(first, first + KEYS_IN_BLOCK);
    const at = blocks.length;
    const text = encoder.encode(block.map(({ key }) => key).join('\n'));
    blocks.number(text.length);
    blocks.bytes(text);
    for (const { frequency, start, end } of block) {
      blocks.number(frequency);
      blocks.number(end - start);
      blocks.number(checksum(listBytes, start, end));
    }
    blocks.align();
    firstKeys.push(block[0]?.key ?? '');
    numbers.push(at, checksum(blocks.view(), at), block[0]?.start ?? 0);
  }
  numbers.push(blocks.length, 0, lists.length);
  const first = encoder.encode(firstKeys.join('\n'));
  const { dimensions, starts } = vectors;
  const vectorBytes = new Uint8Array(
    vectors.numbers.buffer,
    vectors.numbers.byteOffset,
    vectors.numbers.length,
  );
  const places = numbersToBytes([dimensions, checksum(vectorBytes), ...starts]);
  return packSections([first, numbersToBytes(numbers), places, blocks.view(), listBytes, vectorBytes], WHOLE);
}

/** Reads the postings of single terms from a term file. Only the parts that are needed are read. */
export class TermFile {
  readonly #sections: OpenSections;
  readonly #firstKeys: readonly string[];
  readonly #numbers: Uint32Array;
  readonly #places: Uint32Array;
  readonly #blocks = new Map<number, readonly Term[]>();

  /** @throws DamagedIndex */
  constructor(file: Parts) {
    this.#sections = openSections(file, SECTIONS, WHOLE);
    const [first = NOTHING, numbers = NOTHING, places = NOTHING] = this.#sections.whole;
    this.#firstKeys = first.length === 0 ? [] : bytesToText(first).split('\n');
    this.#numbers = bytesToNumbers(numbers);
    this.#places = bytesToNumbers(places);
    if (this.#numbers.length !== (this.#firstKeys.length + 1) * COLUMNS) throw new DamagedIndex('terms');
  }

  /** Returns the postings of a term; undefined if no document contains it. @throws DamagedIndex */
  find(key: string): Postings | undefined {
    const term = this.#termsOf(this.#blockOf(key)).find((one) => one.key === key);
    return term === undefined ? undefined : this.#postingsOf(term);
  }

  /** Yields every key that begins with `prefix`. @throws DamagedIndex */
  *startingWith(prefix: string): Generator<string> {
    for (let block = Math.max(0, this.#blockOf(prefix)); block < this.#firstKeys.length; block++) {
      for (const { key } of this.#termsOf(block)) {
        if (key.startsWith(prefix)) yield key;
        else if (key > prefix) return;
      }
    }
  }

  /** Returns the vectors of all sections of all documents. @throws DamagedIndex */
  vectors(): SectionVectors {
    const [dimensions = 0, sum = 0] = this.#places;
    const starts = this.#places.subarray(VECTOR_HEAD);
    const bytes = this.#sections.read(VECTORS, 0, (starts.at(-1) ?? 0) * dimensions);
    if (checksum(bytes) !== sum) throw new DamagedIndex('vectors');
    return { dimensions, starts, numbers: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
  }

  /**
   * Returns the number of the block that can contain a key: the last block whose first key is not greater; -1 if there is none.
   */
  #blockOf(key: string): number {
    let [low, high] = [0, this.#firstKeys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#firstKeys[middle] ?? '') <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #termsOf(block: number): readonly Term[] {
    if (block < 0) return [];
    let terms = this.#blocks.get(block);
    if (terms === undefined) this.#blocks.set(block, (terms = this.#read(block)));
    return terms;
  }

  #read(block: number): readonly Term[] {
    const [start = 0, sum = 0, listsStart = 0, end = 0] = this.#numbers.subarray(block * COLUMNS);
    const bytes = this.#sections.read(BLOCKS, start, end);
    if (checksum(bytes) !== sum) throw new DamagedIndex('terms');
    const reader = new ByteReader(bytes);
    const size = reader.number();
    const keys = bytesToText(bytes.subarray(reader.at, reader.at + size)).split('\n');
    reader.at += size;
    let at = listsStart;
    return keys.map((key): Term => {
      const frequency = reader.number();
      const start = at;
      const end = start + reader.number();
      // Round up to a multiple of four, because posting lists are aligned to four bytes.
      at = (end + 3) & ~3;
      return { key, frequency, start, end, sum: reader.number() };
    });
  }

  #postingsOf({ key, frequency, start, end, sum }: Term): Postings {
    const bytes = this.#sections.read(LISTS, start, end);
    if (checksum(bytes) !== sum) throw new DamagedIndex('postings');
    return decodePostings(bytes, 0, frequency, key.startsWith('s'));
  }
}

const NOTHING = new Uint8Array(0);
