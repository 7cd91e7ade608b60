import type { Targets } from './dependencyEdge.js';

/**
 * Returns the cycle that would arise if dependencies of `from` on the nodes in `added` were added: the names along the first such
 * cycle, with `from` first and last. Undefined if no cycle would arise.
 */
export function wouldCycle(
  targets: Targets,
  from: string,
  added: readonly string[],
): readonly string[] | undefined {
  // All walks share this map, so that a node that did not lead back to `from` is not visited again.
  const cameFrom = new Map<string, string | undefined>();
  for (const to of added) {
    if (cameFrom.has(to)) continue;
    cameFrom.set(to, undefined);
    const waiting = [to];
    for (const node of waiting) {
      if (node === from) return [from, ...pathTo(node, cameFrom)];
      for (const target of targets.get(node) ?? []) {
        if (cameFrom.has(target)) continue;
        cameFrom.set(target, node);
        waiting.push(target);
      }
    }
  }
  return undefined;
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const path: string[] = [];
  for (let node: string | undefined = end; node !== undefined; node = cameFrom.get(node)) path.push(node);
  return path.reverse();
}
