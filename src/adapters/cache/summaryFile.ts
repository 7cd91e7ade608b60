import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import type { JsonObject } from '../../domain/value/json.js';
import { hasTexts, isObject } from './shapes.js';
import { sealColumns, unsealColumns } from './sealedColumns.js';
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

function isSummary(row: unknown): boolean {
  if (!Array.isArray(row)) return false;
  const [path, title, frontmatter, problem] = row as unknown[];
  return (
    typeof path === 'string' &&
    typeof title === 'string' &&
    isObject(frontmatter) &&
    (problem === undefined || (isObject(problem) && hasTexts(problem, 'code', 'message')))
  );
}

/** Format: docs/cache.md. */
export function encodeSummaries(
  entries: readonly { readonly kept: KeptSummary; readonly stamp: Stamp }[],
): Uint8Array {
  const stamps = new BigInt64Array(entries.length * COLUMNS);
  entries.forEach(({ stamp }, i) => stamps.set(stamp, i * COLUMNS));
  return sealColumns({ numbers: stamps, content: entries.map(({ kept }) => kept) });
}

/** Undefined for anything {@link encodeSummaries} did not write. */
export function decodeSummaries(bytes: Uint8Array): SummaryRows | undefined {
  const columns = unsealColumns(bytes);
  if (columns === undefined) return undefined;
  const { content: rows, numbers: stamps } = columns;
  const isWhole = Array.isArray(rows) && rows.length * COLUMNS === stamps.length && rows.every(isSummary);
  return isWhole ? { rows: rows as readonly KeptSummary[], stamps } : undefined;
}
