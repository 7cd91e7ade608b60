import type { Inspection } from '../../domain/findings/inspection.js';
import type { SeenFolder } from './evidence.js';
import { sealColumns, unsealColumns } from './sealedColumns.js';

/** What was found in a spec, and the folders it was found in. */
export type KeptInspection = readonly [path: string, inspection: Inspection, folders: readonly SeenFolder[]];

/** Inspections and the stamps of all they were made from, four numbers each, in the order of the rows. */
export interface InspectionRows {
  readonly rows: readonly KeptInspection[];
  readonly stamps: BigInt64Array;
}

interface Head {
  readonly rules: string;
  readonly rows: readonly KeptInspection[];
}

/** How many stamps belong to a row: one for every folder that is there, one for every file in it. */
export function stampCount(folders: readonly SeenFolder[]): number {
  return folders.reduce((sum, [, names]) => (names === null ? sum : sum + 1 + names.length), 0);
}

/** Format: docs/cache.md. */
export function encodeInspections(rules: string, { rows, stamps }: InspectionRows): Uint8Array {
  const head: Head = { rules, rows };
  return sealColumns({ numbers: stamps, content: head });
}

/** Undefined for anything {@link encodeInspections} did not write, and for findings by other rules. */
export function decodeInspections(bytes: Uint8Array, rules: string): InspectionRows | undefined {
  const columns = unsealColumns(bytes);
  if (columns === undefined) return undefined;
  const head = columns.content as Head;
  const wanted = head.rows.reduce((sum, [, , folders]) => sum + stampCount(folders), 0) * 4;
  if (head.rules !== rules || wanted !== columns.numbers.length) return undefined;
  return { rows: head.rows, stamps: columns.numbers };
}
