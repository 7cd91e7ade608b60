import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderBoard } from '../../../../src/adapters/cli/commands/look/board.js';
import { drawBoard } from '../../../../src/adapters/cli/commands/look/boardLines.js';
import { changedBoard, keptBoard } from '../../../../src/adapters/cli/commands/look/keptBoard.js';
import type { KeptBoard } from '../../../../src/adapters/cli/layout/drawing.js';
import { PLAIN_TERMINAL, type Terminal } from '../../../../src/adapters/cli/layout/terminal.js';
import { boardColumns } from '../../../../src/application/projections/boardColumns.js';
import { boardHealth } from '../../../../src/application/projections/boardHealth.js';
import { dependencyGraph } from '../../../../src/application/projections/dependencyGraph.js';
import { waitingFor } from '../../../../src/application/projections/readiness.js';
import { stateSince } from '../../../../src/application/projections/stateSince.js';
import type { ShowBoardResult } from '../../../../src/application/queries/showBoard.js';
import type { SpecView } from '../../../../src/domain/spec/specView.js';
import { aSpec } from '../../../support/aSpec.js';

const NOW = '2026-01-20T12:00:00.000Z';
const PIPE = PLAIN_TERMINAL;
const claim = { by: 'kim', since: '2026-01-20T10:00:00.000Z', until: '2026-01-20T14:00:00.000Z' };

function boardOf(specs: readonly SpecView[]): ShowBoardResult {
  const graph = dependencyGraph(specs);
  const waiting = waitingFor(specs, graph);
  const named = new Set([...waiting.values()].flat());
  const sinces = specs.map((spec) => [graph.nameOf(spec), stateSince(spec, [])] as const);
  return {
    groupBy: 'status',
    columns: boardColumns(specs, 'status'),
    health: boardHealth(specs, {
      waiting,
      nameOf: graph.nameOf,
      sizes: { above: new Set(['specs/020-spec-20']), estimated: false },
      now: NOW,
    }),
    since: Object.fromEntries(sinces.flatMap(([ref, at]) => (at === null ? [] : [[ref, at]]))),
    waitingFor: Object.fromEntries(
      specs.flatMap((spec) => {
        const others = waiting.get(spec.path);
        return others === undefined ? [] : [[graph.nameOf(spec), others] as const];
      }),
    ),
    waitedFor: Object.fromEntries(
      specs.flatMap(({ ref, sequence }) => (named.has(ref) && sequence !== null ? [[ref, sequence]] : [])),
    ),
    warnings: [],
    at: NOW,
  };
}

function kept(specs: readonly SpecView[], terminal: Terminal): KeptBoard {
  return JSON.parse(JSON.stringify(keptBoard(boardOf(specs), terminal, 3))) as KeptBoard;
}

function drawn(board: KeptBoard, terminal: Terminal): string {
  return drawBoard({ ...board, groupBy: 'status', at: NOW }, terminal, 3);
}

/** What it tells, without what it could tell. */
function shown(board: KeptBoard) {
  const { columns, since: _since, waitingFor: _for, waitedFor: _by, ...rest } = board;
  return { ...rest, columns: columns.map(({ key, total }) => ({ key, total })) };
}

const PRIORITIES = ['low', 'medium', undefined, 'high', 'critical'] as const;
/** More planned and complete ones than are shown. */
function many(count: number): SpecView[] {
  return Array.from({ length: count }, (_, i) => {
    const status =
      (['planned', 'planned', 'planned', 'in-progress', 'complete'] as const)[i % 5] ?? 'planned';
    const priority = PRIORITIES[(i * 3) % 5];
    return aSpec(i + 1, {
      status,
      updated: `2026-01-${String(1 + (i % 19)).padStart(2, '0')}T10:00:00.000Z`,
      ...(priority !== undefined && { priority }),
      ...(status === 'complete' && { completed: `2026-01-${String(1 + (i % 15)).padStart(2, '0')}` }),
    });
  });
}

const fields = {
  status: fc.constantFrom('planned', 'in-progress', 'complete', null),
  priority: fc.constantFrom(...PRIORITIES),
  title: fc.constantFrom('T', 'A longer title of a spec that is cut or wrapped', '日本 \x1b[2J'),
  tags: fc.constantFrom([], ['cli'], ['cli', 'a longer tag']),
  criteria: fc.constantFrom(undefined, { done: 0, total: 3 }, { done: 10, total: 12 }),
  claim: fc.constantFrom(undefined, claim, { ...claim, until: '2026-01-20T15:00:00.000Z' }),
  assignee: fc.constantFrom(undefined, 'ana'),
  updated: fc.constantFrom('2026-01-01', '2026-01-19T10:00:00.000Z', '2026-01-20T11:00:00.000Z'),
  dependsOn: fc.constantFrom<readonly string[]>([], [], ['001-spec-1']),
  sequence: fc.constantFrom<number | null>(1, 2, null),
  problems: fc.constantFrom(undefined, [
    { code: 'FIELD_INVALID' as const, field: 'due', message: 'due "x" is not a date' },
  ]),
};
type Fields = { readonly [Key in keyof SpecView]?: SpecView[Key] | undefined };
const own = (most: number, names = Object.keys(fields) as (keyof typeof fields)[]) =>
  fc
    .subarray(names, { minLength: 1, maxLength: most })
    .chain((keys) =>
      fc.record(Object.fromEntries(keys.map((key) => [key, fields[key]]))),
    ) as fc.Arbitrary<Fields>;
const changes = own(2, ['status', 'priority', 'title', 'tags', 'criteria', 'claim', 'updated', 'problems']);

function changed(spec: SpecView, change: Fields): SpecView {
  return Object.fromEntries(
    Object.entries({ ...spec, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as SpecView;
}

describe('a board on which a spec changed', () => {
  it('is what the whole board would be, where it can be told', () => {
    let told = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(12, 60, 110),
        fc.array(fc.tuple(fc.nat(109), own(3)), { maxLength: 3 }),
        fc.array(fc.tuple(fc.nat(109), changes), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(undefined, 20, 80, 100, 200),
        (count, first, later, columns) => {
          const terminal = { ...PIPE, columns };
          const specs = many(count);
          for (const [i, more] of first) specs[i % count] = changed(specs[i % count] as SpecView, more);
          let board = kept(specs, terminal);
          for (const [i, more] of later) {
            const before = specs[i % count] as SpecView;
            const after = changed(before, more);
            specs[i % count] = after;
            const whole = kept(specs, terminal);
            const since = stateSince(after, []);
            const next = changedBoard(board, [before, after], since, NOW);
            if (next !== undefined) {
              told += 1;
              expect(drawn(next, terminal)).toBe(renderBoard(boardOf(specs), terminal, 3));
              expect(shown(next)).toEqual(shown(whole));
            }
            board = next ?? whole;
          }
        },
      ),
      { numRuns: 400 },
    );
    expect(told).toBeGreaterThan(400);
  });

  it('is told until nobody knows who comes next', () => {
    const specs = many(110);
    const planned = boardOf(specs).columns[0]?.specs ?? [];
    const changes = planned.toSpliced(1, 0, planned.at(-1) as SpecView);
    let board = kept(specs, PIPE);
    for (const [i, spec] of changes.entries()) {
      // The last one stays where nobody looks.
      const after: SpecView =
        i === 1 ? { ...spec, title: 'T' } : { ...spec, status: 'in-progress', updated: NOW };
      const next = changedBoard(board, [spec, after], NOW, NOW);
      specs[(spec.sequence ?? 0) - 1] = after;
      if (next === undefined) {
        expect(i).toBe(17);
        return;
      }
      board = next;
      const [, started] = board.columns;
      const [left, inProgress] = boardOf(specs).columns;
      expect(board.columns[0]?.specs).toEqual(left?.specs.slice(0, board.columns[0]?.specs.length));
      expect(started?.specs).toEqual(inProgress?.specs);
    }
    throw new Error('It was always told.');
  });

  it.each<[string, Fields, Fields]>([
    ['it is begun again', { status: 'complete' }, { status: 'planned' }],
    ['it cannot be read', {}, { status: null, broken: true }],
    ['it waits for another now', {}, { dependsOn: ['002-spec-2'] }],
    ['somebody took it', {}, { claim }],
    ['it is stale no longer', { status: 'in-progress', updated: '2026-01-01' }, { updated: NOW }],
    [
      'something is wrong with it',
      {},
      { problems: [{ code: 'FIELD_INVALID', field: 'due', message: 'due' }] },
    ],
    ['another has its number', { sequence: 2 }, { title: 'T' }],
    ['another has its id', { id: 'uid2' }, { title: 'T' }],
    ['it was large', { path: 'specs/020-spec-20', ref: '020-spec-20', sequence: 20 }, { title: 'T' }],
    ['it is archived', { archived: true, path: 'specs/archived/001-spec-1' }, { title: 'T' }],
    ['which of two comes first is not told', { sequence: null, ref: 'a', path: 'specs/a' }, { title: 'T' }],
    [
      'which of two was first complete is not told',
      { sequence: null, ref: 'a', path: 'specs/a', status: 'complete' },
      { title: 'T' },
    ],
  ])('is not told where %s', (_, is, becomes) => {
    const before = changed(aSpec(1), is);
    const bare = { sequence: null, ref: 'b', path: 'specs/b' };
    const board = kept(
      [
        before,
        aSpec(2),
        aSpec(3, bare),
        aSpec(4, { ...bare, status: 'complete', ref: 'c', path: 'specs/c' }),
      ],
      PIPE,
    );
    expect(changedBoard(board, [before, changed(before, becomes)], '2026-01-01', NOW)).toBeUndefined();
    expect(changedBoard(board, [aSpec(2), aSpec(2, { title: 'T' })], '2026-01-01', NOW)).toEqual(
      ['another has its number', 'another has its id'].includes(_) ? undefined : expect.anything(),
    );
  });
});
