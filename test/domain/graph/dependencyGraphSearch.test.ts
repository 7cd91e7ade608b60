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

const edges = (...pairs: string[]): Edge[] => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! }));
const NODES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const anyGraph = fc.array(fc.record({ from: fc.constantFrom(...NODES), to: fc.constantFrom(...NODES) }), {
  maxLength: 14,
});

describe('findCycles', () => {
  it('returns no cycles for a graph without cycles', () => {
    expect(findCycles(edges('ab', 'bc', 'ac'))).toEqual([]);
  });

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

describe('reachableFrom', () => {
  it('returns the number of steps to each node, and stops at the given depth', () => {
    expect([...reachableFrom(adjacency(edges('ab', 'bc', 'cd')), 'a', 2)]).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
  });
});
