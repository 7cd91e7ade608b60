import { describe, expect, it } from '@jest/globals';
import { frontmatterDiff, diffMembers } from '../../../src/domain/fields/fieldChange.js';
import { scalarWrites, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { isWellFormed } from '../../../src/domain/spec/spec.js';
import type { JsonObject, JsonValue } from '../../../src/domain/value/jsonValue.js';
import type { SpecSummary } from '../../../src/domain/document/frontmatter/parseSimpleFrontmatter.js';
import { toSpecView } from '../../../src/domain/spec/toSpecView.js';
import { membersOfField } from '../../../src/domain/fields/standardFields.js';

const spec = {
  kind: 'active',
  labels: { sequence: 1, name: 'a', ref: '001-a', archived: false },
  title: 'A',
  frontmatter: {},
} as const;

/** Names of folders in which specs are not read, including spellings that some disks treat as the same name. */
const UNSEEN = ['.x', '...', 'node_modules', 'archived', 'git~1', '.git', '.g\u200cit', 'x/.y'];

const folder = {
  sequence: 1,
  name: 'user-login',
  ref: '001-user-login',
  archived: false,
  path: 'specs/001-user-login',
};
const view = (frontmatter: JsonObject, more: Partial<SpecSummary> = {}) =>
  toSpecView({ folder, frontmatter, title: 'User login', ...more });
const invalid = (field: string, message: string, value?: string) => ({
  code: 'FIELD_INVALID',
  field,
  message,
  ...(value !== undefined && { value }),
});

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
    expect(membersOfField(tags === undefined ? {} : { tags }, 'tags')).toEqual(members);
  });

  it('change by added and removed members, each once', () => {
    expect(diffMembers(['a', 'b'], ['b', 'c', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
    expect(diffMembers(['a', 'b'], ['b', 'a'])).toBeUndefined();
    expect(membersOfField({}, 'toString')).toEqual([]);
  });
});

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
])('The differences of two frontmatters %j and %j are in the fields %j', (from, to, keys) => {
  expect([...frontmatterDiff(from, to).keys()]).toEqual(keys);
});

it('an event of a damaged log sets only the fields with readable values', () => {
  const writes = (event: object) => [...scalarWrites(event as SpecEvent)];
  expect(writes({ type: 'StatusChanged', data: { completed: { to: '2026-01-05' } } })).toEqual([
    ['completed', '2026-01-05'],
  ]);
  expect(writes({ type: 'StatusChanged', data: null })).toEqual([]);
  expect(writes({ type: 'SpecBlessed', data: { to: 'x' } })).toEqual([]);
});

describe('The view of a spec', () => {
  it('has the values of its frontmatter, and no others', () => {
    expect(view({ status: 'planned' })).toStrictEqual({
      id: null,
      sequence: 1,
      name: 'user-login',
      ref: '001-user-login',
      path: 'specs/001-user-login',
      title: 'User login',
      status: 'planned',
      created: null,
      updated: null,
      updatedFrom: null,
      tags: [],
      dependsOn: [],
      related: [],
      fields: {},
      archived: false,
    });
    expect(
      view(
        {
          id: 'abc',
          status: 'complete',
          created: '2026-01-05',
          completed: '2026-02-01',
          updated: '2026-02-01T10:00:00Z',
          priority: 'high',
          assignee: 'kim',
          tags: ['api'],
          depends_on: ['002-b'],
          related: '003-c',
          sprint: 5,
          note: null,
        },
        { folder: { ...folder, group: 'auth' } },
      ),
    ).toStrictEqual({
      ...view({ status: 'planned' }),
      id: 'abc',
      status: 'complete',
      created: '2026-01-05',
      completed: '2026-02-01',
      updated: '2026-02-01T10:00:00Z',
      updatedFrom: 'document',
      priority: 'high',
      assignee: 'kim',
      tags: ['api'],
      dependsOn: ['002-b'],
      related: ['003-c'],
      fields: { sprint: 5, note: null },
      group: 'auth',
    });
  });

  it('reads dates under their own field names first, then under the names of other tools', () => {
    const others = { created_at: '2026-01-05T10:00:00Z', completed_at: '2026-02-01T10:00:00Z' };
    const status = 'complete';
    expect(view({ status, ...others })).toMatchObject({
      created: '2026-01-05',
      completed: '2026-02-01',
      updated: '2026-02-01',
    });
    expect(
      view({ status, ...others, updated_at: '2026-03-01', created: '2025-12-31', completed: '2026-01-31' }),
    ).toMatchObject({ created: '2025-12-31', completed: '2026-01-31', updated: '2026-03-01' });
    expect(view({ status, created: '2026-01-05' })).toMatchObject({ updated: '2026-01-05' });
    expect(view({ status, updated: '2026-04-01', updated_at: '2026-03-01' })).toMatchObject({
      updated: '2026-04-01',
    });
    expect(view({ status: 'planned', ...others })).not.toHaveProperty('completed');
  });

  it('converts numbers and booleans to text, treats empty text as missing, and leaves out other values', () => {
    expect(view({ status: 'planned', id: 7, assignee: true })).toMatchObject({ id: '7', assignee: 'true' });
    const without = view({ status: 'planned', id: '', assignee: { a: 1 }, reviewer: '', priority: null });
    expect(without).toStrictEqual(view({ status: 'planned' }));
  });

  it.each<[JsonObject, object]>([
    [{}, invalid('status', 'status is missing')],
    [{ status: null }, invalid('status', 'status is missing')],
    [
      { status: 'done' },
      invalid('status', 'status "done" is not one of planned, in-progress, complete', 'done'),
    ],
    [
      { status: 'planned', priority: 'urgent' },
      invalid('priority', 'priority "urgent" is not one of low, medium, high, critical', 'urgent'),
    ],
    [
      { status: 'planned', priority: ['x'.repeat(100)] },
      invalid('priority', `priority ["${'x'.repeat(58)} is not one of low, medium, high, critical`),
    ],
    [
      { status: 'planned', created: '2026-02-30' },
      invalid('created', 'created "2026-02-30" is not a date YYYY-MM-DD', '2026-02-30'),
    ],
    [{ status: 'planned', created: 5 }, invalid('created', 'created 5 is not a date YYYY-MM-DD')],
  ])('reports the problem of %j', (frontmatter, problem) => {
    expect(view(frontmatter).problems).toEqual([problem]);
    expect(view(frontmatter)).not.toHaveProperty('broken');
  });

  it('lists all problems, and has no invalid value', () => {
    const { problems, ...rest } = view({ status: 'done', priority: 'urgent', created: 'today' });
    expect(problems?.map((problem) => 'field' in problem && problem.field)).toEqual([
      'status',
      'priority',
      'created',
    ]);
    expect(rest).toMatchObject({ status: null, created: null });
    expect(rest).not.toHaveProperty('priority');
    expect(view({ status: 'planned', created: null })).not.toHaveProperty('problems');
  });

  it('takes the last change from the log, then from the document, then from git or the file', () => {
    const last = (frontmatter: JsonObject, from?: 'log' | 'git' | 'file') => {
      const { updated, updatedFrom } = toSpecView(
        { folder, frontmatter: { status: 'planned', ...frontmatter }, title: 'x' },
        from && { at: Date.UTC(2026, 2, 1), from },
      );
      return [updated, updatedFrom];
    };
    const written = { created: '2026-01-05', updated: '2026-02-01' };
    expect(last(written, 'log')).toEqual(['2026-03-01T00:00:00Z', 'log']);
    expect(last(written, 'git')).toEqual(['2026-02-01', 'document']);
    expect(last({ created: '2026-01-05' }, 'git')).toEqual(['2026-03-01T00:00:00Z', 'git']);
    expect(last({ created: '2026-01-05' })).toEqual(['2026-01-05', 'document']);
    expect(last({})).toEqual([null, null]);
  });

  it('has only one problem when the document is unreadable', () => {
    const problem = { code: 'FRONTMATTER_INVALID', message: 'line 2', line: 2 } as const;
    expect(view({}, { problem })).toMatchObject({ problems: [problem], broken: true, status: null });
  });
});
