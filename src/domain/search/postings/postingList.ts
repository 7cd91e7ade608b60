import { FIELD_COUNT, SEARCH_FIELDS } from '../searchFields.js';
import { ByteReader, type ByteWriter } from './byteWriterAndReader.js';
import type { Postings } from './postings.js';

const BODY = SEARCH_FIELDS.indexOf('body');
/**
 * Marks the entry of a term that occurs once in the document, in its body, which is the most frequent case. Other entries list
 * the fields in which the term occurs.
 */
const ONCE_IN_BODY = 1;

/** Occurrences of terms, sorted by term. */
export interface Run {
  /** The place of each occurrence: document number × 8 + search field. */
  readonly places: Int32Array;
  readonly positions: Int32Array;
}

/**
 * Writes the entry of a term for one document with the occurrences `[start, end)`. The entry begins with twice the distance to
 * the previous document. If the term occurs only once, in the body, 1 is added; if not, a mask of fields and the count in each
 * field follow. For stems, the distances between positions come last.
 * @param passed the number of documents between the previous document with the term and this document.
 */
export function writeEntry(
  bytes: ByteWriter,
  passed: number,
  { places, positions }: Run,
  start: number,
  end: number,
  withPositions: boolean,
): void {
  if (end - start === 1 && ((places[start] as number) & 7) === BODY) bytes.number(passed * 2 + ONCE_IN_BODY);
  else {
    bytes.number(passed * 2);
    writeCounts(bytes, places, start, end);
  }
  if (!withPositions) return;
  for (let i = start, last = 0; i < end; i++) {
    const position = positions[i] as number;
    bytes.number(position - last);
    last = position;
  }
}

function writeCounts(bytes: ByteWriter, places: Int32Array, start: number, end: number): void {
  let mask = 0;
  for (let i = start; i < end; i++) mask |= 1 << ((places[i] as number) & 7);
  bytes.number(mask);
  for (let i = start; i < end;) {
    const place = places[i] as number;
    const first = i;
    while (i < end && places[i] === place) i++;
    bytes.number(i - first);
  }
}

/** Reads the entries of one term, as {@link writeEntry} wrote them. */
export function decodePostings(
  bytes: Uint8Array,
  start: number,
  frequency: number,
  withPositions: boolean,
): Postings {
  const reader = new ByteReader(bytes, start);
  const documents = new Array<number>(frequency);
  const counts = new Array<number>(frequency * FIELD_COUNT).fill(0);
  /** The offset at which the positions of each document begin. */
  const places = new Int32Array(withPositions ? frequency : 0);
  for (let i = 0, at = 0, document = -1; i < frequency; i++, at += FIELD_COUNT) {
    const head = reader.number();
    document += Math.floor(head / 2) + 1;
    documents[i] = document;
    let total = 1;
    if (head % 2 === ONCE_IN_BODY) counts[at + BODY] = 1;
    else total = readCounts(reader, counts, at);
    if (!withPositions) continue;
    places[i] = reader.at;
    reader.pass(total);
  }
  const reading = new ByteReader(bytes);
  return {
    documents,
    counts,
    positions: (i) => (withPositions ? positionsAt(reading, places[i], counts, i * FIELD_COUNT) : []),
  };
}

/**
 * Reads the number of occurrences in each search field of a document.
 * @returns the number of occurrences in the whole document.
 */
function readCounts(reader: ByteReader, counts: number[], at: number): number {
  const mask = reader.number();
  let total = 0;
  for (let field = 0; field < FIELD_COUNT; field++) {
    if ((mask & (1 << field)) === 0) continue;
    const count = reader.number();
    counts[at + field] = count;
    total += count;
  }
  return total;
}

function positionsAt(
  reader: ByteReader,
  start: number | undefined,
  counts: readonly number[],
  at: number,
): readonly number[] {
  if (start === undefined) return [];
  let total = 0;
  for (let field = 0; field < FIELD_COUNT; field++) total += counts[at + field] as number;
  const positions = new Array<number>(total);
  reader.at = start;
  for (let i = 0, last = 0; i < total; i++) positions[i] = last += reader.number();
  return positions;
}
