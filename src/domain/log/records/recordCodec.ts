import { versionFor } from '../../spec/specEvents.js';
import { isJsonObject, type JsonValue } from '../../value/jsonValue.js';
import { isClock } from '../logSummary.js';
import { canonicalJson } from '../textHash.js';
import type { LogRecord, NewRecord } from './record.js';

/** The fewest log files that packing must save. Below, neither git nor the disk notices the files. */
const FEWEST_SAVED = 2000;
/** The part of the log files that packing must save, so that each packing is worth a commit. */
const SMALLEST_SHARE = 0.2;
/** Minimum number of single record files in a log for which a pack is made. */
export const FEWEST_TO_PACK = 4;

/** What packing would do to the log of a project: `files` become `packs`. */
interface PackingGain {
  readonly files: number;
  readonly packs: number;
}

/**
 * Returns what packing would do, if it pays. It pays where a log has many changes, not where a project has many specs, because a
 * log of one to three files is not packed.
 * @param logs the number of files in each log that a pack would replace; undefined if there are too few.
 */
export function packingGain(
  logs: Iterable<{ readonly unpacked?: number | undefined }>,
): PackingGain | undefined {
  let [files, packs, others] = [0, 0, 0];
  for (const { unpacked = 0 } of logs) {
    if (unpacked < FEWEST_TO_PACK) others += 1;
    else [files, packs] = [files + unpacked, packs + 1];
  }
  const saved = files - packs;
  // A log has at least one file, so this is the highest possible share.
  const share = saved / (files + others);
  return saved >= FEWEST_SAVED && share >= SMALLEST_SHARE ? { files, packs } : undefined;
}

type Sha256 = (text: string) => string;

/** Returns the record with its version, and with its id, which is a hash of the content. */
export function sealRecord(record: NewRecord, sha256: Sha256): LogRecord {
  const sealed = { v: versionFor(record.events), ...record };
  return { ...sealed, id: sha256(canonicalJson(sealed as unknown as JsonValue)) };
}

/** Returns a record as one line of canonical JSON with a line end: the content of a log file. */
export function encodeRecord(record: LogRecord): string {
  return `${canonicalJson(record as unknown as JsonValue)}\n`;
}

/** Returns the name of a record's file: `<lamport, 8 digits>-<first 16 hex digits of the id>.json`. */
export function recordFileName(record: Pick<LogRecord, 'lamport' | 'id'>): string {
  return `${String(record.lamport).padStart(8, '0')}-${record.id.slice(0, 16)}.json`;
}

type DecodedRecord =
  | { readonly record: LogRecord; readonly damage?: string }
  | { readonly record?: never; readonly damage: string };

/** Returns the records in the texts of log files, without checking their ids; lines that are not records are skipped. */
export function decodeRecords(texts: readonly string[]): readonly LogRecord[] {
  return texts.flatMap(linesOfLog).flatMap((line) => decodeRecord(line).record ?? []);
}

/** Splits a log file into records: one on each line, or a single one that a formatter spread over several lines. */
export function linesOfLog(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 && decodeRecord(text).record !== undefined ? [text] : lines;
}

/** Returns the text of one record on a single line, with a line end. */
export function inOneLine(text: string): string {
  const line = text.trim();
  return `${/[\r\n]/.test(line) ? canonicalJson(JSON.parse(line) as JsonValue) : line}\n`;
}

/**
 * Decodes a line of the log. The hash is computed from the JSON value, so white space does not matter. A record with a wrong hash
 * is returned together with `damage`, so that it can be reported; without `sha256` the hash is not checked.
 */
export function decodeRecord(line: string, sha256?: Sha256): DecodedRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { damage: 'is not JSON' };
  }
  const shape = shapeProblem(value);
  if (shape !== undefined) return { damage: shape };
  const record = value as LogRecord;
  if (sha256 === undefined) return { record };
  const { id, ...content } = record;
  try {
    if (sha256(canonicalJson(content as unknown as JsonValue)) === id) return { record };
  } catch {
    // The error is a stack overflow: the value is nested deeper than any command writes.
    return { damage: 'is nested too deeply' };
  }
  return { record, damage: 'was altered: its content does not match its id' };
}

function shapeProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'is not a record: not a JSON object';
  if (typeof value['v'] !== 'number') return 'is not a record: `v` is not a number';
  if (typeof value['id'] !== 'string' || !/^[0-9a-f]{64}$/.test(value['id']))
    return 'is not a record: `id` is not a hash';
  if (typeof value['spec'] !== 'string') return 'is not a record: `spec` is missing';
  if (!isClock(value['lamport'])) return 'is not a record: `lamport` is not a whole number';
  const { parents, events } = value;
  if (!Array.isArray(parents) || !parents.every((parent) => typeof parent === 'string')) {
    return 'is not a record: `parents` is not a list of ids';
  }
  if (typeof value['command'] !== 'string') return 'is not a record: `command` is missing';
  for (const key of ['actor', 'at', 'nonce', 'digest', 'text']) {
    if (value[key] !== undefined && typeof value[key] !== 'string')
      return `is not a record: \`${key}\` is not a string`;
  }
  if (value['lines'] !== undefined && !isPrint(value['lines']))
    return 'is not a record: `lines` is not a list of sections';
  if (!Array.isArray(events) || !events.every(isEvent))
    return 'is not a record: `events` is not a list of events';
  return undefined;
}

function isPrint(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (section: unknown) =>
        Array.isArray(section) && section.length === 2 && section.every((part) => typeof part === 'string'),
    )
  );
}

function isEvent(value: unknown): boolean {
  return isJsonObject(value) && typeof value['type'] === 'string' && isJsonObject(value['data']);
}
