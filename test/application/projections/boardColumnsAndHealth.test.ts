import { describe, expect, it } from '@jest/globals';
import { boardColumns, boardHealth } from '../../../src/application/projections/boardColumns.js';
import { aSpec } from '../../support/specBuilder.js';

const specs = [
  aSpec(1, { tags: ['cli', 'api'], assignee: 'ann' }),
  aSpec(2, { status: 'complete', completed: '2026-01-02', priority: 'low' }),
  aSpec(3, { status: 'complete', completed: '2026-01-09' }),
  aSpec(4, { status: null, broken: true, problems: [{ code: 'FRONTMATTER_MISSING', message: 'x' }] }),
  aSpec(5, { priority: 'critical', tags: ['api', 'api'] }),
  aSpec(6, { status: 'in-progress', updated: '2026-01-01T00:00:00Z' }),
];
const keys = (grouping: string): unknown[] =>
  boardColumns(specs, grouping).map(({ key, specs: members }) => [key, members.map((spec) => spec.sequence)]);

describe('boardColumns', () => {
  it('groups specs by status: urgent first, completed newest first, broken specs in their own column', () => {
    expect(keys('status')).toEqual([
      ['planned', [5, 1]],
      ['in-progress', [6]],
      ['complete', [3, 2]],
      ['unknown', [4]],
    ]);
  });

  it('groups specs by priority, assignee or tag', () => {
    expect(keys('priority')).toEqual([
      ['critical', [5]],
      ['high', []],
      ['medium', []],
      ['low', [2]],
      ['none', [1, 3, 4, 6]],
    ]);
    expect(keys('assignee')).toEqual([
      ['ann', [1]],
      ['none', [5, 3, 4, 6, 2]],
    ]);
    expect(keys('tag')).toEqual([
      ['api', [5, 1]],
      ['cli', [1]],
      ['none', [3, 4, 6, 2]],
    ]);
  });

  it('returns its columns for an empty project too', () => {
    expect(boardColumns([], 'status').map(({ key }) => key)).toEqual(['planned', 'in-progress', 'complete']);
  });
});

describe('boardHealth', () => {
  const facts = {
    waiting: new Map([['specs/001-spec-1', ['005-spec-5']]]),
    nameOf: ({ ref }: { readonly ref: string }) => ref,
    sizes: { above: new Set(['specs/002-spec-2']), estimated: true },
  };

  it('counts specs, and names those that need attention', () => {
    expect(boardHealth(specs, { ...facts, now: '2026-01-15T00:00:00.000Z' })).toEqual({
      total: 6,
      byStatus: { planned: 2, 'in-progress': 1, complete: 2, unknown: 1 },
      completionRate: 0.333,
      blocked: ['001-spec-1'],
      stale: ['006-spec-6'],
      oversized: ['002-spec-2'],
      estimated: true,
      problems: ['004-spec-4'],
    });
  });

  it('counts a spec in progress as stale after fourteen days', () => {
    expect(boardHealth(specs, { ...facts, now: '2026-01-14T23:59:59.000Z' }).stale).toEqual([]);
  });

  it('returns a completion rate of 0 for an empty project', () => {
    expect(boardHealth([], { ...facts, now: '2026-01-01' }).completionRate).toBe(0);
  });
});
