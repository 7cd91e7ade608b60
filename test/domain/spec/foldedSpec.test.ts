import { describe, expect, it } from '@jest/globals';
import { frontmatterDiff, memberChange, membersOf } from '../../../src/domain/fields/fieldChange.js';
import { scalarWrites, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { irregularStep, isStatus, nextStatuses } from '../../../src/domain/spec/status.js';
import { isWellFormed } from '../../../src/domain/spec/spec.js';
import type { JsonObject, JsonValue } from '../../../src/domain/value/jsonValue.js';

const spec = {
  kind: 'active',
  labels: { sequence: 1, name: 'a', ref: '001-a', archived: false },
  title: 'A',
  frontmatter: {},
} as const;

/** Names of folders in which specs are not read, including spellings that some disks treat as the same name. */
const UNSEEN = ['.x', '...', 'node_modules', 'archived', 'git~1', '.git', '.g\u200cit', 'x/.y'];

describe('A spec folded from its log', () => {
  const labelled = (labels: object): object => ({ labels: { ...spec.labels, ...labels } });
  it.each<object>([
    {},
    { title: '' },
    labelled({ sequence: null }),
    labelled({ ref: '' }),
    labelled({ ref: 'a\\b' }),
    labelled({ ref: 'a.b' }),
    labelled({ group: '' }),
    labelled({ group: 'auth/web' }),
    // Specs are read in these folders, because only a top folder named exactly like the archive is the archive.
    ...['Archived', 'team/archived', 'Node_Modules'].map((group) => labelled({ group })),
    labelled({ archived: true, group: 'archived' }),
    { claim: { by: 'kim', lease: '4h' } },
    { claim: { by: 'kim', lease: '4h', place: 'fix' } },
    { deleted: { reason: 'made twice' } },
  ])('is valid with %j', (more) => {
    expect(isWellFormed({ ...spec, ...more })).toBe(true);
  });

  it.each<object>([
    { title: 5 },
    { frontmatter: null },
    { frontmatter: [] },
    { frontmatter: 'x' },
    labelled({ name: 5 }),
    labelled({ archived: 'no' }),
    labelled({ sequence: 1.5 }),
    labelled({ sequence: '1' }),
    ...[5, null, '.', '..', 'a/b', 'a\0', 'a\\..\\b', 'a\\.', '\\a', ...UNSEEN].map((ref) =>
      labelled({ ref }),
    ),
    ...[5, null, '/', 'a/', 'a//b', '..', 'a/../b', 'a\\..', ...UNSEEN].map((group) => labelled({ group })),
    { claim: { by: 5, lease: '4h' } },
    { claim: { by: 'kim', lease: 5 } },
    { claim: { by: '', lease: '4h' } },
    { claim: { by: 'k'.repeat(1001), lease: '4h' } },
    ...[5, null, {}, '', 'x'.repeat(1001)].map((place) => ({ claim: { by: 'kim', lease: '4h', place } })),
    { deleted: { reason: 5 } },
    { deleted: {} },
  ])('is invalid with %j', (more) => {
    expect(isWellFormed({ ...spec, ...more })).toBe(false);
  });
});

describe('The members of a list field', () => {
  it.each<[JsonValue | undefined, readonly string[]]>([
    [undefined, []],
    [null, []],
    ['api', ['api']],
    [5, ['5']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      [1, 'a', true, null, { b: 1 }, ['c']],
      ['1', 'a', 'true'],
    ],
    [{ a: 1 }, []],
  ])('are its simple values as text: %j has the members %j', (tags, members) => {
    expect(membersOf(tags === undefined ? {} : { tags }, 'tags')).toEqual(members);
  });

  it('change by added and removed members, each once', () => {
    expect(memberChange(['a', 'b'], ['b', 'c', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
    expect(memberChange(['a', 'b'], ['b', 'a'])).toBeUndefined();
    expect(membersOf({}, 'toString')).toEqual([]);
  });
});

describe('The differences of two frontmatters', () => {
  it.each<[JsonObject, JsonObject, readonly string[]]>([
    [{ a: 1 }, { a: 1, b: null }, []],
    [{ a: 1 }, { b: 1 }, ['a', 'b']],
    [{ tags: ['a', 'b'] }, { tags: ['b', 'a'] }, []],
    [{ owners: ['a', 'b'] }, { owners: ['b', 'a'] }, ['owners']],
    [{ tags: 'a' }, { tags: ['a'] }, ['tags']],
    [{ tags: ['a'] }, { tags: 'a' }, ['tags']],
    [{ tags: ['1', 'a'] }, { tags: [1, 'a'] }, []],
    [{ tags: [null, 'a'] }, { tags: ['a'] }, []],
    [{ tags: [{ b: 1 }, 'a'] }, { tags: ['a'] }, ['tags']],
    [{ tags: ['a'] }, { tags: [['b'], 'a'] }, ['tags']],
    [{ tags: [] }, {}, ['tags']],
  ])('%j and %j are in the fields %j', (from, to, keys) => {
    expect([...frontmatterDiff(from, to).keys()]).toEqual(keys);
  });
});

describe('The status of a spec', () => {
  it('is one of three, each with the statuses that may follow', () => {
    expect(['planned', 'done', 5, undefined].map(isStatus)).toEqual([true, false, false, false]);
    expect(['planned', 'in-progress', 'complete', 'done', 5].map(nextStatuses)).toEqual([
      ['in-progress'],
      ['complete'],
      [],
      [],
      [],
    ]);
    expect(irregularStep('planned', 'planned')).toBeUndefined();
    expect(irregularStep('planned', 'in-progress')).toBeUndefined();
    expect(irregularStep('planned', 'done')).toBeUndefined();
    expect(irregularStep('planned', 'complete')).toEqual({ from: 'planned', to: 'complete' });
  });
});

it('an event of a damaged log sets only the fields with readable values', () => {
  const writes = (event: object) => [...scalarWrites(event as SpecEvent)];
  expect(writes({ type: 'StatusChanged', data: { completed: { to: '2026-01-05' } } })).toEqual([
    ['completed', '2026-01-05'],
  ]);
  expect(writes({ type: 'StatusChanged', data: null })).toEqual([]);
  expect(writes({ type: 'SpecBlessed', data: { to: 'x' } })).toEqual([]);
});
