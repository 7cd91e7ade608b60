import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderBoard } from '../../../../src/adapters/cli/commands/read/board.js';
import { PLAIN_TERMINAL } from '../../../../src/adapters/cli/layout/terminalStyle.js';
import { displayWidth } from '../../../../src/adapters/cli/layout/terminalText.js';
import { boardColumns, boardHealth } from '../../../../src/application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../../src/application/queries/showBoard.js';
import type { SpecView } from '../../../../src/domain/spec/specView.js';
import { aSpec } from '../../../support/specBuilder.js';

const NOW = '2026-01-20T00:00:00.000Z';
const board = (specs: readonly SpecView[], groupBy = 'status'): ShowBoardResult => ({
  groupBy,
  columns: boardColumns(specs, groupBy),
  health: boardHealth(specs, {
    waiting: new Map(),
    nameOf: ({ ref }) => ref,
    sizes: { above: new Set(), estimated: false },
    now: NOW,
  }),
  since: Object.fromEntries(specs.map((spec) => [spec.ref, '2026-01-15'])),
  waitingFor: { '001-spec-1': ['002-spec-2'] },
  waitedFor: { '002-spec-2': 2 },
  warnings: [],
  at: NOW,
});
const specs = [
  aSpec(1, {
    priority: 'high',
    tags: ['cli', 'api'],
    assignee: 'ann',
    title: 'A title that is long enough to be wrapped',
  }),
  aSpec(2, { status: 'in-progress' }),
  aSpec(3, { status: 'complete', title: '日本語の長い題名がここにあります、はい' }),
  aSpec(4, {
    status: null,
    broken: true,
    problems: [{ code: 'MERGE_CONFLICT', message: 'Conflict markers.', line: 7 }],
  }),
];

describe('renderBoard', () => {
  it('puts columns side by side in a wide terminal', () => {
    const lines = renderBoard(board(specs), { ...PLAIN_TERMINAL, columns: 100 }, 3).split('\n');
    expect(lines[0]).toMatch(/^○ planned 1 +◐ in-progress 1 +● complete 1$/);
    const text = lines.join('\n');
    for (const part of ['high · 5 d · @ann · cli, api', '⊘ blocked by 002', '✗ Conflict markers. (line 7)']) {
      expect(text).toContain(part.slice(0, 20));
    }
  });

  it('puts columns below each other in a narrow terminal', () => {
    const text = renderBoard(board(specs), { ...PLAIN_TERMINAL, columns: 50 }, 3);
    expect(text).toMatch(/○ planned 1\n─+\n001 A title/);
    expect(text).toContain('\n\n◐ in-progress 1\n');
  });

  it('prints no line longer than the terminal for any titles', () => {
    const title = fc.string({ unit: fc.constantFrom('a', ' ', '日', '🎉', 'longer ', '\x1b', 'é') });
    const anySpec = fc
      .record({
        title,
        tags: fc.array(title, { maxLength: 3 }),
        status: fc.constantFrom('planned' as const, 'in-progress' as const, 'complete' as const, null),
      })
      .map((changes) => aSpec(1, changes));
    fc.assert(
      fc.property(
        fc.array(anySpec, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 24, max: 220 }),
        fc.constantFrom('status', 'priority', 'assignee', 'tag'),
        (some, columns, groupBy) => {
          const drawn = renderBoard(board(some, groupBy), { ...PLAIN_TERMINAL, columns }, 3);
          expect(drawn).not.toContain('\x1b');
          for (const line of drawn.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });

  it('describes the specs behind each number of the project health', () => {
    const text = renderBoard(board(specs), PLAIN_TERMINAL, 3);
    expect(text).toContain(
      '25% ███░░░░░░░░░ 1 of 4 complete: 1 planned, 1 in-progress, 1 complete, 1 unknown',
    );
    expect(text).toContain('stale          1 in progress, unchanged for 14 days: 002');
    expect(text).toContain(
      'problems       1 unreadable, with invalid values, or complete and failing (spectool validate): 004',
    );
  });

  it('suggests spectool create when there are no specs', () => {
    expect(renderBoard(board([]), PLAIN_TERMINAL, 3)).toContain('spectool create');
  });
});
