import type { Targets } from './edge.js';

/**
 * The cycle that an edge `from → to` would close, as the names along it (`from` first and last); undefined for none.
 */
export function wouldCycle(targets: Targets, from: string, to: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[to, undefined]]);
  const waiting = [to];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (node === from) return [from, ...pathTo(node, cameFrom)];
    for (const target of targets.get(node) ?? []) {
      if (!cameFrom.has(target)) {
        cameFrom.set(target, node);
        waiting.push(target);
      }
    }
  }
  return undefined;
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const path: string[] = [];
  for (let node: string | undefined = end; node !== undefined; node = cameFrom.get(node)) path.unshift(node);
  return path;
}
