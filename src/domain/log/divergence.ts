import { knownEvent, scalarWrites } from '../spec/specEvents.js';
import type { JsonValue } from '../value/json.js';
import { jsonEquals } from '../value/json.js';
import type { LogRecord, RecordId } from './record.js';
import { ancestry, headsOf } from './recordOrder.js';

/** A scalar two branches set differently; the fold's value stands until the next update settles it. */
export interface Divergence {
  readonly field: string;
  /** The standing value first. */
  readonly candidates: readonly {
    readonly value: JsonValue;
    readonly record: RecordId;
    readonly actor?: string;
  }[];
}

/** Disagreements between the heads of a stream. `records` in folding order. */
export function divergences(records: readonly LogRecord[]): readonly Divergence[] {
  const heads = headsOf(records);
  if (heads.length < 2) return [];
  const byId = new Map(records.map((record) => [record.id, record]));
  const lines = heads.map((head) => ancestry(head, byId));
  const byField = new Map<string, { value: JsonValue; record: RecordId; actor?: string }[]>();
  for (const line of lines) {
    const own = records.filter(
      (record) => line.has(record.id) && !lines.every((other) => other.has(record.id)),
    );
    for (const [field, candidate] of lastWrites(own)) {
      const candidates = byField.get(field) ?? [];
      if (!candidates.some(({ value }) => jsonEquals(value, candidate.value))) candidates.push(candidate);
      byField.set(field, candidates);
    }
  }
  const place = new Map(records.map(({ id }, i) => [id, i]));
  const byAge = (a: { record: RecordId }, b: { record: RecordId }) =>
    (place.get(b.record) ?? 0) - (place.get(a.record) ?? 0);
  return [...byField]
    .filter(([, candidates]) => candidates.length > 1)
    .map(([field, candidates]) => ({ field, candidates: candidates.sort(byAge) }));
}

function lastWrites(records: readonly LogRecord[]) {
  const writes = new Map<string, { value: JsonValue; record: RecordId; actor?: string }>();
  for (const record of records) {
    for (const event of record.events) {
      const known = knownEvent(event);
      if (known === undefined) continue;
      for (const [field, value] of scalarWrites(known)) {
        writes.set(field, {
          value,
          record: record.id,
          ...(record.actor !== undefined && { actor: record.actor }),
        });
      }
    }
  }
  return writes;
}
