import { describe, expect, it } from '@jest/globals';
import {
  type FieldFilters,
  fieldFilter,
  filterField,
  LISTED_FIELDS,
  valueFilter,
} from '../../../src/domain/fields/fieldFilter.js';
import type { GivenFields } from '../../../src/domain/fields/customField.js';
import type { SpecView } from '../../../src/domain/spec/specView.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';
import { aSpec } from '../../support/specBuilder.js';
import { refusal } from '../../support/thrownError.js';

const specs = [
  aSpec(1, { priority: 'high', tags: ['api', 'web'], assignee: 'kim' }),
  aSpec(2, { status: 'complete', priority: 'low', tags: ['api'], assignee: 'lee' }),
  aSpec(3, { status: null }),
];

describe('A filter by fields', () => {
  it.each<[FieldFilters, readonly number[]]>([
    [{}, [1, 2, 3]],
    [{ status: undefined }, [1, 2, 3]],
    [{ status: ['planned'] }, [1]],
    [{ status: ['planned', 'complete'] }, [1, 2]],
    [{ status: [] }, []],
    [{ priority: ['high'], status: ['complete'] }, []],
    [{ tags: ['api'] }, [1, 2]],
    [{ tags: ['api', 'web'] }, [1]],
    [{ assignee: 'kim' }, [1]],
    [{ assignee: 'ki' }, []],
  ])('finds the specs with these values: %j finds %j', (filters, numbers) => {
    expect(specs.filter(fieldFilter(filters)).map(({ sequence }) => sequence)).toEqual(numbers);
  });

  it('is refused when a word is no value of its field', () => {
    expect(refusal(() => fieldFilter({ status: ['planned', 'dine'] })).message).toMatch(
      /"dine" is not a valid status/,
    );
  });

  it('accepts the singular name of a field', () => {
    expect(filterField('tag')).toMatchObject({ key: 'tags' });
    expect(filterField('created')).toMatchObject({ key: 'created' });
    expect(['tags', 'id', 'completed'].map(filterField)).toEqual([undefined, undefined, undefined]);
    expect(LISTED_FIELDS.map(({ key }) => key).toSorted()).toEqual([
      'assignee',
      'priority',
      'status',
      'tags',
    ]);
  });
});

describe('A filter by any field values', () => {
  const found: readonly (readonly [SpecView, JsonObject])[] = [
    [
      aSpec(1, { assignee: 'kim', priority: 'critical', tags: ['ui', 'api'], group: 'v1' }),
      { status: 'planned', team: 'web', n: 5 },
    ],
    [
      aSpec(2, {
        status: null,
        problems: [{ code: 'FIELD_INVALID', field: 'status', message: 'status "done" is not one of …' }],
      }),
      { status: 'done', areas: ['a', 'b'] },
    ],
    [
      aSpec(3, {
        status: null,
        archivedAs: 'rejected',
        broken: true,
        problems: [{ code: 'FRONTMATTER_INVALID', message: 'bad' }],
      }),
      {},
    ],
  ];

  it.each<[GivenFields, readonly number[]]>([
    [{}, [1, 2, 3]],
    [{ status: undefined }, [1, 2, 3]],
    [{ status: 'unknown' }, [2]],
    [{ status: 'done' }, [2]],
    [{ status: 'Done' }, []],
    [{ status: 'TODO' }, [1]],
    [{ priority: 'Urgent' }, [1]],
    [{ 'archived-as': "won't do" }, [3]],
    [{ team: 'TODO' }, []],
    [{ team: 'web' }, [1]],
    [{ n: 5 }, [1]],
    [{ n: '5', team: 'web' }, [1]],
    [{ areas: ['b', 'a'] }, [2]],
    [{ areas: ['a', 'c'] }, []],
    [{ tag: 'ui' }, [1]],
    [{ assignee: '' }, [2, 3]],
    [{ team: 'unknown' }, []],
    [{ group: 'v1' }, [1]],
  ])('finds the specs with these values: %j finds %j', (where, numbers) => {
    const documents = found.map(([, one]) => one);
    const has = valueFilter(where, documents, (ref) => ({ ref }));
    expect(found.filter(([spec, one]) => has(spec, one)).map(([{ sequence }]) => sequence)).toEqual(numbers);
  });

  it('finds specs with an unknown status', () => {
    const views = found.map(([spec]) => spec);
    expect(views.filter(fieldFilter({ status: ['unknown'] })).map(({ sequence }) => sequence)).toEqual([2]);
    expect(views.filter(fieldFilter({ status: ['planned', 'unknown'] }))).toHaveLength(2);
  });

  it.each<[FieldFilters, readonly number[]]>([
    [{ status: ['Backlog'] }, [1]],
    [{ status: ['to do', 'WIP', 'unknown'] }, [1, 2]],
    [{ priority: ['ASAP'] }, [1]],
    [{ priority: ['HIGH'] }, []],
  ])('accepts a synonym for a value: %j finds %j', (filters, numbers) => {
    const views = found.map(([spec]) => spec);
    expect(views.filter(fieldFilter(filters)).map(({ sequence }) => sequence)).toEqual(numbers);
  });
});
