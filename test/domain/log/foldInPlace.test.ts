import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import type { RecordedEvent } from '../../../src/domain/log/records/record.js';
import { ABSENT, type Spec } from '../../../src/domain/spec/spec.js';
import { evolve, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { isWellFormed } from '../../../src/domain/spec/isWellFormedSpec.js';
import { aRecord } from '../../support/recordBuilder.js';

const field = fc.constantFrom('priority', 'owner', 'tags', 'status', 'depends_on', '__proto__', 'a', 'b');
const value = fc.oneof(
  fc.constantFrom(null, 'x', 'y', 1),
  fc.array(fc.constantFrom<unknown>('one', 'two', 'three', 1, '1', null), { maxLength: 3 }),
);
const changes = fc
  .array(
    fc.tuple(
      field,
      fc.oneof(
        { weight: 9, arbitrary: value.map((to) => ({ from: null, to })) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => Object.fromEntries(pairs));
const members = fc.record({
  added: fc.array(fc.constantFrom<unknown>('one', 'two', 'three', 1, '1', null), { maxLength: 3 }),
  removed: fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(fc.constantFrom<unknown>('one', 'two', 'three', 1, '1', null), { maxLength: 3 }),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
});
const frontmatter = fc
  .array(fc.tuple(field, value), { maxLength: 4 })
  .map((pairs) => Object.fromEntries(pairs));
const event = fc.oneof(
  changes.map((made) => ({ type: 'FieldsChanged', data: { changes: made } })),
  fc
    .record({ changes, members: fc.record({ tags: members, depends_on: members }) })
    .map((data) => ({ type: 'FrontmatterEdited', data })),
  members.map((data) => ({ type: 'TagsChanged', data })),
  value.map((to) => ({ type: 'StatusChanged', data: { from: null, to, completed: { from: null, to } } })),
  fc.tuple(frontmatter, fc.constantFrom('A', 7)).map(([made, title]) => ({
    type: 'SpecCreated',
    data: { archived: false, name: 'a', ref: '001-a', sequence: 1, title, frontmatter: made },
  })),
  fc
    .constantFrom('a', '..', 3)
    .map((to) => ({ type: 'SpecRenamed', data: { ref: { from: 'a', to }, name: { from: 'a', to } } })),
);

/** Folds the events with a new spec object for every event. */
function byCopies(events: readonly RecordedEvent[]): Spec {
  let spec: Spec = ABSENT;
  for (const one of events) {
    try {
      const next = evolve(spec, one as SpecEvent);
      if (isWellFormed(next)) spec = next;
    } catch {
      // An event that cannot be applied is skipped.
    }
  }
  return spec;
}

it('folding into one mutable spec gives the same result as folding with copies, with fields in the same order', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const told = events as unknown as readonly RecordedEvent[];
      const written = JSON.stringify(told);
      const records = told.map((one, i) => ({
        ...aRecord(i + 1, [], [one as never]),
        at: undefined as never,
      }));

      const { spec } = foldSpec(records);

      expect(JSON.stringify(spec)).toBe(JSON.stringify(byCopies(told)));
      expect(JSON.stringify(told)).toBe(written);
      // Applying a further event returns a new spec and does not change the folded one.
      if (spec.kind === 'absent') return;
      const before = JSON.stringify(spec);
      const next = evolve(spec, { type: 'FieldsChanged', data: { changes: { a: { from: null, to: 'z' } } } });
      expect([JSON.stringify(spec), next.frontmatter['a']]).toEqual([before, 'z']);
    }),
    { numRuns: 1000 },
  );
});
