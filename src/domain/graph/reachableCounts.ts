import { components } from './stronglyConnectedComponents.js';
import type { Targets } from './dependencyEdge.js';

const BITS = 32;

/**
 * Returns for each node of `starts` how many nodes of `counted` can be reached from it, not counting the node itself. One pass
 * over the graph handles 32 counted nodes, one bit each; this is faster than a walk from every start.
 */
export function reachableCounts(
  targets: Targets,
  starts: readonly string[],
  counted: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const knots = components(targets, starts);
  const knotOf = new Map(knots.flatMap((knot, i) => knot.map((node) => [node, i] as const)));
  const at = (node: string): number => knotOf.get(node) ?? -1;
  const steps = knots.map((knot) => [
    ...new Set(knot.flatMap((node) => [...(targets.get(node) ?? [])].map(at))),
  ]);
  const places = starts.map(at);
  const counts = starts.map((start): number => (counted.has(start) ? -1 : 0));
  const bits = [...knotOf.keys()].filter((node) => counted.has(node)).map(at);
  for (let first = 0; first < bits.length; first += BITS) {
    const reached = new Int32Array(knots.length);
    bits
      .slice(first, first + BITS)
      .forEach((knot, bit) => (reached[knot] = (reached[knot] ?? 0) | (1 << bit)));
    // Each component comes after the components it leads to, so their bits are already complete.
    steps.forEach((others, knot) => {
      let all = reached[knot] ?? 0;
      for (const other of others) all |= reached[other] ?? 0;
      reached[knot] = all;
    });
    places.forEach((knot, i) => (counts[i] = (counts[i] ?? 0) + bitsIn(reached[knot] ?? 0)));
  }
  return new Map(starts.map((start, i) => [start, counts[i] ?? 0]));
}

function bitsIn(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
