import { type JsonValue, jsonEquals, canonicalJson } from '../value/jsonValue.js';
import type { RecordId, LogRecord } from './records/record.js';
import { headsOf, ownLines } from './records/recordOrderAndFormat.js';
import { foldSpec } from './foldSpec.js';
import { valueAt } from '../fields/fieldChange.js';
import { scalarWrites } from '../spec/specEvents.js';
import { valuesBefore } from './records/loggedChanges.js';

/**
 * A field that two branches set to different values. Until the next update of the field, the value that results from the log
 * (`foldSpec`) counts.
 */
export interface Divergence {
  readonly field: string;
  /** The different values; the one that results from the log comes first. */
  readonly candidates: readonly {
    readonly value: JsonValue;
    readonly record: RecordId;
    readonly actor?: string;
  }[];
}

/**
 * Finds the fields that branches set to different values; each head (a record that no other follows) ends a branch.
 * @param records the records of the log, sorted by `orderRecords`.
 */
export function divergences(records: readonly LogRecord[]): readonly Divergence[] {
  if (headsOf(records).length < 2) return [];
  const byField = new Map<string, Map<string, Divergence['candidates'][number]>>();
  const lines = ownLines(records);
  const ids = new Set(records.map(({ id }) => id));
  const known = lines.map((own, i) => [i, valuesKnown(own, ids)] as const).filter(([, { size }]) => size > 0);
  for (const [i, own] of lines.entries()) {
    for (const [field, candidate] of lastWrites(own)) {
      const isKnown = known.some(
        ([j, values]) =>
          j !== i && values.has(field) && jsonEquals(values.get(field) ?? null, candidate.value),
      );
      if (isKnown) continue;
      const candidates = byField.get(field) ?? new Map<string, typeof candidate>();
      const written = canonicalJson(candidate.value);
      if (!candidates.has(written)) candidates.set(written, candidate);
      byField.set(field, candidates);
    }
  }
  const open = [...byField].filter(([, { size }]) => size > 1);
  if (open.length === 0) return [];
  const { spec } = foldSpec(records);
  const place = new Map(records.map(({ id }, i) => [id, i]));
  return open.map(([field, candidates]) => {
    // The value that counts is not always the latest one: if two actors claim a spec at the same time, the earlier claim wins.
    const current = spec.kind === 'active' ? valueAt(spec.frontmatter, field) : null;
    const rank = ({ value, record }: { value: JsonValue; record: RecordId }) =>
      jsonEquals(value, current) ? Infinity : (place.get(record) ?? 0);
    return { field, candidates: [...candidates.values()].sort((a, b) => rank(b) - rank(a)) };
  });
}

/**
 * Returns the values that fields had before a branch changed them, if parents of the branch are missing, as after git
 * cherry-pick. A branch that replaced a value had read it, so that value is not a divergence. Empty for a branch that has all
 * its parents.
 */
function valuesKnown(own: readonly LogRecord[], ids: ReadonlySet<RecordId>): ReadonlyMap<string, JsonValue> {
  if (!own.some(({ parents }) => parents.some((id) => !ids.has(id)))) return new Map();
  return new Map(own.flatMap(({ events }) => events.flatMap(valuesBefore)).reverse());
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
