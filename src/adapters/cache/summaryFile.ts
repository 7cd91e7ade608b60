import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import type { DocumentSummary } from '../../domain/document/specSummary.js';
import type { JsonObject } from '../../domain/value/json.js';
import { hasTexts, isObject } from './shapes.js';
import { asciiJson, sealWritten, unsealWritten } from './sealedColumns.js';
import type { Stamp } from './stamp.js';

/** What is kept of a document: everything listings show. */
export type KeptSummary = readonly [
  path: string,
  title: string,
  frontmatter: JsonObject,
  /** Criteria that are met, and all of them; null where there are none. */
  criteria: readonly [done: number, total: number] | null,
  problem?: DocumentProblem,
];

export function keptSummary(
  path: string,
  { title, frontmatter, criteria, problem }: DocumentSummary,
): KeptSummary {
  const counted = criteria === undefined ? null : ([criteria.done, criteria.total] as const);
  return problem ? [path, title, frontmatter, counted, problem] : [path, title, frontmatter, counted];
}

/** Summaries, of each document the current one before earlier ones, and, at the same places, numbers: the stamps of the files they were read from, and the prints of their frontmatter. */
export interface SummaryRows {
  readonly rows: readonly KeptSummary[];
  /** To a row four as in {@link Stamp}, the print, and where its text begins. */
  readonly numbers: BigInt64Array;
  readonly written: (row: number) => WrittenSummary;
}

/** Numbers to a row. */
export const COLUMNS = 6;
const BEGINS = 5;
const ROW_BYTES = COLUMNS * 8;

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

/** A row to be written: JSON in ASCII, and its numbers. */
export interface WrittenSummary {
  readonly row: string;
  readonly numbers: RowNumbers;
}

/** Of documents that changed since. */
export const MOST_EARLIER = 64;

/**
 * @param earlier what was read of documents before they changed: answers rest on it.
 * @param sections whose task lists were counted.
 */
export function encodeSummaries(
  current: readonly WrittenSummary[],
  earlier: readonly WrittenSummary[],
  sections: readonly string[],
): Uint8Array {
  const written = [...current, ...earlier];
  const numbers = new BigInt64Array(written.length * COLUMNS);
  const texts = [asciiJson(sections), String(current.length)];
  let begins = 1 + texts.join(',').length + 1;
  for (const [i, { row, numbers: own }] of written.entries()) {
    numbers.set(own, i * COLUMNS);
    numbers[i * COLUMNS + BEGINS] = BigInt(begins);
    texts.push(row);
    begins += row.length + 1;
  }
  return sealWritten({ numbers, text: `[${texts.join(',')}]` });
}

export function writtenRow(kept: KeptSummary): string {
  return asciiJson(kept);
}

/** Undefined for anything {@link encodeSummaries} did not write for these sections. */
export function decodeSummaries(bytes: Uint8Array, sections: readonly string[]): SummaryRows | undefined {
  const columns = unsealWritten(bytes);
  if (columns === undefined) return undefined;
  const { numbers, text } = columns;
  const content: unknown = JSON.parse(text);
  if (!Array.isArray(content)) return undefined;
  const [counted, , ...rows] = content as readonly unknown[];
  if (!Array.isArray(counted) || counted.join('\n') !== sections.join('\n')) return undefined;
  if (rows.length * COLUMNS !== numbers.length || !rows.every(isSummary)) return undefined;
  const written = (row: number) => ({
    row: text.slice(...placeOf(row, numbers, text)),
    numbers: numbers.subarray(row * COLUMNS, (row + 1) * COLUMNS),
  });
  return { rows: rows as readonly KeptSummary[], numbers, written };
}

/** Where the text of a row begins and ends. */
function placeOf(row: number, numbers: BigInt64Array, text: string): [begins: number, ends: number] {
  const [begins, next] = [numbers[row * COLUMNS + BEGINS], numbers[(row + 1) * COLUMNS + BEGINS]];
  return [Number(begins), next === undefined ? text.lastIndexOf(']') : Number(next) - 1];
}

/** One document, and the stamps it was and is found with. */
export interface RestampedDocument {
  readonly path: string;
  readonly before: Stamp;
  readonly now: Stamp;
}

/**
 * The file with the new stamps of documents beside the earlier ones, where each has the summary still that is kept for the earlier one;
 * undefined where one has not, or none is kept. Looks at the rows of these documents alone.
 * @param summarize reads a document anew.
 */
export function restamped(
  bytes: Uint8Array,
  documents: readonly RestampedDocument[],
  summarize: (path: string, sections: readonly string[]) => KeptSummary | undefined,
): Uint8Array | undefined {
  const columns = unsealWritten(bytes);
  if (columns === undefined) return undefined;
  let { numbers, text } = columns;
  const [sections, current] = JSON.parse(`${text.slice(0, Number(numbers[BEGINS]) - 1)}]`) as readonly [
    readonly string[],
    number,
  ];
  for (const { path, before, now } of documents) {
    const row = rowOf(numbers, before);
    if (row === undefined) return undefined;
    const kept = text.slice(...placeOf(row, numbers, text));
    const summary = summarize(path, sections);
    if (summary === undefined || writtenRow(summary) !== kept) return undefined;
    if (rowOf(numbers, now) !== undefined) continue;
    const rows = numbers.length / COLUMNS;
    if (rows - current < MOST_EARLIER) {
      const more = new BigInt64Array(numbers.length + COLUMNS);
      more.set(numbers);
      more.copyWithin(numbers.length, row * COLUMNS, (row + 1) * COLUMNS);
      const end = text.lastIndexOf(']');
      more[numbers.length + BEGINS] = BigInt(end + 1);
      text = `${text.slice(0, end)},${kept}]`;
      numbers = more;
    }
    numbers.set(now, row * COLUMNS);
  }
  return sealWritten({ numbers, text });
}

/** Found as bytes: no number of ten thousand rows is looked at. */
function rowOf(numbers: BigInt64Array, stamp: Stamp): number | undefined {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const wanted = Buffer.from(BigInt64Array.from(stamp).buffer);
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 8))
    if (at % ROW_BYTES === 0) return at / ROW_BYTES;
  return undefined;
}
