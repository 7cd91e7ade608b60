import type { Targets } from './edge.js';

/**
 * Of `nodes` that lead anywhere, those that none of the others leads to; and of knots that nothing leads into the first member, so
 * that each node is reached from a root. In name order, the members of knots last.
 */
export function treeRoots(nodes: ReadonlySet<string>, targets: Targets): readonly string[] {
  const led = new Set<string>();
  for (const [from, to] of targets) if (nodes.has(from)) for (const target of to) led.add(target);
  const sorted = [...nodes].filter((node) => targets.has(node)).sort();
  const roots: string[] = [];
  // Of all walks: what one of them came to need not be walked again.
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
