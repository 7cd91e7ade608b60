import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { intendedFrontmatter, reconciledFrontmatter } from '../../../src/domain/reconcile/reconcileFields.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { JsonObject, JsonValue } from '../../../src/domain/value/jsonValue.js';
import { aRecord } from '../../support/recordBuilder.js';
import { created } from '../givenWhenThen.js';
import { itemsOf, lackedItems } from '../../../src/domain/reconcile/recordedItems.js';

const MORNING = '2026-01-05T10:00:00Z';
const NOON = '2026-01-05T12:00:00Z';

/** Merges three versions of one field without a log. Returns undefined if the field is left to a person. */
function merged(key: string, base: JsonValue, ours: JsonValue, theirs: JsonValue): JsonValue | undefined {
  const sides = { base: { [key]: base }, ours: { [key]: ours }, theirs: { [key]: theirs } };
  const { meant, open } = reconciledFrontmatter(sides, []);
  return open.includes(key) ? undefined : (meant[key] ?? null);
}

const note = (data: object) => ({ type: 'NoteAdded', data }) as unknown as SpecEvent;
const returnedTo = (returned: string) =>
  ({ type: 'TextEdited', data: { sections: [], returned } as JsonObject }) as unknown as SpecEvent;
const wordsOf = (records: readonly LogRecord[]) => [...itemsOf(records).values()].map(({ words }) => words);

const first = aRecord(1, [], [created()]);
const seen = aRecord(2, [first], [note({ text: 'Seen.', signed: '2026-01-05 (kim)' })]);
const done = aRecord(3, [seen], [note({ text: 'Done.', signed: '2026-01-05 (kim)' })]);

describe('The merge of one frontmatter field from base, ours and theirs', () => {
  it.each<[string, string, JsonValue, JsonValue, JsonValue, JsonValue | undefined]>([
    ['has the value of the only side that changed it', 'priority', 'low', 'low', 'high', 'high'],
    ['that both sides changed is left to a person', 'priority', 'low', 'medium', 'high', undefined],
    [
      'that one side changed and the other removed is left to a person',
      'priority',
      'low',
      null,
      'high',
      undefined,
    ],
    ['that both sides changed to one value has that value', 'priority', 'low', 'high', 'high', 'high'],
    ['named updated has the value of the only side that changed it', 'updated', NOON, NOON, MORNING, MORNING],
    ['named updated has the later value when both sides changed it', 'updated', null, NOON, MORNING, NOON],
    ['named updated is removed when one side removed it', 'updated', MORNING, null, NOON, null],
    [
      'with a list has the members added by either side in one order, without those removed by either',
      'tags',
      ['a', 'b', 'c'],
      ['a', 'b', 'x'],
      ['c', 'b', 'm', 'x'],
      ['b', 'm', 'x'],
    ],
    ['with a list without members is removed', 'tags', ['a', 'b'], ['a'], ['b'], null],
    [
      'with a list that both sides made into something else is left to a person',
      'tags',
      ['a'],
      [{ b: 1 }],
      [{ b: 2 }],
      undefined,
    ],
    [
      'with a list that one side made into something else is left to a person',
      'tags',
      ['a'],
      [{ b: 1 }],
      ['a', 'c'],
      undefined,
    ],
    [
      'with an empty list member loses that member',
      'tags',
      ['a'],
      ['a', null, 'b'],
      ['a', 'c'],
      ['a', 'b', 'c'],
    ],
    [
      'with a single value that one side wrote as a list is merged as a list',
      'tags',
      'a',
      ['a'],
      ['a', 'b'],
      ['a', 'b'],
    ],
  ])('follows this rule: a field %s', (_what, key, base, ours, theirs, expected) => {
    expect(merged(key, base, ours, theirs)).toEqual(expected);
  });

  it('gives the same value when the sides are exchanged', () => {
    const time = fc.constantFrom(MORNING, NOON, null);
    const set = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
    const versions = fc.oneof(
      fc.tuple(fc.constant('updated'), time, time, time),
      fc.tuple(fc.constant('tags'), set, set, set),
    );
    fc.assert(
      fc.property(versions, ([key, base, ours, theirs]) => {
        const [one, other] = [merged(key, base, ours, theirs), merged(key, base, theirs, ours)];
        const inOrder = (value: JsonValue | undefined) =>
          Array.isArray(value) ? [...(value as readonly string[])].sort() : value;
        expect(inOrder(one)).toEqual(inOrder(other));
      }),
    );
  });
});

describe('A field that two branches set to different values', () => {
  const priority = (from: string, to: string): SpecEvent => ({
    type: 'FieldsChanged',
    data: { changes: { priority: { from, to } } },
  });
  const start = aRecord(1, [], [created({ priority: 'low' })]);
  const high = aRecord(2, [start], [priority('low', 'high')]);

  it('does not count as chosen by hand when one branch returned to the original value', () => {
    const medium = aRecord(3, [start], [priority('low', 'medium')]);
    const back = aRecord(4, [medium], [priority('medium', 'low')]);
    const records = orderRecords([start, high, medium, back]);
    expect(intendedFrontmatter({ priority: 'high' }, records, 'document')).toMatchObject({ priority: 'low' });
  });

  it('counts as chosen by hand when another branch has no events', () => {
    const medium = aRecord(3, [start], [priority('low', 'medium')]);
    const records = orderRecords([start, high, medium, aRecord(9, [], [])]);
    expect(intendedFrontmatter({ priority: 'high' }, records, 'document')).toMatchObject({
      priority: 'high',
    });
  });
});

describe('A branch whose parent record is missing, for example after a revert,', () => {
  const changed = (field: string, from: JsonValue, to: JsonValue): SpecEvent => ({
    type: 'FieldsChanged',
    data: { changes: { [field]: { from, to } } },
  });
  const start = aRecord(1, [], [created({ priority: 'medium', tags: ['x'] })]);
  const gone = aRecord(2, [start], [changed('priority', 'medium', 'low')]);
  const cut = aRecord(3, [gone], [changed('assignee', null, 'kim')]);
  const other = aRecord(4, [start], [changed('priority', 'medium', 'high')]);
  const means = (seen: JsonObject, records: readonly LogRecord[]) =>
    intendedFrontmatter({ tags: ['x'], assignee: 'kim', ...seen }, orderRecords(records), 'document');

  it('is compared from the creation of the spec, so that a value from the creation gives way to the other branch', () => {
    expect(means({ priority: 'medium' }, [start, cut, other])).toMatchObject({ priority: 'high' });
  });

  it('is not compared from the creation of the spec when the log is complete', () => {
    expect(means({ priority: 'medium' }, [start, gone, cut, other])).toMatchObject({ priority: 'medium' });
  });

  it('does not overwrite a value written by hand that no branch has', () => {
    expect(means({ priority: 'critical' }, [start, cut, other])).toMatchObject({ priority: 'critical' });
    expect(means({ priority: 'medium', tags: ['y'] }, [start, cut, other])).toMatchObject({
      priority: 'high',
      tags: ['y'],
    });
  });

  it('does not change values of the document when it is the whole log', () => {
    expect(means({ priority: 'medium' }, [cut])).toMatchObject({ priority: 'medium', assignee: 'kim' });
  });

  it('does not overwrite a value written by hand when other records follow it', () => {
    const after = aRecord(5, [cut], [changed('priority', 'high', 'low')]);
    expect(means({ priority: 'critical' }, [cut, after, other])).toMatchObject({ priority: 'critical' });
  });
});

it('the items after a return are those of the state to which the document returned', () => {
  const back = aRecord(4, [done], [returnedTo(seen.id)]);
  expect(wordsOf([first, seen, done])).toHaveLength(2);
  expect(wordsOf([first, seen, done, back])).toEqual(wordsOf([first, seen]));
});

it('the items of a document that returned a thousand times are found in linear time', () => {
  const records = [first, seen];
  for (let i = 3; i < 1000; i += 1) {
    const last = records.at(-1) ?? first;
    records.push(aRecord(i, [last], [returnedTo(last.id)]));
  }
  expect(wordsOf(records)).toEqual(wordsOf([first, seen]));
});

it('a forged return to a record that comes later leaves no items', () => {
  const later = aRecord(9, [], [note({ text: 'Later.', signed: '2026-01-05 (kim)' })]);
  const forged = aRecord(3, [seen], [returnedTo(later.id)]);
  expect(wordsOf([first, seen, forged, later])).toEqual(wordsOf([first, later]));
});

it.each([
  ['under which nothing followed', '# A\n\n## Scope\n\nOld words.\n', true],
  ['with another section below it', '# A\n\n## Scope\n\nOld words.\n\n## Notes\n', true],
  ['of which the text has both states', '# A\n\n## Scope\n\nOld words. New words.\n', false],
])('a replaced section is missed in a text that has its former words, %s', (_, body, isMissed) => {
  const data = { heading: 'Scope', at: 1, lines: 3, from: 'Old words.\n', to: 'New words.\n' };
  const replaced = aRecord(2, [first], [{ type: 'SectionReplaced', data } as unknown as SpecEvent]);
  const missed = lackedItems({ body, criteriaSections: [] }, [first, replaced]);
  expect(missed.map(({ kind }) => kind)).toEqual(isMissed ? ['section'] : []);
});

it.each([
  ['a note without a text', note({ signed: '2026-01-05 (kim)' })],
  ['a section without a heading', { type: 'SectionReplaced', data: { to: 'x' } } as unknown as SpecEvent],
  ['a tick without a text', { type: 'CriterionChecked', data: { text: null } } as unknown as SpecEvent],
])('%s is no item', (_what, event) => {
  expect(wordsOf([first, aRecord(2, [first], [event])])).toEqual([]);
});
