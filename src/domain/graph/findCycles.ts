import { cyclicComponents } from './stronglyConnectedComponents.js';
import { adjacency, type Edge } from './dependencyEdge.js';

/**
 * Returns one cycle for each strongly connected component: a shortest cycle through the component's first node in name order. If
 * `a` depends on `b`, `b` on `c` and `c` on `a`, the cycle is `[a, b, c]`. Cycles are sorted by name.
 */
export function findCycles(edges: readonly Edge[]): readonly (readonly string[])[] {
  const components = cyclicComponents(edges);
  if (components.length === 0) return [];
  const targets = adjacency(edges);
  return components
    .map((component) => shortestCycle(targets, new Set(component), [...component].sort()[0] ?? ''))
    .sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}

function shortestCycle(
  targets: ReadonlyMap<string, ReadonlySet<string>>,
  within: ReadonlySet<string>,
  start: string,
): readonly string[] {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const node of waiting) {
    for (const target of targets.get(node) ?? []) {
      if (target === start) return trace(cameFrom, start, node);
      if (!within.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      waiting.push(target);
    }
  }
  return [start];
}

function trace(cameFrom: ReadonlyMap<string, string>, start: string, end: string): readonly string[] {
  const path = [end];
  for (let node = end; node !== start;) {
    node = cameFrom.get(node) ?? start;
    path.push(node);
  }
  return path.reverse();
}
