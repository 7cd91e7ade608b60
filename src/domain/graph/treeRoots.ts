import type { Targets } from './edge.js';

/**
 * Returns the roots from which all `nodes` can be reached: nodes with dependencies on which no other depends, and the first
 * member of each cycle that is not reached otherwise. In name order, members of cycles last.
 */
export function treeRoots(nodes: ReadonlySet<string>, targets: Targets): readonly string[] {
  const led = new Set<string>();
  for (const [from, to] of targets) if (nodes.has(from)) for (const target of to) led.add(target);
  const sorted = [...nodes].filter((node) => targets.has(node)).sort();
  const roots: string[] = [];
  // Shared by all walks, so that no node is walked twice.
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
