import type { Targets } from './dependencyEdge.js';

/**
 * Returns a shortest cycle that would arise if dependencies of `from` on the nodes in `added` were added, with `from` first and
 * last. Undefined if no cycle would arise.
 */
export function wouldCycle(
  targets: Targets,
  from: string,
  added: Iterable<string>,
): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>();
  for (const to of added) cameFrom.set(to, undefined);
  // The map grows during the loop, which visits every node once, nearest first.
  for (const [node] of cameFrom) {
    if (node === from) return [from, ...pathTo(node, cameFrom)];
    for (const target of targets.get(node) ?? []) if (!cameFrom.has(target)) cameFrom.set(target, node);
  }
  return undefined;
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const path: string[] = [];
  for (let node: string | undefined = end; node !== undefined; node = cameFrom.get(node)) path.push(node);
  return path.reverse();
}
