import { describe, expect, it } from '@jest/globals';
import { dependencyMermaid, renderDependencies } from '../../../../src/adapters/cli/commands/read/deps.js';
import { PLAIN_TERMINAL } from '../../../../src/adapters/cli/layout/terminalStyle.js';
import { displayWidth } from '../../../../src/adapters/cli/layout/terminalText.js';
import type { UseCaseRequest } from '../../../../src/application/spectool.js';
import type { SpecView } from '../../../../src/domain/spec/specView.js';
import { aSpec } from '../../../support/specBuilder.js';
import { graphOf } from '../../../support/dependencyGraphOf.js';

const draw = async (
  specs: readonly SpecView[],
  request: UseCaseRequest<'showDependencies'> = {},
  columns?: number,
) => renderDependencies(await graphOf(specs, request), { ...PLAIN_TERMINAL, columns }, 3).split('\n');

const chain = [
  aSpec(1, { dependsOn: ['2', '3'] }),
  aSpec(2, { dependsOn: ['3', '099-gone'] }),
  aSpec(3, { status: 'complete' }),
  aSpec(4),
];
const hostile = [
  '"] --> x[" end',
  'a\\',
  '\\N\\"',
  '<b>&amp;</b>',
  '#quot;%%{init}%%',
  '1. `x` {|}',
  '\x1b[31m',
  '日本 🎉',
  'a"];}',
];

describe('renderDependencies', () => {
  it('draws the dependencies of each spec with their status', async () => {
    expect(await draw(chain)).toEqual([
      '○ 001 Spec 1  ⊘ blocked',
      '├─ ○ 002 Spec 2  ⊘ blocked',
      '│  ├─ ● 003 Spec 3',
      '│  └─ ? 099-gone  ? missing',
      '└─ ● 003 Spec 3',
      '',
      '1 spec without dependencies is not shown. See all specs: spectool list',
      '',
      '○ planned  ◐ in-progress  ● complete  ⊘ blocked  → ready',
    ]);
  });

  it('draws the dependents of a spec when reverse is set', async () => {
    expect((await draw(chain, { spec: '003-spec-3', reverse: true })).slice(0, 4)).toEqual([
      '● 003 Spec 3',
      '├─ ○ 001 Spec 1  ⊘ blocked',
      '└─ ○ 002 Spec 2  ⊘ blocked',
      '   └─ ○ 001 Spec 1  ⊘ blocked',
    ]);
  });

  it('shows the outcome of archived dependencies and never marks them as ready', async () => {
    const specs = [
      aSpec(1, { dependsOn: ['2', '3', '4', '5', '6'] }),
      aSpec(2, { archived: true, archivedAs: 'rejected' }),
      aSpec(3, { archived: true, archivedAs: 'superseded', supersededBy: '004-spec-4' }),
      aSpec(4, { archived: true }),
      aSpec(5, { archived: true, status: 'complete' }),
      aSpec(6, { archived: true, status: null, archivedAs: 'deferred' }),
    ];
    expect((await draw(specs)).slice(0, 6)).toEqual([
      '○ 001 Spec 1  ⊘ blocked',
      '├─ ⌂ 002 Spec 2  rejected',
      '├─ ⌂ 003 Spec 3  superseded by 004-spec-4',
      '├─ ⌂ 004 Spec 4  archived',
      '├─ ● 005 Spec 5',
      '└─ ⌂ 006 Spec 6  deferred',
    ]);
    const graph = await graphOf(specs);
    expect(dependencyMermaid(graph)).toContain('["002-spec-2: Spec 2, rejected"]:::unknown');
    expect(graph.waitingFor).toEqual({
      '001-spec-1': ['002-spec-2', '003-spec-3', '004-spec-4', '006-spec-6'],
    });
  });

  it('marks the first repeated spec of a cycle and draws nothing below it', async () => {
    const lines = await draw([aSpec(1, { dependsOn: ['2'] }), aSpec(2, { dependsOn: ['1'] })]);
    expect(lines.slice(0, 3)).toEqual([
      '○ 001 Spec 1  ⊘ blocked',
      '└─ ○ 002 Spec 2  ⊘ blocked',
      '   └─ ○ 001 Spec 1  ⊘ blocked  ↻ cycle',
    ]);
  });

  it('draws fewer than 200 lines when specs share dependencies or form a long chain', async () => {
    const ladder = Array.from({ length: 60 }, (_, i) =>
      aSpec(i + 1, { dependsOn: [`${i + 2}`, `${i + 3}`] }),
    );
    expect((await draw(ladder)).length).toBeLessThan(200);
    const line = Array.from({ length: 3000 }, (_, i) => aSpec(i + 1, { dependsOn: [`${i + 2}`] }));
    expect((await draw(line)).length).toBeLessThan(100);
  });

  it('prints no line longer than the terminal and escapes control characters', async () => {
    const lines = await draw(
      [aSpec(1, { title: `\x1b[2J${'long '.repeat(40)}`, dependsOn: ['2'] }), aSpec(2)],
      {},
      60,
    );
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(60);
    expect(lines.join('')).not.toContain('\x1b');
  });

  it('suggests --add-dep when no spec has dependencies', async () => {
    expect((await draw([aSpec(1)])).join('\n')).toContain('--add-dep');
  });
});

it('ShowDependencies returns nodes, edges and cycles, and a node for each missing dependency', async () => {
  const { nodes, edges, cycles } = await graphOf([...chain, aSpec(5, { archived: true, dependsOn: ['1'] })]);
  expect(nodes.map(({ ref }) => ref)).toEqual(
    '001-spec-1 002-spec-2 003-spec-3 004-spec-4 099-gone'.split(' '),
  );
  expect(nodes.at(-1)).toEqual({
    ref: '099-gone',
    sequence: null,
    title: '099-gone',
    status: null,
    missing: true,
  });
  expect(edges).toHaveLength(4);
  expect(cycles).toEqual([]);
});

it('exported dependency graphs have only letters and character codes in their Mermaid labels', async () => {
  const specs = hostile.map((title, i) => aSpec(i + 1, { title, dependsOn: [`${i + 2}`, title] }));
  const text = dependencyMermaid(await graphOf(specs));
  expect(text.split('\n')[0]).toBe('flowchart TD');
  for (const line of text.split('\n').slice(1)) {
    expect(line).toMatch(
      /^ {2}(n\d+\["(?:[\p{L}\p{M}\p{N} .,:-]|#\d+;)*"\]:::\w+|n\d+ (-->|-\.-) n\d+|classDef \w+ [\w#:,-]+)$/u,
    );
  }
});
