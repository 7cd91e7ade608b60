import { describe, expect, it } from '@jest/globals';
import { originOf } from '../../../src/domain/merging/strayEdit.js';
import type { JsonObject } from '../../../src/domain/value/json.js';

const side = (
  changes: Readonly<Record<string, readonly [JsonObject | undefined, JsonObject | undefined]>>,
) => {
  const versions = (at: 0 | 1) =>
    new Map(
      Object.entries(changes).flatMap(([id, pair]) => {
        const version = pair[at];
        return version === undefined ? [] : [[id, version] as const];
      }),
    );
  return { before: versions(0), after: versions(1) };
};
const NEW = { d: [undefined, { tags: ['q', 'p'] }] } as const;
const reviewed = { spec: 'd', field: 'reviewer', value: 'max', logged: null } as const;

describe('An edit that stands in a document after a merge', () => {
  it('is that of the one spec a side changed so', () => {
    expect(originOf(reviewed, [side(NEW), side({ c: [{}, { reviewer: 'max' }] })])).toBe('c');
    expect(
      originOf({ ...reviewed, value: null, logged: 'max' }, [side({ c: [{ reviewer: 'max' }, {}] })]),
    ).toBe('c');
  });

  it('is this spec’s own where a side had it there, before or after', () => {
    const other = { c: [{}, { reviewer: 'max' }] } as const;
    expect(originOf(reviewed, [side({ ...other, d: [{}, { reviewer: 'max' }] })])).toBeUndefined();
    expect(originOf(reviewed, [side(other), side({ d: [{ reviewer: 'max' }, {}] })])).toBeUndefined();
  });

  it.each<[string, JsonObject | undefined, JsonObject]>([
    ['began with it', undefined, { reviewer: 'max' }],
    ['had it all along', { reviewer: 'max' }, { reviewer: 'max', priority: 'low' }],
    ['was changed otherwise', {}, { reviewer: 'lee' }],
  ])('is not that of a spec that %s', (_what, before, after) => {
    expect(originOf(reviewed, [side(NEW), side({ c: [before, after] })])).toBeUndefined();
  });

  it('is nobody’s where several specs were changed so', () => {
    const both = { c: [{}, { reviewer: 'max' }], e: [{}, { reviewer: 'max' }] } as const;
    expect(originOf(reviewed, [side(both)])).toBeUndefined();
  });

  it.each<[string, JsonObject, JsonObject, string | undefined]>([
    ['whose members came with it', { tags: ['x'] }, { tags: ['x', 'r'] }, 'c'],
    ['whose members went with it', { tags: ['p'] }, {}, 'c'],
    ['that got other members as well', {}, { tags: ['r', 's'] }, undefined],
    ['that lost others as well', { tags: ['p', 'z'] }, { tags: ['r'] }, undefined],
    ['whose members stayed', { tags: ['r'] }, { tags: ['r'], priority: 'low' }, undefined],
  ])('is, in a set, that of a spec %s', (_what, before, after, origin) => {
    const tagged = { spec: 'd', field: 'tags', value: ['q', 'r'], logged: ['q', 'p'] } as const;
    expect(originOf(tagged, [side(NEW), side({ c: [before, after] })])).toBe(origin);
  });
});
