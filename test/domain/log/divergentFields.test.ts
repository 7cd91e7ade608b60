import { describe, expect, it } from '@jest/globals';
import { divergences } from '../../../src/domain/log/divergences.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { aRecord } from '../../support/recordBuilder.js';
import { created } from '../givenWhenThen.js';

const first = aRecord(1, [], [created()]);
const fields = (changes: Readonly<Record<string, string | null>>): SpecEvent => ({
  type: 'FieldsChanged',
  data: {
    changes: Object.fromEntries(Object.entries(changes).map(([key, to]) => [key, { from: null, to }])),
  },
});
const status = (to: string, day?: string): SpecEvent => ({
  type: 'StatusChanged',
  data: { from: 'planned', to, ...(day !== undefined && { completed: { from: null, to: day } }) },
});
const renamed = (changes: Readonly<Record<string, string>>): SpecEvent => ({
  type: 'SpecRenamed',
  data: Object.fromEntries(Object.entries(changes).map(([key, to]) => [key, { from: null, to }])),
});
const ARCHIVED: SpecEvent = { type: 'SpecArchived', data: {} };
const renumbered = (to: number): SpecEvent => ({
  type: 'SpecRenumbered',
  data: { from: 1, to, ref: { from: '001-user-login', to: `00${to}-user-login` } },
});
/**
 * Returns the fields that two branches set to different values after the record `first`, each with its values, the
 * current one first.
 */
function between(ours: readonly SpecEvent[], theirs: readonly SpecEvent[]) {
  const branches = [aRecord(2, [first], ours), aRecord(3, [first], theirs)];
  return Object.fromEntries(
    divergences(orderRecords([first, ...branches])).map(({ field, candidates }) => [
      field,
      candidates.map(({ value }) => value),
    ]),
  );
}

describe('The disagreements of two branches', () => {
  it.each<[string, SpecEvent, SpecEvent, object]>([
    ['about a status', status('in-progress'), status('complete'), { status: ['complete', 'in-progress'] }],
    [
      'about a field',
      fields({ priority: 'low' }),
      fields({ priority: 'high' }),
      { priority: ['high', 'low'] },
    ],
    ['about having a value', fields({ owner: 'kim' }), fields({ owner: null }), { owner: [null, 'kim'] }],
    [
      'about a field that one of them found edited by hand',
      fields({ owner: 'kim' }),
      { type: 'FrontmatterEdited', data: { changes: { owner: { from: null, to: 'lee' } } } },
      { owner: ['lee', 'kim'] },
    ],
    [
      'about the number, and with it the folder',
      renumbered(4),
      renumbered(5),
      { sequence: [5, 4], ref: ['005-user-login', '004-user-login'] },
    ],
    ['about the title', renamed({ title: 'A' }), renamed({ title: 'B' }), { title: ['B', 'A'] }],
    ['about the folder', renamed({ ref: '001-a' }), renamed({ ref: '001-b' }), { ref: ['001-b', '001-a'] }],
    ['about the group', renamed({ group: 'auth' }), renamed({ group: 'web' }), { group: ['web', 'auth'] }],
    [
      'about the end',
      status('complete', '2026-02-01'),
      status('complete', '2026-02-02'),
      { completed: ['2026-02-02', '2026-02-01'] },
    ],
    ['about the archive', ARCHIVED, { type: 'SpecUnarchived', data: {} }, { archived: [false, true] }],
  ])('include a disagreement %s', (_what, ours, theirs, expected) => {
    expect(between([ours], [theirs])).toEqual(expected);
  });

  it('do not include fields that only one branch set, or list members', () => {
    const tags = (tag: string): SpecEvent => ({ type: 'TagsChanged', data: { added: [tag], removed: [] } });
    const needs = (ref: string): SpecEvent => ({
      type: 'DependenciesChanged',
      data: { field: 'depends_on', added: [ref], removed: [] },
    });
    expect(between([ARCHIVED], [fields({ priority: 'high' })])).toEqual({});
    expect(between([tags('a'), needs('002-b')], [tags('b'), needs('003-c')])).toEqual({});
    expect(between([created()], [created({ status: 'complete' })])).toEqual({});
    expect(between([renamed({ title: 'A' })], [renamed({ group: 'auth' })])).toEqual({});
    expect(between([ARCHIVED], [ARCHIVED])).toEqual({});
  });

  it('contain the actor and the record of each value', () => {
    const ours = aRecord(2, [first], [fields({ priority: 'low' })], { actor: 'kim' });
    const theirs = aRecord(3, [first], [fields({ priority: 'high' })], { actor: 'lee' });
    expect(divergences(orderRecords([theirs, ours, first]))).toEqual([
      {
        field: 'priority',
        candidates: [
          { value: 'high', record: theirs.id, actor: 'lee' },
          { value: 'low', record: ours.id, actor: 'kim' },
        ],
      },
    ]);
  });

  it('contain each value once, the current one first', () => {
    const heads = ['low', 'high', 'low'].map((priority, i) =>
      aRecord(i + 2, [first], [fields({ priority })]),
    );
    const [found] = divergences(orderRecords([first, ...heads]));
    expect(found?.candidates.map(({ value }) => value)).toEqual(['low', 'high']);
  });

  it('ignore records that both branches have, but include invalid values', () => {
    const shared = aRecord(2, [first], [fields({ priority: 'low' })]);
    const ours = aRecord(3, [shared], [fields({ priority: 'high' })]);
    const theirs = aRecord(4, [shared], [fields({ owner: 'kim' })]);
    expect(divergences(orderRecords([first, shared, ours, theirs]))).toEqual([]);

    const elsewhere = ['../a', '../b'].map((to, i) =>
      aRecord(i + 1, [], [{ type: 'SpecRenamed', data: { ref: { from: 'x', to } } }]),
    );
    expect(divergences(elsewhere)).toMatchObject([
      { field: 'ref', candidates: [{ value: '../b' }, { value: '../a' }] },
    ]);
  });

  it('exclude a value of the other branch that a cherry-picked record replaced', () => {
    const base = aRecord(2, [first], [fields({ priority: 'low', owner: 'kim' })]);
    const gone = aRecord(3, [base], [fields({ area: 'x' })]);
    const changed = (key: string, from: string | null, to: string): SpecEvent => ({
      type: 'FieldsChanged',
      data: { changes: { [key]: { from, to } } },
    });
    const fieldsOf = (...events: readonly SpecEvent[]) =>
      divergences(orderRecords([first, base, aRecord(4, [gone], events)])).map(({ field }) => field);
    expect(fieldsOf(changed('priority', 'low', 'high'))).toEqual([]);
    expect(fieldsOf(changed('priority', 'medium', 'high'))).toEqual(['priority']);
    expect(fieldsOf(changed('priority', 'low', 'medium'), changed('priority', 'medium', 'high'))).toEqual([]);
    expect(fieldsOf(changed('priority', 'low', 'high'), changed('owner', 'lee', 'max'))).toEqual(['owner']);
    expect(fieldsOf(changed('priority', 'medium', 'high'), changed('priority', 'high', 'medium'))).toEqual([
      'priority',
    ]);
    const picked = aRecord(4, [gone], [changed('priority', 'low', 'high')]);
    const then = aRecord(5, [picked], [changed('area', 'x', 'z')]);
    expect(divergences(orderRecords([first, base, picked, then]))).toEqual([]);
    const merged = aRecord(4, [first, gone], [changed('priority', 'low', 'high')]);
    expect(divergences(orderRecords([first, base, merged]))).toEqual([]);
    const whole = aRecord(4, [first], [changed('priority', 'low', 'high')]);
    expect(divergences(orderRecords([first, base, whole]))).toMatchObject([{ field: 'priority' }]);
  });

  it('list the current value first, then the others from the newest record to the oldest', () => {
    const heads = ['low', 'medium', 'high', 'critical'].map((priority, i) =>
      aRecord(i + 2, [first], [fields({ priority })]),
    );
    const settledIn = aRecord(9, heads.slice(0, 1), [fields({ priority: 'low' })]);
    const values = (records: readonly LogRecord[]) =>
      divergences(orderRecords(records))[0]?.candidates.map(({ value }) => value);
    expect(values([first, ...heads])).toEqual(['critical', 'high', 'medium', 'low']);
    expect(values([first, ...heads, settledIn])).toEqual(['low', 'critical', 'high', 'medium']);
  });

  it('are found without failing for invalid data and unknown event types', () => {
    const odd = [
      { type: 'StatusChanged', data: {} },
      { type: 'FieldsChanged', data: {} },
      { type: 'FieldsChanged', data: { changes: { priority: null } } },
      { type: 'SpecRenumbered', data: { to: 4 } },
      { type: 'SpecBlessed', data: { status: 'x' } },
    ] as unknown as readonly SpecEvent[];
    expect(between(odd, [fields({ priority: 'high', status: 'complete' })])).toEqual({});
  });
});
