import type { Inspection } from '../../../domain/validation/inspection.js';
import type { SeenFolder } from './evidence.js';
import { asciiJson, parseAsciiJson, seal, unseal } from './sealedFile.js';

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
  const columns = new BigInt64Array(1 + stamps.length);
  columns[0] = BigInt(stamps.length);
  columns.set(stamps, 1);
  return seal(Buffer.concat([new Uint8Array(columns.buffer), asciiJson(head)]));
}

/** Undefined for anything {@link encodeInspections} did not write, and for findings by other rules. */
export function decodeInspections(bytes: Uint8Array, rules: string): InspectionRows | undefined {
  const content = unseal(bytes);
  if (content === undefined || content.length < 8) return undefined;
  const count = Number(new BigInt64Array(content.buffer, content.byteOffset, 1)[0]);
  const textAt = (1 + count) * 8;
  if (!Number.isSafeInteger(count) || count < 0 || textAt > content.length) return undefined;
  try {
    const head = parseAsciiJson(content.subarray(textAt)) as Head;
    const wanted = head.rows.reduce((sum, [, , folders]) => sum + stampCount(folders), 0) * 4;
    if (head.rules !== rules || wanted !== count) return undefined;
    return { rows: head.rows, stamps: new BigInt64Array(content.buffer, content.byteOffset + 8, count) };
  } catch {
    return undefined;
  }
}
