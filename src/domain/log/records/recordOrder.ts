import type { LogRecord, RecordId } from './record.js';

/** The effective time of each record, in ms since 1970. */
export type EffectiveTimes = ReadonlyMap<RecordId, number>;

/** The least time between a parent and its child. */
const STEP_MS = 1;
/** Records from this version on are ordered by effective time. */
const TIMED_FROM = 2;

interface Position {
  readonly time: number;
  readonly timed: boolean;
}

/**
 * Computes the effective time of every record: its own `at`, but at least 1 ms after each of its parents, as clocks may be wrong.
 * A record without a time and without parents has 0. Missing parents do not count.
 */
export function effectiveTimes(records: Iterable<LogRecord>): EffectiveTimes {
  return new Map([...positions(records)].map(([id, { time }]) => [id, time]));
}

/** Compares by effective time, then by id: a total order in which parents come before children. */
export function compareTimes(times: EffectiveTimes): (a: { id: RecordId }, b: { id: RecordId }) => number {
  return (a, b) => (times.get(a.id) ?? 0) - (times.get(b.id) ?? 0) || compareIds(a, b);
}

/** Sorts for display, newest first: by effective time, then by clock, as records of one command share their time. */
export function newestFirst(times: EffectiveTimes): (a: LogRecord, b: LogRecord) => number {
  const time = ({ id }: LogRecord) => times.get(id) ?? 0;
  return (a, b) => time(b) - time(a) || b.lamport - a.lamport || compareIds(a, b);
}

/**
 * Returns each record once, in folding order: first those of the first format by (clock, id), as always; then those with a text
 * digest or a higher version, and their descendants, by effective time. The order does not depend on the order of files.
 */
export function orderRecords(records: Iterable<LogRecord>): readonly LogRecord[] {
  const byId = new Map<RecordId, LogRecord>();
  for (const record of records) byId.set(record.id, record);
  const all = [...byId.values()].sort(compareClocks);
  const known = positions(all);
  const first = all.filter(({ id }) => known.get(id)?.timed !== true);
  const timed = all.filter(({ id }) => known.get(id)?.timed === true);
  const times = new Map([...known].map(([id, { time }]) => [id, time]));
  return [...first, ...timed.sort(compareTimes(times))];
}

function compareClocks(a: LogRecord, b: LogRecord): number {
  return a.lamport - b.lamport || compareIds(a, b);
}

function compareIds(a: { id: RecordId }, b: { id: RecordId }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function isTimed({ v, text }: LogRecord): boolean {
  return v >= TIMED_FROM || text !== undefined;
}

/** Iterative, as recursion over a long stream would overflow the stack. */
function positions(records: Iterable<LogRecord>): ReadonlyMap<RecordId, Position> {
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
      if (!known.has(next.id)) known.set(next.id, positionOf(next, known));
    }
  }
  return known;
}

function positionOf(record: LogRecord, known: ReadonlyMap<RecordId, Position>): Position {
  const written = Date.parse(record.at ?? '');
  let time = Number.isNaN(written) ? 0 : written;
  let timed = isTimed(record);
  for (const id of record.parents) {
    const parent = known.get(id);
    if (parent === undefined) continue;
    time = Math.max(time, parent.time + STEP_MS);
    timed ||= parent.timed;
  }
  return { time, timed };
}

/** True if parents are missing: they were removed, are damaged, or are on another branch, as after git's cherry-pick. */
export function hasMissingParents(records: readonly LogRecord[]): boolean {
  const ids = new Set(records.map(({ id }) => id));
  return records.some(({ parents }) => parents.some((id) => !ids.has(id)));
}

/** Returns the records that no other record names as parent; the next record will follow them. */
export function headsOf(records: readonly LogRecord[]): readonly LogRecord[] {
  const followed = new Set(records.flatMap((record) => record.parents));
  return records.filter((record) => !followed.has(record.id));
}

/** The most records read for the branches of a log, in total; it limits how many heads `linesOf` and `ownLines` handle. */
const MOST_READ = 200_000;

/** Returns the heads whose branches are read: all, or the last ones if there are too many. */
function headsTold(records: readonly LogRecord[]): readonly LogRecord[] {
  return headsOf(records).slice(-Math.max(2, Math.floor(MOST_READ / records.length)));
}

/**
 * Returns for each head the records it descends from and itself, in folding order; if there are too many heads, for the last
 * ones.
 */
export function linesOf(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const places = placesOf(records);
  return headsTold(records).map(({ id }) => inOrder(walked([id], byId).seen, places));
}

/** Returns for each head the records that are not ancestors of all heads, in folding order. */
export function ownLines(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const [first, ...others] = headsTold(records);
  if (first === undefined) return [];
  // Branches nearly always have one common ancestor, so its ancestors are walked once instead of once for each head.
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

/** Returns the ids of these records and all their ancestors, as far as they exist. */
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

/** Walks from these records to all ancestors, but stops at `known` ones. `met` holds the known ids at which it stopped. */
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

/** Compares two specs by their first record, older first; a spec without a log comes last, and two of them are equal. */
export function compareBeginnings(a: LogRecord | undefined, b: LogRecord | undefined): number {
  if (a !== undefined && b !== undefined) return compareTimes(effectiveTimes([a, b]))(a, b);
  return Number(a === undefined) - Number(b === undefined);
}
