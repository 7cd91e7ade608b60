import { ByteReader, type ByteWriter } from './bytes.js';
import type { Postings } from './postings.js';

const FIELDS = 5;
const BODY = 3;
/** The fields of an entry, when it is not this most frequent one. */
const ONCE_IN_BODY = 1;

/**
 * Writes entries of one term: the distance to the document before, doubled, and one more when the term stands there once, in the
 * body, as most do; else a mask of fields and their counts. Then, for stems, the distances between positions.
 */
export class EntryWriter {
  readonly #bytes: ByteWriter;
  readonly #withPositions: boolean;
  readonly #counts = new Int32Array(FIELDS);
  #positions = new Int32Array(64);
  #total = 0;

  constructor(bytes: ByteWriter, withPositions: boolean) {
    this.#bytes = bytes;
    this.#withPositions = withPositions;
  }

  begin(): void {
    this.#counts.fill(0);
    this.#total = 0;
  }

  /** One occurrence; positions ascend. */
  add(field: number, position: number): void {
    this.#counts[field] = (this.#counts[field] as number) + 1;
    if (this.#total === this.#positions.length) {
      const larger = new Int32Array(this.#total * 2);
      larger.set(this.#positions);
      this.#positions = larger;
    }
    this.#positions[this.#total++] = position;
  }

  /** @param passed how many documents lie between the one before and this. */
  write(passed: number): void {
    const bytes = this.#bytes;
    if (this.#total === 1 && this.#counts[BODY] === 1) bytes.number(passed * 2 + ONCE_IN_BODY);
    else {
      bytes.number(passed * 2);
      let mask = 0;
      for (let field = 0; field < FIELDS; field++) if (this.#counts[field] !== 0) mask |= 1 << field;
      bytes.number(mask);
      for (let field = 0; field < FIELDS; field++) {
        if (this.#counts[field] !== 0) bytes.number(this.#counts[field] as number);
      }
    }
    if (!this.#withPositions) return;
    for (let i = 0, last = 0; i < this.#total; i++) {
      const position = this.#positions[i] as number;
      bytes.number(position - last);
      last = position;
    }
  }
}

/** Takes one term's entries apart, as {@link EntryWriter} wrote them. */
export function decodePostings(
  bytes: Uint8Array,
  start: number,
  frequency: number,
  withPositions: boolean,
): Postings {
  const reader = new ByteReader(bytes, start);
  const documents = new Array<number>(frequency);
  const counts = new Array<number>(frequency * FIELDS);
  /** Where each document's positions begin. */
  const places = new Int32Array(withPositions ? frequency : 0);
  for (let i = 0, at = 0, document = -1; i < frequency; i++, at += FIELDS) {
    const head = reader.number();
    document += Math.floor(head / 2) + 1;
    documents[i] = document;
    for (let field = 0; field < FIELDS; field++) counts[at + field] = 0;
    let total = 1;
    if (head % 2 === ONCE_IN_BODY) counts[at + BODY] = 1;
    else total = readCounts(reader, counts, at);
    if (!withPositions) continue;
    places[i] = reader.at;
    reader.pass(total);
  }
  return {
    documents,
    counts,
    positions: (i) => (withPositions ? decodePositions(bytes, places[i], counts, i * FIELDS) : []),
  };
}

/** @returns how often the term stands in the document. */
function readCounts(reader: ByteReader, counts: number[], at: number): number {
  const mask = reader.number();
  let total = 0;
  for (let field = 0; field < FIELDS; field++) {
    if ((mask & (1 << field)) === 0) continue;
    const count = reader.number();
    counts[at + field] = count;
    total += count;
  }
  return total;
}

function decodePositions(
  bytes: Uint8Array,
  start: number | undefined,
  counts: readonly number[],
  at: number,
): readonly number[] {
  if (start === undefined) return [];
  const reader = new ByteReader(bytes, start);
  const positions: number[] = [];
  let total = 0;
  for (let field = 0; field < FIELDS; field++) total += counts[at + field] ?? 0;
  for (let i = 0, last = 0; i < total; i++) positions.push((last += reader.number()));
  return positions;
}
