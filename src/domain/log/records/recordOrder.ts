import type { LogRecord, RecordId } from './record.js';

/** When each record stands in history, milliseconds since 1970. */
export type EffectiveTimes = ReadonlyMap<RecordId, number>;

/** The least by which an effect comes after its cause. */
const STEP_MS = 1;
/** Records of this version on are ordered by effective time. */
const TIMED_FROM = 2;

interface Position {
  readonly time: number;
  readonly timed: boolean;
}

/**
 * Effective time of every record: its own `at`, but never before 1 ms after each of its parents, whatever the clocks said. A record
 * without a time and without parents stands at 0. Parents that are not there do not count.
 */
export function effectiveTimes(records: Iterable<LogRecord>): EffectiveTimes {
  return new Map([...positions(records)].map(([id, { time }]) => [id, time]));
}

/** By effective time, then by id: total, and causes come before effects. */
export function compareTimes(times: EffectiveTimes): (a: { id: RecordId }, b: { id: RecordId }) => number {
  return (a, b) => (times.get(a.id) ?? 0) - (times.get(b.id) ?? 0) || compareIds(a, b);
}

/**
 * As people read it, the newest first: by effective time. Records of one command share theirs, and their clocks say which came first.
 */
export function newestFirst(times: EffectiveTimes): (a: LogRecord, b: LogRecord) => number {
  const time = ({ id }: LogRecord) => times.get(id) ?? 0;
  return (a, b) => time(b) - time(a) || b.lamport - a.lamport || compareIds(a, b);
}

/**
 * Each record once, in folding order: first those of the first format, by (clock, id), as they have always been read; then those
 * that carry a text digest or a higher version, and what stands on one, by effective time. The same set has one order, whatever the
 * file order.
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

/** Without recursion: a stream may be as long as anybody likes. */
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

/** Some were removed, are damaged, or are on another branch, as after git's cherry-pick of a later commit. */
export function hasMissingParents(records: readonly LogRecord[]): boolean {
  const ids = new Set(records.map(({ id }) => id));
  return records.some(({ parents }) => parents.some((id) => !ids.has(id)));
}

/** Records no other record names as parent: what the next record will follow. */
export function headsOf(records: readonly LogRecord[]): readonly LogRecord[] {
  const followed = new Set(records.flatMap((record) => record.parents));
  return records.filter((record) => !followed.has(record.id));
}

/** Records that the lines of a log are read with, in all: those of very many branches on a long log are not all told apart. */
const MOST_READ = 200_000;

/** The heads whose lines are told apart: all of them, but for the last ones of very many. */
function headsTold(records: readonly LogRecord[]): readonly LogRecord[] {
  return headsOf(records).slice(-Math.max(2, Math.floor(MOST_READ / records.length)));
}

/** For each head, the records it stands on and itself, in folding order; of very many heads for the last ones. */
export function linesOf(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const places = placesOf(records);
  return headsTold(records).map(({ id }) => inOrder(walked([id], byId).seen, places));
}

/** As `linesOf`, without what all of them share: what each branch said alone. */
export function ownLines(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const [first, ...others] = headsTold(records);
  if (first === undefined) return [];
  // Nearly always the branches left one record: what that stands on is walked through once, not for each of them.
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

/** Ids of these records and of all they stand on, as far as they are there. */
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

/** These records and all they stand on, but for what is known; and where that was met. */
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

/** Which of two specs is the older, by the record that began each; what has no log comes last, and 0 is told of two without. */
export function compareBeginnings(a: LogRecord | undefined, b: LogRecord | undefined): number {
  if (a !== undefined && b !== undefined) return compareTimes(effectiveTimes([a, b]))(a, b);
  return Number(a === undefined) - Number(b === undefined);
}
