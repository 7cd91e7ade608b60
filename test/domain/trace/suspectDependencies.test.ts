import { describe, expect, it } from '@jest/globals';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { reliedOnAt, rewordedAt } from '../../../src/domain/trace/suspectDependencies.js';
import { aRecord } from '../../support/recordBuilder.js';
import { created } from '../givenWhenThen.js';

/** Returns records with one event each; the record at index i has the time of second i + 1. */
function log(...events: readonly SpecEvent[]) {
  const records: ReturnType<typeof aRecord>[] = [];
  for (const event of events) records.push(aRecord(records.length + 1, records.slice(-1), [event]));
  return records;
}
const second = (n: number) => Date.parse(`2026-01-05T10:00:${String(n).padStart(2, '0')}.000Z`);
const status = (from: 'planned' | 'in-progress', to: 'in-progress' | 'complete'): SpecEvent => ({
  type: 'StatusChanged',
  data: { from, to },
});
const begun = status('planned', 'in-progress');
const done = status('in-progress', 'complete');
const accepted: SpecEvent = { type: 'SpecAccepted', data: {} };
const withdrawn: SpecEvent = { type: 'AcceptanceWithdrawn', data: {} };
const edited = (heading: string, more = {}): SpecEvent => ({
  type: 'TextEdited',
  data: { sections: [{ heading, added: 1, removed: 0 }], ...more },
});

describe('a spec relied on its dependencies last', () => {
  it.each([
    ['never, if it was not begun', [], undefined],
    ['never, if it was accepted but not begun', [accepted], undefined],
    ['when it was begun', [begun, edited('Plan')], 2],
    ['when it was completed', [begun, done, edited('Plan')], 3],
    ['when it was accepted', [begun, edited('Plan'), accepted], 4],
    ['when it was begun, if the acceptance was undone', [begun, accepted, withdrawn], 2],
    ['when the undo of the acceptance was undone', [begun, accepted, withdrawn, accepted], 5],
  ] as const)('%s', (_when, events, expected) => {
    const at = reliedOnAt(log(created(), ...events));
    expect(at).toBe(expected === undefined ? undefined : second(expected));
  });
});

describe('the text of a spec changed last', () => {
  it.each<[string, SpecEvent]>([
    ['a hand edit', edited('Problem')],
    [
      'a section',
      { type: 'SectionReplaced', data: { heading: 'Plan', at: 1, from: 'a\n', to: 'b\n', lines: 2 } },
    ],
    ['a new criterion', { type: 'CriterionAdded', data: { text: 'fast' } }],
    ['a removed criterion', { type: 'CriterionRemoved', data: { text: 'fast' } }],
    ['another title', { type: 'SpecRenamed', data: { title: { from: 'A', to: 'B' } } }],
  ])('with %s', (_what, event) => {
    expect(rewordedAt(log(created(), event, begun))).toBe(second(2));
  });

  it.each<[string, SpecEvent]>([
    ['a tick', { type: 'CriterionChecked', data: { n: 1, text: 'fast' } }],
    ['a note', { type: 'NoteAdded', data: { text: 'x' } }],
    ['a note by hand', edited('Notes')],
    ['links that a move updated', edited('Problem', { followed: true })],
    ['another folder name', { type: 'SpecRenamed', data: { name: { from: 'a', to: 'b' } } }],
    ['another field', { type: 'TagsChanged', data: { added: ['x'], removed: [] } }],
  ])('not with %s', (_what, event) => {
    expect(rewordedAt(log(created(), event))).toBeUndefined();
  });
});
