import type { DocumentProblem } from '../../../domain/document/documentProblem.js';
import type { JsonObject } from '../../../domain/value/json.js';
import { asciiJson, parseAsciiJson, seal, unseal } from './sealedFile.js';
import type { Stamp } from './stamp.js';

/** What is kept of a document: everything listings show. */
export type KeptSummary = readonly [
  path: string,
  title: string,
  frontmatter: JsonObject,
  problem?: DocumentProblem,
];

/** Summaries and, at the same places, the stamps of the files they were read from. */
export interface SummaryRows {
  readonly rows: readonly KeptSummary[];
  /** Four to a row, as in {@link Stamp}. */
  readonly stamps: BigInt64Array;
}

const COLUMNS = 4;

/** Format: docs/cache.md. Times and numbers stand in columns of 64 bits, which need no parsing; the rest is one JSON text. */
export function encodeSummaries(
  entries: readonly { readonly kept: KeptSummary; readonly stamp: Stamp }[],
): Uint8Array {
  const stamps = new BigInt64Array(1 + entries.length * COLUMNS);
  stamps[0] = BigInt(entries.length);
  entries.forEach(({ stamp }, i) => stamps.set(stamp, 1 + i * COLUMNS));
  return seal(Buffer.concat([new Uint8Array(stamps.buffer), asciiJson(entries.map(({ kept }) => kept))]));
}

/** Undefined for anything {@link encodeSummaries} did not write. */
export function decodeSummaries(bytes: Uint8Array): SummaryRows | undefined {
  const content = unseal(bytes);
  if (content === undefined || content.length < 8) return undefined;
  const count = Number(new BigInt64Array(content.buffer, content.byteOffset, 1)[0]);
  const textAt = (1 + count * COLUMNS) * 8;
  if (!Number.isSafeInteger(count) || count < 0 || textAt > content.length) return undefined;
  try {
    const rows = parseAsciiJson(content.subarray(textAt)) as readonly KeptSummary[];
    if (rows.length !== count) return undefined;
    return { rows, stamps: new BigInt64Array(content.buffer, content.byteOffset + 8, count * COLUMNS) };
  } catch {
    return undefined;
  }
}
