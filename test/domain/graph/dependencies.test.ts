import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import {
  adjacency,
  cyclicComponents,
  type Edge,
  findCycles,
  reachableFrom,
  treeRoots,
  wouldCycle,
} from '../../../src/domain/graph/dependencies.js';
import { type SpecCommand, decide, evolve } from '../../../src/domain/spec/specEvents.js';
import { ABSENT } from '../../../src/domain/spec/spec.js';
import { refusal } from '../../support/thrownError.js';
import { created, given } from '../givenWhenThen.js';

const edges = (...pairs: string[]): Edge[] => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! }));
const NODES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const anyGraph = fc.array(fc.record({ from: fc.constantFrom(...NODES), to: fc.constantFrom(...NODES) }), {
  maxLength: 14,
});

const needs = adjacency([
  { from: '002-b', to: '003-c' },
  { from: '003-c', to: '001-user-login' },
  { from: '001-user-login', to: '004-d' },
  { from: '004-d', to: '005-e' },
]);
const change = (
  data: Omit<Extract<SpecCommand, { type: 'ChangeDependencies' }>['data'], 'field'>,
  field: 'depends_on' | 'related' = 'depends_on',
): SpecCommand => ({ type: 'ChangeDependencies', data: { field, ...data } });

describe('findCycles', () => {
  it('returns each cycle as a list of its nodes', () => {
    expect(findCycles(edges('ab', 'bc', 'ca', 'xy', 'yx', 'zz', 'ax'))).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
      ['z'],
    ]);
  });

  it('returns only real cycles, and one for each group of nodes that reach each other', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const targets = adjacency(graph);
        const cycles = findCycles(graph);
        expect(cycles).toHaveLength(cyclicComponents(graph).length);
        for (const cycle of cycles) {
          cycle.forEach((node, i) => {
            expect(targets.get(node)?.has(cycle[(i + 1) % cycle.length]!)).toBe(true);
          });
        }
      }),
    );
  });

  it('returns the nodes that reach themselves', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const targets = adjacency(graph);
        const onCycle = [...targets.keys()].filter((node) => reachableFrom(targets, node).has(node));
        expect(cyclicComponents(graph).flat().sort()).toEqual(onCycle.sort());
      }),
    );
  });

  it('handles a very long chain of nodes', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}` }));
    expect(findCycles(chain)).toEqual([]);
    expect(findCycles([...chain, { from: 'n20000', to: 'n0' }])[0]).toHaveLength(20_001);
  });
});

describe('wouldCycle', () => {
  it('returns a shortest of the cycles that the added edges close', () => {
    const targets = adjacency(edges('bc', 'cd', 'ea', 'ec', 'fe', 'fg', 'ga'));
    expect(wouldCycle(targets, 'a', ['b', 'c', 'd'])).toBeUndefined();
    expect(wouldCycle(targets, 'a', ['b', 'f', 'e'])).toEqual(['a', 'e', 'a']);
    expect(wouldCycle(targets, 'a', ['b', 'a', 'f'])).toEqual(['a', 'a']);
  });

  it('returns a cycle as short as the shortest for each edge alone', () => {
    const node = fc.constantFrom(...NODES);
    fc.assert(
      fc.property(anyGraph, node, fc.array(node, { maxLength: 6 }), (graph, from, added) => {
        const targets = adjacency(graph);
        const lengths = added.flatMap((to) => wouldCycle(targets, from, [to])?.length ?? []);
        const shortest = lengths.length === 0 ? undefined : Math.min(...lengths);
        expect(wouldCycle(targets, from, added)?.length).toBe(shortest);
      }),
    );
  });

  it('reads the edges of each node once, however many edges are added', () => {
    const names = Array.from({ length: 100 }, (_, i) => `n${i}`);
    const targets = new Map(names.map((name) => [name, new Set(names)]));
    const looked = jest.spyOn(targets, 'get');
    expect(wouldCycle(targets, 'another', names)).toBeUndefined();
    expect(looked).toHaveBeenCalledTimes(100);
  });
});

describe('treeRoots', () => {
  it('returns the nodes without incoming edges, and one node of each cycle that no such node reaches', () => {
    const targets = adjacency(edges('ba', 'bc', 'ed', 'de', 'df', 'gg', 'ca'));
    expect(treeRoots(new Set(NODES), targets)).toEqual(['b', 'd', 'g']);
    expect(treeRoots(new Set(['a', 'c', 'e']), targets)).toEqual(['c', 'e']);
  });

  it('returns roots that together reach every node with outgoing edges', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const targets = adjacency(graph);
        const roots = treeRoots(new Set(NODES), targets);
        const reached = new Set(roots.flatMap((root) => [root, ...reachableFrom(targets, root).keys()]));
        expect([...targets.keys()].filter((node) => !reached.has(node))).toEqual([]);
      }),
    );
  });

  it('reads the edges of each node once, however many roots and cycles lead to it', () => {
    const chain = Array.from({ length: 100 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}` }));
    const roots = Array.from({ length: 100 }, (_, i) => ({ from: `r${i}`, to: 'n0' }));
    const knots = Array.from({ length: 100 }, (_, i) => [
      { from: `k${i}`, to: `l${i}` },
      { from: `l${i}`, to: `k${i}` },
      { from: `l${i}`, to: 'n0' },
    ]).flat();
    const targets = new Map(adjacency([...chain, ...roots, ...knots]));
    const looked = jest.spyOn(targets, 'get');
    const nodes = new Set([...chain, ...roots, ...knots].map(({ from }) => from));
    expect(treeRoots(nodes, targets)).toHaveLength(200);
    expect(looked).toHaveBeenCalledTimes(401);
  });
});

it('reachableFrom returns the number of steps to each node', () => {
  expect([...reachableFrom(adjacency(edges('ab', 'bc')), 'a')]).toEqual([
    ['b', 1],
    ['c', 2],
  ]);
});

describe('the dependencies of a spec', () => {
  it('get an event only when members change', () => {
    given(created({ depends_on: ['004-d'] }))
      .when(change({ add: ['004-d'], remove: ['009-x'], needs }))
      .thenNothing();
  });

  it('cannot form a cycle, and the error names the cycle', () => {
    given(created())
      .when(change({ add: ['002-b'], needs }))
      .thenRefused('DEPENDENCY_CYCLE', /001-user-login → 002-b → 003-c → 001-user-login/);
    const spec = evolve(ABSENT, created());
    expect(refusal(() => decide(change({ add: ['002-b'], needs }), spec))).toMatchObject({
      hint: 'Remove one of these dependencies first.',
      advice: [{ useCase: 'showDependencies', to: 'see the graph' }],
      details: { cycle: ['001-user-login', '002-b', '003-c', '001-user-login'] },
    });
    given(created())
      .when(change({ replace: ['005-e', '003-c'], needs }))
      .thenRefused('DEPENDENCY_CYCLE', /001-user-login → 003-c → 001-user-login/);
  });

  it('cannot contain the spec itself', () => {
    given(created())
      .when(change({ add: ['001-user-login'], needs }))
      .thenRefused('DEPENDENCY_CYCLE', /would depend on itself/);
    given(created())
      .when(change({ add: ['001-user-login'] }, 'related'))
      .thenRefused('DEPENDENCY_CYCLE', /cannot relate to itself/);
  });

  it('may form a cycle in `related`', () => {
    given(created())
      .when(change({ add: ['002-b'], needs }, 'related'))
      .then({ type: 'DependenciesChanged', data: { field: 'related', added: ['002-b'], removed: [] } });
  });

  it('are checked for cycles with the new dependencies, not the old ones', () => {
    const ring = adjacency([{ from: '001-user-login', to: '002-b' }]);
    given(created({ depends_on: ['002-b'] }))
      .when(change({ replace: ['003-c'], needs: ring }))
      .then({
        type: 'DependenciesChanged',
        data: { field: 'depends_on', added: ['003-c'], removed: ['002-b'] },
      });
  });
});

it('A date of a spec is refused as completion date unless the spec is complete', () => {
  const correct = (field: 'created' | 'completed', to: string): SpecCommand => ({
    type: 'CorrectDate',
    data: { field, to },
  });
  given(created())
    .when(correct('completed', '2026-01-06'))
    .thenRefused('FIELD_INVALID', /not complete/);
  given(created({ status: 'complete' }))
    .when(correct('completed', '2026-01-06'))
    .then({ type: 'FieldsChanged', data: { changes: { completed: { from: null, to: '2026-01-06' } } } });
});
