import type { Targets } from './dependencyEdge.js';

/**
 * Returns the roots of the dependency tree of `nodes`: nodes that have dependencies and on which no other node depends, and the
 * first member of each cycle that cannot be reached from such a node. Roots are in name order, members of cycles last.
 */
export function treeRoots(nodes: ReadonlySet<string>, targets: Targets): readonly string[] {
  const led = new Set<string>();
  for (const [from, to] of targets) if (nodes.has(from)) for (const target of to) led.add(target);
  const sorted = [...nodes].filter((node) => targets.has(node)).sort();
  const roots: string[] = [];
  // All walks share this set, so that no node is visited twice.
  const reached = new Set<string>();
  for (const root of [...sorted.filter((node) => !led.has(node)), ...sorted]) {
    if (reached.has(root)) continue;
    roots.push(root);
    reached.add(root);
    const waiting = [root];
    for (const node of waiting) {
      for (const target of targets.get(node) ?? []) {
        if (reached.has(target)) continue;
        reached.add(target);
        waiting.push(target);
      }
    }
  }
  return roots;
}
