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
  /** Rows from one on to before another, as they are written. */
  readonly written: (from: number, end: number) => WrittenSummaries;
}

/** Numbers to a row. */
export const COLUMNS = 6;
const BEGINS = 5;
const ROW_BYTES = COLUMNS * 8;

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

/** Rows that follow each other: their JSON in ASCII with commas between them, and six numbers to a row. */
export interface WrittenSummaries {
  readonly text: string;
  readonly numbers: BigInt64Array;
}

/** Of documents that changed since. */
export const MOST_EARLIER = 64;

/**
 * Where little was read anew, much is copied in few steps.
 * @param earlier what was read of documents before they changed: answers rest on it.
 * @param sections whose task lists were counted.
 */
export function encodeSummaries(
  current: readonly WrittenSummaries[],
  earlier: readonly WrittenSummaries[],
  sections: readonly string[],
): Uint8Array {
  const rowsOf = (runs: readonly WrittenSummaries[]) =>
    runs.reduce((sum, { numbers }) => sum + numbers.length, 0) / COLUMNS;
  const [rows, before] = [rowsOf(current), rowsOf(earlier)];
  const numbers = new BigInt64Array((rows + before) * COLUMNS);
  const texts = [asciiJson(sections), String(rows)];
  let begins = 1 + texts.join(',').length + 1;
  let at = 0;
  for (const { text, numbers: own } of [...current, ...earlier]) {
    numbers.set(own, at);
    const moved = BigInt(begins) - (own[BEGINS] ?? 0n);
    const end = at + own.length;
    for (let row = at; row < end; row += COLUMNS)
      numbers[row + BEGINS] = (numbers[row + BEGINS] as bigint) + moved;
    at = end;
    texts.push(text);
    begins += text.length + 1;
  }
  return sealWritten({ numbers, text: `[${texts.join(',')}]` });
}

export function writtenRow(kept: KeptSummary): string {
  return asciiJson(kept);
}

/** @param print of the frontmatter. */
export function writtenSummary(kept: KeptSummary, stamp: Stamp, print: number): WrittenSummaries {
  return { text: writtenRow(kept), numbers: BigInt64Array.of(...stamp, BigInt(print), 0n) };
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
  const written = (from: number, end: number) => ({
    text: text.slice(placeOf(from, numbers, text)[0], placeOf(end - 1, numbers, text)[1]),
    numbers: numbers.subarray(from * COLUMNS, end * COLUMNS),
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

/** A row as it is to be kept, and the print of its frontmatter. */
export interface ReadSummary {
  readonly kept: KeptSummary;
  readonly print: number;
}

/**
 * The file with the rows that documents have now beside their earlier ones; undefined where none is kept of one, or it is not to be kept.
 * Looks at the rows of these documents alone.
 * @param read reads a document anew; undefined: it is not to be kept. @param before as it was kept.
 */
export function withReadAgain(
  bytes: Uint8Array,
  documents: readonly RestampedDocument[],
  read: (path: string, sections: readonly string[], before: string) => ReadSummary | undefined,
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
    const [begins, ends] = placeOf(row, numbers, text);
    const kept = text.slice(begins, ends);
    const found = read(path, sections, kept);
    if (found === undefined) return undefined;
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
    numbers.set([...now, BigInt(found.print)], row * COLUMNS);
    const written = writtenRow(found.kept);
    if (written === kept) continue;
    text = text.slice(0, begins) + written + text.slice(ends);
    const moved = BigInt(written.length - kept.length);
    for (let at = (row + 1) * COLUMNS + BEGINS; at < numbers.length; at += COLUMNS)
      numbers[at] = (numbers[at] as bigint) + moved;
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
