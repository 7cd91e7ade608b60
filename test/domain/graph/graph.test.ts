import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cyclicComponents } from '../../../src/domain/graph/components.js';
import { adjacency, type Edge } from '../../../src/domain/graph/edge.js';
import { findCycles } from '../../../src/domain/graph/findCycles.js';
import { reachableFrom } from '../../../src/domain/graph/reachableFrom.js';

const edges = (...pairs: string[]): Edge[] => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! }));
const NODES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const anyGraph = fc.array(fc.record({ from: fc.constantFrom(...NODES), to: fc.constantFrom(...NODES) }), {
  maxLength: 14,
});

describe('findCycles', () => {
  it('finds none where there is none', () => {
    expect(findCycles(edges('ab', 'bc', 'ac'))).toEqual([]);
  });

  it('tells each knot as a path', () => {
    expect(findCycles(edges('ab', 'bc', 'ca', 'xy', 'yx', 'zz', 'ax'))).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
      ['z'],
    ]);
  });

  it('answers real cycles only, and one for every knot', () => {
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

  it('puts exactly the nodes that reach themselves into knots', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const targets = adjacency(graph);
        const onCycle = [...targets.keys()].filter((node) => reachableFrom(targets, node).has(node));
        expect(cyclicComponents(graph).flat().sort()).toEqual(onCycle.sort());
      }),
    );
  });

  it('takes a long chain', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}` }));
    expect(findCycles(chain)).toEqual([]);
    expect(findCycles([...chain, { from: 'n20000', to: 'n0' }])[0]).toHaveLength(20_001);
  });
});

describe('reachableFrom', () => {
  it('counts steps and stops at the depth', () => {
    expect([...reachableFrom(adjacency(edges('ab', 'bc', 'cd')), 'a', 2)]).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
  });
});
