/**
 * Returns every node that can be reached from `start` in one step or more, with the least number of steps to it. `start` itself
 * is included only if it is on a cycle.
 */
export function reachableFrom(
  targets: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
  depth = Infinity,
): ReadonlyMap<string, number> {
  const steps = new Map<string, number>();
  let frontier: readonly string[] = [start];
  for (let step = 1; frontier.length > 0 && step <= depth; step++) {
    const next: string[] = [];
    for (const node of frontier) {
      for (const target of targets.get(node) ?? []) {
        if (steps.has(target)) continue;
        steps.set(target, step);
        next.push(target);
      }
    }
    frontier = next;
  }
  return steps;
}
