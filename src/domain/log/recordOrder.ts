import type { LogRecord, RecordId } from './record.js';

/** The order of history: by clock, then by id. The same set of records has one order, whatever the file order. */
export function compareRecords(
  a: Pick<LogRecord, 'lamport' | 'id'>,
  b: Pick<LogRecord, 'lamport' | 'id'>,
): number {
  return a.lamport - b.lamport || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Each record once, in folding order. */
export function orderRecords(records: Iterable<LogRecord>): readonly LogRecord[] {
  const byId = new Map<RecordId, LogRecord>();
  for (const record of records) byId.set(record.id, record);
  return [...byId.values()].sort(compareRecords);
}

/** Records no other record names as parent: what the next record will follow. */
export function headsOf(records: readonly LogRecord[]): readonly LogRecord[] {
  const followed = new Set(records.flatMap((record) => record.parents));
  return records.filter((record) => !followed.has(record.id));
}

/** For each head, the records it stands on and itself, in folding order. */
export function linesOf(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return headsOf(records).map((head) => {
    const line = ancestry(head, byId);
    return records.filter(({ id }) => line.has(id));
  });
}

/** Ids of a record and of all it stands on, as far as they are there. */
export function ancestry(record: LogRecord, byId: ReadonlyMap<RecordId, LogRecord>): ReadonlySet<RecordId> {
  const seen = new Set<RecordId>();
  const waiting = [record.id];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const found = byId.get(id);
    if (found === undefined || seen.has(id)) continue;
    seen.add(id);
    waiting.push(...found.parents);
  }
  return seen;
}
