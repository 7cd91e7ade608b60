import { ByteReader } from './bytes.js';
import type { Postings } from './postings.js';

/**
 * Takes one term's entries apart, as PostingCollector wrote them: per document its distance to the one before, a mask of
 * fields, their counts, and for stems the size and distances of positions.
 */
export function decodePostings(
  bytes: Uint8Array,
  start: number,
  frequency: number,
  withPositions: boolean,
): Postings {
  const reader = new ByteReader(bytes, start);
  const documents = new Array<number>(frequency);
  const counts = new Array<number>(frequency * 5);
  const places = withPositions ? new Int32Array(frequency * 2) : undefined;
  for (let i = 0, at = 0, document = -1; i < frequency; i++) {
    document += reader.number() + 1;
    documents[i] = document;
    const mask = reader.number();
    for (let field = 0; field < 5; field++) counts[at++] = (mask & (1 << field)) === 0 ? 0 : reader.number();
    if (places === undefined) continue;
    const size = reader.number();
    places[2 * i] = reader.at;
    places[2 * i + 1] = reader.at += size;
  }
  return {
    documents,
    counts,
    positions: (i) => decodePositions(bytes, places?.[2 * i], places?.[2 * i + 1]),
  };
}

function decodePositions(bytes: Uint8Array, start = 0, end = 0): readonly number[] {
  const reader = new ByteReader(bytes, start);
  const positions: number[] = [];
  for (let last = 0; reader.at < end;) positions.push((last += reader.number()));
  return positions;
}
