import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeFrontmatter } from '../../../src/domain/document/mergeFrontmatter.js';
import type { JsonObject } from '../../../src/domain/value/json.js';

const BASE = { status: 'planned', tags: ['a', 'b'] };
const merge = (ours: JsonObject, theirs: JsonObject, base: JsonObject = BASE) =>
  mergeFrontmatter(base, ours, theirs);

describe('a merge of frontmatters', () => {
  it('takes what one side changed, added or took away', () => {
    expect(merge({ ...BASE, status: 'complete' }, BASE)).toEqual({ ...BASE, status: 'complete' });
    expect(merge(BASE, { ...BASE, status: 'complete' })).toEqual({ ...BASE, status: 'complete' });
    expect(merge(BASE, { ...BASE, owner: 'kim' })).toEqual({ ...BASE, owner: 'kim' });
    expect(merge(BASE, { tags: ['a', 'b'] })).toEqual({ tags: ['a', 'b'] });
    expect(merge({ tags: ['a', 'b'] }, BASE)).toEqual({ tags: ['a', 'b'] });
  });

  it('takes what both changed alike', () => {
    expect(merge({ ...BASE, owner: 'kim' }, { ...BASE, owner: 'kim' })).toEqual({ ...BASE, owner: 'kim' });
  });

  it('gives a value both changed to the side that was updated last', () => {
    const [early, late] = ['2026-01-05T10:00:00Z', '2026-01-06T10:00:00Z'];
    const ours = { ...BASE, status: 'complete', updated: early };
    const theirs = { ...BASE, status: 'in-progress', updated: late };
    expect(merge(ours, theirs)).toEqual(theirs);
    expect(merge(theirs, ours)).toEqual(theirs);
    expect(merge({ ...ours, updated: 5 }, theirs)).toEqual(theirs);
  });

  it('takes additions and removals of sets from both sides', () => {
    expect(merge({ tags: ['a', 'b', 'ours'] }, { tags: ['b', 'theirs'] })).toEqual({
      tags: ['b', 'ours', 'theirs'],
    });
    expect(merge({ tags: ['a'] }, { tags: ['b'] })).toEqual({});
    expect(merge({ tags: 'a' }, { tags: ['a'] }, { tags: ['a'] })).toEqual({ tags: 'a' });
    expect(merge({ tags: [] }, { tags: [] }, { tags: [] })).toEqual({});
  });

  it('is the same from either side', () => {
    const value = fc.constantFrom<JsonObject>(
      {},
      { owner: 'kim' },
      { owner: 'lee', updated: '2026-01-05' },
      { owner: null, updated: '2026-01-06' },
      { owner: 'pat' },
    );
    fc.assert(
      fc.property(value, value, value, (base, ours, theirs) => {
        expect(merge(ours, theirs, base)).toEqual(merge(theirs, ours, base));
      }),
    );
  });
});
