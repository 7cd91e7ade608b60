import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judgedFrontmatter, meantFrontmatter } from '../../../src/domain/log/reconcile.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrder.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { JsonObject, JsonValue } from '../../../src/domain/value/json.js';
import { aRecord } from '../../support/aRecord.js';
import { created } from '../givenSpec.js';

const MORNING = '2026-01-05T10:00:00Z';
const NOON = '2026-01-05T12:00:00Z';

/** What three versions of one field mean together, of which the log tells nothing; undefined where a person decides. */
function merged(key: string, base: JsonValue, ours: JsonValue, theirs: JsonValue): JsonValue | undefined {
  const sides = { base: { [key]: base }, ours: { [key]: ours }, theirs: { [key]: theirs } };
  const { meant, open } = judgedFrontmatter(sides, []);
  return open.includes(key) ? undefined : (meant[key] ?? null);
}

describe('A field of three versions', () => {
  it.each<[string, string, JsonValue, JsonValue, JsonValue, JsonValue | undefined]>([
    ['is what the one side made of it that changed it', 'priority', 'low', 'low', 'high', 'high'],
    ['that both changed is for a person', 'priority', 'low', 'medium', 'high', undefined],
    ['that one changed and the other took away is for a person', 'priority', 'low', null, 'high', undefined],
    ['that both changed alike is that', 'priority', 'low', 'high', 'high', 'high'],
    ['updated is what the one side made of it that changed it', 'updated', NOON, NOON, MORNING, MORNING],
    ['updated that both changed is the later', 'updated', null, NOON, MORNING, NOON],
    ['updated that one side has given up is none', 'updated', MORNING, null, NOON, null],
    [
      'a set has what either added, in one order, without what either took out',
      'tags',
      ['a', 'b', 'c'],
      ['a', 'b', 'x'],
      ['c', 'b', 'm', 'x'],
      ['b', 'm', 'x'],
    ],
    ['a set of which nothing is left is none', 'tags', ['a', 'b'], ['a'], ['b'], null],
    [
      'a set that each made into something else is for a person',
      'tags',
      ['a'],
      [{ b: 1 }],
      [{ b: 2 }],
      undefined,
    ],
    ['a set that one side made into something else', 'tags', ['a'], [{ b: 1 }], ['a', 'c'], undefined],
    ['a set with an empty member', 'tags', ['a'], ['a', null, 'b'], ['a', 'c'], ['a', 'b', 'c']],
    ['a set whose members one side wrote as a list', 'tags', 'a', ['a'], ['a', 'b'], ['a', 'b']],
  ])('%s', (_what, key, base, ours, theirs, expected) => {
    expect(merged(key, base, ours, theirs)).toEqual(expected);
  });

  it('means the same from either side', () => {
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

describe('A field that branches disagree about', () => {
  const priority = (from: string, to: string): SpecEvent => ({
    type: 'FieldsChanged',
    data: { changes: { priority: { from, to } } },
  });
  const start = aRecord(1, [], [created({ priority: 'low' })]);
  const high = aRecord(2, [start], [priority('low', 'high')]);

  it('is no choice of a hand where one of them took it back to what all stood on', () => {
    const medium = aRecord(3, [start], [priority('low', 'medium')]);
    const back = aRecord(4, [medium], [priority('medium', 'low')]);
    const records = orderRecords([start, high, medium, back]);
    expect(meantFrontmatter({ priority: 'high' }, records, 'document')).toMatchObject({ priority: 'low' });
  });

  it('is a choice of a hand beside a branch that tells nothing', () => {
    const medium = aRecord(3, [start], [priority('low', 'medium')]);
    const records = orderRecords([start, high, medium, aRecord(9, [], [])]);
    expect(meantFrontmatter({ priority: 'high' }, records, 'document')).toMatchObject({ priority: 'high' });
  });
});

describe('A line cut off from what it stood on, as by a revert', () => {
  const changed = (field: string, from: JsonValue, to: JsonValue): SpecEvent => ({
    type: 'FieldsChanged',
    data: { changes: { [field]: { from, to } } },
  });
  const start = aRecord(1, [], [created({ priority: 'medium', tags: ['x'] })]);
  const gone = aRecord(2, [start], [changed('priority', 'medium', 'low')]);
  const cut = aRecord(3, [gone], [changed('assignee', null, 'kim')]);
  const other = aRecord(4, [start], [changed('priority', 'medium', 'high')]);
  const means = (seen: JsonObject, records: readonly LogRecord[]) =>
    meantFrontmatter({ tags: ['x'], assignee: 'kim', ...seen }, orderRecords(records), 'document');

  it('goes on from how the spec began: what stood there lags behind the other line', () => {
    expect(means({ priority: 'medium' }, [start, cut, other])).toMatchObject({ priority: 'high' });
  });

  it('makes nothing old that stood there in a log that is whole', () => {
    expect(means({ priority: 'medium' }, [start, gone, cut, other])).toMatchObject({ priority: 'medium' });
  });

  it('leaves what no line tells to the hand that wrote it', () => {
    expect(means({ priority: 'critical' }, [start, cut, other])).toMatchObject({ priority: 'critical' });
    expect(means({ priority: 'medium', tags: ['y'] }, [start, cut, other])).toMatchObject({
      priority: 'high',
      tags: ['y'],
    });
  });

  it('that is all there is of the log means what stands', () => {
    expect(means({ priority: 'medium' }, [cut])).toMatchObject({ priority: 'medium', assignee: 'kim' });
  });

  it('that is the beginning of what is left does not begin twice', () => {
    const after = aRecord(5, [cut], [changed('priority', 'high', 'low')]);
    expect(means({ priority: 'critical' }, [cut, after, other])).toMatchObject({ priority: 'critical' });
  });
});
