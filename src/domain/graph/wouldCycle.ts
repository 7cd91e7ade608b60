import { adjacency, type Edge } from './edge.js';
import { reachableFrom } from './reachableFrom.js';

/** True when the edge `from` → `to`, added to `edges`, closes a cycle. */
export function wouldCycle(edges: Iterable<Edge>, from: string, to: string): boolean {
  return from === to || reachableFrom(adjacency(edges), to).has(from);
}
