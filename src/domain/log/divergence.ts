import { valueAt } from '../spec/change.js';
import { scalarWrites } from '../spec/specEvents.js';
import type { JsonValue } from '../value/json.js';
import { jsonEquals } from '../value/json.js';
import { foldSpec } from './foldSpec.js';
import type { LogRecord, RecordId } from './record.js';
import { ownLines } from './recordOrder.js';

/** A scalar two branches set differently; the fold's value stands until the next update settles it. */
export interface Divergence {
  readonly field: string;
  /** The value that holds, first. */
  readonly candidates: readonly {
    readonly value: JsonValue;
    readonly record: RecordId;
    readonly actor?: string;
  }[];
}

/** Disagreements between the heads of a stream. `records` in folding order. */
export function divergences(records: readonly LogRecord[]): readonly Divergence[] {
  const byField = new Map<string, { value: JsonValue; record: RecordId; actor?: string }[]>();
  for (const own of ownLines(records)) {
    for (const [field, candidate] of lastWrites(own)) {
      const candidates = byField.get(field) ?? [];
      if (!candidates.some(({ value }) => jsonEquals(value, candidate.value))) candidates.push(candidate);
      byField.set(field, candidates);
    }
  }
  const open = [...byField].filter(([, candidates]) => candidates.length > 1);
  if (open.length === 0) return [];
  const { spec } = foldSpec(records);
  const place = new Map(records.map(({ id }, i) => [id, i]));
  return open.map(([field, candidates]) => {
    // Not always the latest: of two claims the earlier stands.
    const current = spec.kind === 'active' ? valueAt(spec.frontmatter, field) : null;
    const rank = ({ value, record }: { value: JsonValue; record: RecordId }) =>
      jsonEquals(value, current) ? Infinity : (place.get(record) ?? 0);
    return { field, candidates: candidates.sort((a, b) => rank(b) - rank(a)) };
  });
}

function lastWrites(records: readonly LogRecord[]) {
  const writes = new Map<string, { value: JsonValue; record: RecordId; actor?: string }>();
  for (const record of records) {
    for (const event of record.events) {
      for (const [field, value] of scalarWrites(event)) {
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
