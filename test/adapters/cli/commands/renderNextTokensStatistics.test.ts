import { describe, expect, it } from '@jest/globals';
import { renderNext } from '../../../../src/adapters/cli/commands/read/next.js';
import { renderStatistics } from '../../../../src/adapters/cli/commands/read/stats.js';
import { renderTokens } from '../../../../src/adapters/cli/commands/read/tokens.js';
import { PLAIN_TERMINAL } from '../../../../src/adapters/cli/layout/terminalStyle.js';
import { displayWidth } from '../../../../src/adapters/cli/layout/terminalText.js';
import type { NextSpecsResult } from '../../../../src/application/queries/listAndNext.js';
import type { ShowStatisticsResult } from '../../../../src/application/queries/showStatistics.js';
import { aSpec } from '../../../support/specBuilder.js';

const narrow = { ...PLAIN_TERMINAL, columns: 40 };
const fits = (text: string): void => {
  for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(40);
};

describe('renderNext', () => {
  const next: NextSpecsResult = {
    specs: [aSpec(7, { priority: 'high', title: 'A title that takes more room than there is' })],
    reasons: [{ ref: '007-spec-7', priority: 'high', unblocks: 2, ageDays: 3, dependencies: 1 }],
    total: 4,
    waiting: 2,
    notReady: [{ why: 'blocked', specs: ['008-b', '009-c'] }],
    broken: [],
  };

  it('shows the next spec, the reasons to choose it and the command that claims it', () => {
    const text = renderNext(next, PLAIN_TERMINAL, 3);
    expect(text).toContain(
      'high priority · 2 specs wait for it · all its dependencies are complete · created 3 d ago',
    );
    expect(text).toContain('3 more specs are ready');
    expect(text).toContain('spectool claim 007');
    fits(renderNext(next, narrow, 3));
    expect(renderNext(next, PLAIN_TERMINAL, 3, 'next --claim')).toMatch(
      /Begin the first spec that no other clone holds: spectool next --claim$/,
    );
  });

  it('explains why there is no next spec, and suggests to create one only in an empty project', () => {
    const none = {
      specs: [],
      reasons: [],
      total: 0,
      waiting: 0,
      notReady: [],
      broken: [],
    } as const;
    expect(renderNext({ ...none, others: 0 }, PLAIN_TERMINAL, 3)).toContain('spectool create');
    expect(renderNext({ ...none, others: 3 }, PLAIN_TERMINAL, 3)).not.toContain('create');
    const { notReady } = next;
    expect(renderNext({ ...none, notReady }, PLAIN_TERMINAL, 3)).toBe(
      'No spec is ready:\n- 2 specs wait for other specs: 008-b, 009-c\nSee what they wait for: spectool deps',
    );
  });
});

it('renderTokens lists the tokens of specs, files and sections with their total', () => {
  const text = renderTokens(
    {
      specs: [
        { ref: '001-a', tokens: 1234, rating: 'optimal', files: [{ name: 'README.md', tokens: 1234 }] },
        {
          ref: '002-b',
          tokens: 6000,
          rating: 'should split',
          files: [
            {
              name: 'README.md',
              tokens: 5000,
              sections: [{ heading: 'Pro\x07blem', level: 2, line: 3, tokens: 7 }],
            },
            { name: 'DESIGN.md', tokens: 1000 },
          ],
        },
      ],
      total: 7234,
    },
    PLAIN_TERMINAL,
  );
  expect(text.split('\n')).toEqual([
    'Tokens  Rating        Spec',
    ' 1,234  optimal       001-a',
    ' 6,000  should split  002-b',
    ' 5,000                  README.md',
    '     7                      Pro␇blem',
    ' 1,000                  DESIGN.md',
    '',
    '7,234 tokens in 2 specs',
  ]);
});

describe('renderStatistics', () => {
  const stats: ShowStatisticsResult = {
    byStatus: { planned: 1, 'in-progress': 1, complete: 2 },
    throughput: Array.from({ length: 12 }, (_, i) => ({
      week: `2026-W${String(i + 1).padStart(2, '0')}`,
      completed: i % 3,
    })),
    leadTimeDays: { p50: 2.5, p85: 9 },
    cycleTimeDays: { p50: null, p85: null },
    completedByForce: 0,
  };

  it('draws the numbers and the weekly chart, also in a narrow terminal', () => {
    const text = renderStatistics(stats, PLAIN_TERMINAL);
    expect(text).toContain('lead time     2.5 d');
    expect(text).toContain('cycle time  unknown');
    expect(text).toMatch(/2026-W12 {2}█+ 2/);
    expect(text).not.toContain('2026-W04');
    fits(renderStatistics(stats, narrow));
  });

  it('says that no spec was ever completed', () => {
    expect(renderStatistics({ ...stats, throughput: [] }, PLAIN_TERMINAL)).toContain('nothing completed yet');
  });

  it('suggests spectool create in an empty project', () => {
    const empty = { planned: 0, 'in-progress': 0, complete: 0 };
    expect(renderStatistics({ ...stats, byStatus: empty, throughput: [] }, PLAIN_TERMINAL)).toContain(
      'spectool create',
    );
  });
});
