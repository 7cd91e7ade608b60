import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { outlivedDeletions } from '../../../src/domain/log/foldSpec.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';

/**
 * Returns one record for each entry: `parents` are the positions of its parents, and `deletes` says whether it deletes
 * the spec.
 */
function recordsOf(graph: readonly { readonly parents: readonly number[]; readonly deletes: boolean }[]) {
  return graph.map(({ parents, deletes }, i) => ({
    id: String(i),
    parents: parents.map(String),
    events: deletes ? [{ type: 'SpecDeleted', data: {} }] : [],
  })) as unknown as readonly LogRecord[];
}

/** Returns the ids that can be reached from an id, without that id. */
function walked(id: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(next(id));
  for (const one of seen) for (const other of next(one)) seen.add(other);
  return seen;
}

/** The expected result, computed in a simple way: one search for each deletion. */
function oracle(records: readonly LogRecord[]): ReadonlyMap<string, 'beside' | 'after'> {
  const ids = new Set(records.map(({ id }) => id));
  const parents = new Map(records.map((one) => [one.id, one.parents.filter((id) => ids.has(id))]));
  const childrenOf = (id: string) => records.filter((one) => one.parents.includes(id)).map((one) => one.id);
  const edits = records.filter(({ events }) => events.length === 0);
  return new Map(
    records.flatMap(({ id, events }) => {
      if (events.length === 0) return [];
      const below = walked(id, (one) => parents.get(one) ?? []);
      const unknown = edits.filter((edit) => !below.has(edit.id));
      if (unknown.length === 0) return [];
      const above = walked(id, childrenOf);
      const isAfter = edits.filter((edit) => above.has(edit.id)).length === unknown.length;
      return [[id, isAfter ? 'after' : 'beside'] as const];
    }),
  );
}

const graphs = (most: number, back: (i: number) => number) =>
  fc
    .array(fc.record({ seeds: fc.array(fc.nat(), { maxLength: 3 }), deletes: fc.boolean() }), {
      maxLength: most,
    })
    .map((all) =>
      recordsOf(
        all.map(({ seeds, deletes }, i) => ({
          parents: [...new Set(seeds.map((seed) => i - 1 - (seed % back(i))))],
          deletes,
        })),
      ),
    );

describe('Deletions of a spec that a later edit makes ineffective', () => {
  it.each([
    ['with near parents', 12, () => 3],
    ['with any earlier parents', 14, (i: number) => i + 1],
  ] as const)(
    'are the same as those found by a search from each record, in graphs %s',
    (_name, most, back) => {
      fc.assert(
        fc.property(graphs(most, back), (records) => {
          expect(outlivedDeletions(records)).toEqual(oracle(records));
        }),
        { numRuns: 300 },
      );
    },
  );
});
