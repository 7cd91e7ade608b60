import { FINDING_CODES, SEVERITIES } from '../../domain/findings/finding.js';
import type { Inspection } from '../../domain/findings/inspection.js';
import { isProjectPath } from '../../domain/naming/projectPath.js';
import type { SeenFolder } from './evidence.js';
import { hasTexts, isObject, isTexts } from './shapes.js';
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
  const { content: head } = columns;
  if (!isHead(head) || head.rules !== rules) return undefined;
  const wanted = head.rows.reduce((sum, [, , folders]) => sum + stampCount(folders), 0) * 4;
  return wanted === columns.numbers.length ? { rows: head.rows, stamps: columns.numbers } : undefined;
}

function isHead(value: unknown): value is Head {
  return (
    isObject(value) &&
    hasTexts(value, 'rules') &&
    Array.isArray(value['rows']) &&
    value['rows'].every(isInspected)
  );
}

function isInspected(row: unknown): boolean {
  if (!Array.isArray(row)) return false;
  const [path, inspection, folders] = row as unknown[];
  return (
    typeof path === 'string' && isInspection(inspection) && Array.isArray(folders) && folders.every(isFolder)
  );
}

function isFolder(folder: unknown): boolean {
  if (!Array.isArray(folder)) return false;
  const [path, names] = folder as unknown[];
  return typeof path === 'string' && (names === null || isTexts(names));
}

function isInspection(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { document, path, findings, logFindings, links, stream, latest, oversized } = value;
  return (
    isObject(document) &&
    hasTexts(document, 'title') &&
    isObject(document['frontmatter']) &&
    (document['problem'] === undefined ||
      (isObject(document['problem']) && hasTexts(document['problem'], 'code', 'message'))) &&
    typeof path === 'string' &&
    isProjectPath(path) &&
    areFindings(findings) &&
    areFindings(logFindings) &&
    Array.isArray(links) &&
    links.every((link: unknown) => Array.isArray(link) && typeof link[0] === 'string') &&
    [stream, latest].every((text) => text === undefined || typeof text === 'string') &&
    (oversized === undefined || typeof oversized === 'number')
  );
}

function areFindings(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isObject(one) &&
        hasTexts(one, 'severity', 'code', 'file', 'message') &&
        isOneOf(SEVERITIES, one['severity']) &&
        isOneOf(FINDING_CODES, one['code']),
    )
  );
}

/** What is printed as it is must be one of ours. */
function isOneOf(known: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && known.includes(value);
}
