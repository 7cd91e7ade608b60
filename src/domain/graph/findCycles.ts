import { cyclicComponents } from './stronglyConnectedComponents.js';
import { adjacency, type Edge } from './dependencyEdge.js';
import { wouldCycle } from './wouldCycle.js';

/**
 * Returns one cycle for each strongly connected component: a shortest cycle through the component's first node in name order. If
 * `a` depends on `b`, `b` on `c` and `c` on `a`, the cycle is `[a, b, c]`. Cycles are sorted by name.
 */
export function findCycles(edges: readonly Edge[]): readonly (readonly string[])[] {
  const components = cyclicComponents(edges);
  if (components.length === 0) return [];
  const targets = adjacency(edges);
  return components
    .map((component) => [...component].sort()[0] ?? '')
    .sort()
    .map((start) => wouldCycle(targets, start, targets.get(start) ?? [])?.slice(0, -1) ?? [start]);
}
