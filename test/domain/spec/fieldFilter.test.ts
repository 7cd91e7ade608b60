import { describe, expect, it } from '@jest/globals';
import {
  type FieldFilters,
  fieldFilter,
  filterField,
  LISTED_FIELDS,
} from '../../../src/domain/spec/fieldFilter.js';
import { aSpec } from '../../support/aSpec.js';
import { refusal } from '../../support/refusal.js';

const specs = [
  aSpec(1, { priority: 'high', tags: ['api', 'web'], assignee: 'kim' }),
  aSpec(2, { status: 'complete', priority: 'low', tags: ['api'], assignee: 'lee' }),
  aSpec(3, { status: null }),
];

describe('a list is narrowed', () => {
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
  ])('by %j to %j', (filters, numbers) => {
    expect(specs.filter(fieldFilter(filters)).map(({ sequence }) => sequence)).toEqual(numbers);
  });

  it('by no word the field does not know', () => {
    expect(refusal(() => fieldFilter({ status: ['planned', 'dine'] })).message).toMatch(
      /"dine" is not a valid status/,
    );
  });

  it('by fields that are called as one of them', () => {
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
