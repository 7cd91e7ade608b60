import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import type { JsonObject } from '../../domain/value/json.js';
import { hasTexts, isObject } from './shapes.js';
import { sealColumns, unsealColumns } from './sealedColumns.js';

/** What is kept of a document: everything listings show. */
export type KeptSummary = readonly [
  path: string,
  title: string,
  frontmatter: JsonObject,
  /** Criteria that are met, and all of them; null where there are none. */
  criteria: readonly [done: number, total: number] | null,
  problem?: DocumentProblem,
];

/** Summaries and, at the same places, numbers: the stamps of the files they were read from, and the prints of their frontmatter. */
export interface SummaryRows {
  readonly rows: readonly KeptSummary[];
  /** To a row four as in {@link Stamp}, and the print. */
  readonly numbers: BigInt64Array;
}

/** Numbers to a row. */
export const COLUMNS = 5;

/** Of one row: its stamp, and the print. */
export type RowNumbers = ArrayLike<bigint>;

function isSummary(row: unknown): boolean {
  if (!Array.isArray(row)) return false;
  const [path, title, frontmatter, criteria, problem] = row as unknown[];
  return (
    typeof path === 'string' &&
    typeof title === 'string' &&
    isObject(frontmatter) &&
    (criteria === null || isProgress(criteria)) &&
    (problem === undefined || (isObject(problem) && hasTexts(problem, 'code', 'message')))
  );
}

function isProgress(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(Number.isSafeInteger)) return false;
  const [done = 0, total = 0] = value as readonly number[];
  return done >= 0 && done <= total && total > 0;
}

/**
 * Format: docs/cache.md.
 * @param sections whose task lists were counted.
 */
export function encodeSummaries(
  entries: readonly { readonly kept: KeptSummary; readonly numbers: RowNumbers }[],
  sections: readonly string[],
): Uint8Array {
  const numbers = new BigInt64Array(entries.length * COLUMNS);
  entries.forEach((entry, i) => numbers.set(entry.numbers, i * COLUMNS));
  return sealColumns({ numbers, content: [sections, ...entries.map(({ kept }) => kept)] });
}

/** Undefined for anything {@link encodeSummaries} did not write for these sections. */
export function decodeSummaries(bytes: Uint8Array, sections: readonly string[]): SummaryRows | undefined {
  const columns = unsealColumns(bytes);
  if (columns === undefined || !Array.isArray(columns.content)) return undefined;
  const { content, numbers } = columns;
  const [counted, ...rows] = content as readonly unknown[];
  if (!Array.isArray(counted) || counted.join('\n') !== sections.join('\n')) return undefined;
  const isWhole = rows.length * COLUMNS === numbers.length && rows.every(isSummary);
  return isWhole ? { rows: rows as readonly KeptSummary[], numbers } : undefined;
}
