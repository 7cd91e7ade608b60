import { describe, expect, it } from '@jest/globals';
import type { SpecSummary } from '../../../src/domain/document/specSummary.js';
import { toSpecView } from '../../../src/domain/spec/toSpecView.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';

const folder = {
  sequence: 1,
  name: 'user-login',
  ref: '001-user-login',
  archived: false,
  path: 'specs/001-user-login',
};
const view = (frontmatter: JsonObject, more: Partial<SpecSummary> = {}) =>
  toSpecView({ folder, frontmatter, title: 'User login', ...more });
const invalid = (field: string, message: string) => ({ code: 'FIELD_INVALID', field, message });

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
    [{ status: 'done' }, invalid('status', 'status "done" is not one of planned, in-progress, complete')],
    [
      { status: 'planned', priority: 'urgent' },
      invalid('priority', 'priority "urgent" is not one of low, medium, high, critical'),
    ],
    [
      { status: 'planned', priority: ['x'.repeat(100)] },
      invalid('priority', `priority ["${'x'.repeat(58)} is not one of low, medium, high, critical`),
    ],
    [
      { status: 'planned', created: '2026-02-30' },
      invalid('created', 'created "2026-02-30" is not a date YYYY-MM-DD'),
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
