import type { LogRecord, NewRecord, RecordId, StreamId } from './record.js';
import { versionFor } from '../../spec/specEvents.js';
import { isJsonObject, type JsonValue, canonicalJson } from '../../value/jsonValue.js';

/** The effective time (see `effectiveTimes`) of each record, in ms since 1970. */
export type EffectiveTimes = ReadonlyMap<RecordId, number>;

/** The least effective time between a record and its parent, in ms. */
const STEP_MS = 1;
/** The first record version whose records are ordered by effective time; older records are ordered by clock. */
const TIMED_FROM = 2;

interface Position {
  readonly time: number;
  readonly timed: boolean;
}

/**
 * Computes the effective time of every record: its own `at`, but at least 1 ms after each of its parents, because computers'
 * clocks may be wrong. A record without a time and without parents has the time 0. Missing parents are ignored.
 */
export function effectiveTimes(records: Iterable<LogRecord>): EffectiveTimes {
  return new Map([...positions(records)].map(([id, { time }]) => [id, time]));
}

/** Returns a function that compares records by effective time, then by id; in this order, parents come before children. */
export function compareTimes(times: EffectiveTimes): (a: { id: RecordId }, b: { id: RecordId }) => number {
  return (a, b) => (times.get(a.id) ?? 0) - (times.get(b.id) ?? 0) || compareIds(a, b);
}

/**
 * Returns a function that compares these records, newest first: by time, but no record before its parents; then by Lamport clock,
 * because all records of one command have the same time.
 */
export function newestFirst(records: Iterable<LogRecord>): (a: LogRecord, b: LogRecord) => number {
  const known = positions(records, 0);
  const time = ({ id }: LogRecord) => known.get(id)?.time ?? 0;
  return (a, b) => time(b) - time(a) || b.lamport - a.lamport || compareIds(a, b);
}

/**
 * Returns each record once, in the order in which records are applied (the folding order), which does not depend on the order of
 * files. Records of the log's first format come first, by (clock, id); then come records with a text digest or a higher version,
 * and their descendants, by effective time.
 */
export function orderRecords(records: Iterable<LogRecord>): readonly LogRecord[] {
  const byId = new Map<RecordId, LogRecord>();
  for (const record of records) byId.set(record.id, record);
  const all = [...byId.values()].sort((a, b) => a.lamport - b.lamport || compareIds(a, b));
  const known = positions(all);
  const first = all.filter(({ id }) => known.get(id)?.timed !== true);
  const timed = all.filter(({ id }) => known.get(id)?.timed === true);
  const times = new Map([...known].map(([id, { time }]) => [id, time]));
  return [...first, ...timed.sort(compareTimes(times))];
}

function compareIds(a: { id: RecordId }, b: { id: RecordId }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/**
 * Computes the effective time of each record. The function is iterative, because recursion over a long log would overflow the
 * stack.
 * @param step the least time between a record and its parent.
 */
function positions(records: Iterable<LogRecord>, step = STEP_MS): ReadonlyMap<RecordId, Position> {
  const byId = new Map([...records].map((record) => [record.id, record]));
  const known = new Map<RecordId, Position>();
  const begun = new Set<RecordId>();
  for (const record of byId.values()) {
    const waiting = [record];
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      const open = begun.has(next.id) ? [] : next.parents.flatMap((id) => byId.get(id) ?? []);
      begun.add(next.id);
      for (const parent of open) waiting.push(parent);
      if (open.length > 0) continue;
      waiting.pop();
      if (!known.has(next.id)) known.set(next.id, positionOf(next, known, step));
    }
  }
  return known;
}

function positionOf(record: LogRecord, known: ReadonlyMap<RecordId, Position>, step: number): Position {
  const written = Date.parse(record.at ?? '');
  let time = Number.isNaN(written) ? 0 : written;
  let timed = record.v >= TIMED_FROM || record.text !== undefined;
  for (const id of record.parents) {
    const parent = known.get(id);
    if (parent === undefined) continue;
    time = Math.max(time, parent.time + step);
    timed ||= parent.timed;
  }
  return { time, timed };
}

/**
 * True if parents of the records are missing: they were removed, are damaged, or are on another branch, as after
 * `git cherry-pick`.
 */
export function hasMissingParents(records: readonly LogRecord[]): boolean {
  const ids = new Set(records.map(({ id }) => id));
  return records.some(({ parents }) => parents.some((id) => !ids.has(id)));
}

/** Returns the heads: the records that no other record names as parent. They are the parents of the next record. */
export function headsOf(records: readonly LogRecord[]): readonly LogRecord[] {
  const followed = new Set(records.flatMap((record) => record.parents));
  return records.filter((record) => !followed.has(record.id));
}

/**
 * The greatest number of records that are read for all branches of a log together. It limits the number of heads for which
 * `linesOf` and `ownLines` return records.
 */
const MOST_READ = 200_000;

/** Returns the heads whose branches are read: all heads, or only the last ones if there are too many. */
function headsTold(records: readonly LogRecord[]): readonly LogRecord[] {
  return headsOf(records).slice(-Math.max(2, Math.floor(MOST_READ / records.length)));
}

/**
 * Returns the records of a log in order, for each head (a record that no other record follows): the head and all its ancestors,
 * in the order of `orderRecords`; if there are too many heads, only for the newest ones.
 */
export function linesOf(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const places = placesOf(records);
  return headsTold(records).map(({ id }) => inOrder(walked([id], byId).seen, places));
}

/**
 * Returns the records of each branch in order: for each head, the records that are not ancestors of all heads, in the order of
 * `orderRecords`.
 */
export function ownLines(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const [first, ...others] = headsTold(records);
  if (first === undefined) return [];
  // Branches nearly always have one common ancestor, so the ancestors of that record are walked only once.
  let tops: ReadonlySet<RecordId> = new Set([first.id]);
  let shared = walked(tops, byId).seen;
  for (const { id } of others) {
    const { met } = walked([id], byId, shared);
    if ([...tops].every((top) => met.has(top))) continue;
    tops = met;
    shared = walked(tops, byId).seen;
  }
  const places = placesOf(records);
  return [first, ...others].map(({ id }) => inOrder(walked([id], byId, shared).seen, places));
}

function placesOf(records: readonly LogRecord[]): ReadonlyMap<LogRecord, number> {
  return new Map(records.map((record, i) => [record, i]));
}

function inOrder(
  records: ReadonlyMap<RecordId, LogRecord>,
  places: ReadonlyMap<LogRecord, number>,
): readonly LogRecord[] {
  return [...records.values()].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** Returns the ids of the records and of all their ancestors that exist. */
export function ancestry(
  records: readonly LogRecord[],
  byId: ReadonlyMap<RecordId, LogRecord>,
): ReadonlySet<RecordId> {
  return new Set(
    walked(
      records.map(({ id }) => id),
      byId,
    ).seen.keys(),
  );
}

/**
 * Walks from the records in `from` to all ancestors, but stops at records in `known`. `seen` contains the visited records, and
 * `met` the known ids at which the walk stopped.
 */
function walked(
  from: Iterable<RecordId>,
  byId: ReadonlyMap<RecordId, LogRecord>,
  known?: { has(id: RecordId): boolean },
): { readonly seen: ReadonlyMap<RecordId, LogRecord>; readonly met: ReadonlySet<RecordId> } {
  const seen = new Map<RecordId, LogRecord>();
  const met = new Set<RecordId>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const found = byId.get(id);
    if (found === undefined || seen.has(id)) continue;
    if (known?.has(id) === true) met.add(id);
    else {
      seen.set(id, found);
      for (const parent of found.parents) waiting.push(parent);
    }
  }
  return { seen, met };
}

/** Compares two specs by their first records, older first. A spec without a log comes last; two specs without a log are equal. */
export function compareBeginnings(a: LogRecord | undefined, b: LogRecord | undefined): number {
  if (a !== undefined && b !== undefined) return compareTimes(effectiveTimes([a, b]))(a, b);
  return Number(a === undefined) - Number(b === undefined);
}
/** The least number of single-record files in a log for which a pack is made. */
export const FEWEST_TO_PACK = 4;

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

/** Formats the name of a record's file: `<lamport, 8 digits>-<first 16 hex digits of the id>.json`. */
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

/**
 * Splits a log file, in the format of one record on each line, into records. A single record may also be spread over several
 * lines by a formatter.
 */
export function linesOfLog(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 && decodeRecord(text).record !== undefined ? [text] : lines;
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

/**
 * The highest Lamport clock that a record may have. The clock grows by one with each command, so a larger value is damage, and
 * the clocks of later records could exceed the safe integers.
 */
const HIGHEST_CLOCK = 999_999_999_999;

export function isClock(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= HIGHEST_CLOCK;
}

/**
 * Merges the records of a spec in this worktree with those in log files of other worktrees or branches, in the order in which
 * they apply.
 * @param texts contents of the log files.
 */
export function recordsTogether(
  stream: StreamId,
  here: readonly LogRecord[],
  texts: readonly string[],
): readonly LogRecord[] {
  const others = decodeRecords(texts).filter(({ spec }) => spec === stream);
  return orderRecords([...new Map([...here, ...others].map((record) => [record.id, record])).values()]);
}

/** Returns the records up to a point in time (UTC). A record without a time gets a time between its neighbours. */
export function recordsUpTo(records: readonly LogRecord[], instant: string): readonly LogRecord[] {
  const times = effectiveTimes(records);
  const timeOf = ({ id }: LogRecord) => times.get(id) ?? 0;
  const isPast = (one: LogRecord) => one.at !== undefined && timeOf(one) <= Date.parse(instant);
  const latest = records.filter(isPast).reduce((max, one) => Math.max(max, timeOf(one)), -1);
  return records.filter((one) => isPast(one) || (one.at === undefined && timeOf(one) <= latest));
}
