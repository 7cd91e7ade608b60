import { SpectoolError } from '../errors/spectoolError.js';
import type { ActiveSpec } from '../spec/spec.js';

/** A dependency: `from` depends on `to`. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The dependencies of each node, in the order of the edges, without duplicates. */
export type Targets = ReadonlyMap<string, ReadonlySet<string>>;

export function adjacency(edges: Iterable<Edge>): Targets {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    const known = targets.get(from);
    if (known === undefined) targets.set(from, new Set([to]));
    else known.add(to);
  }
  return targets;
}

/** Returns the edges of a graph with their directions reversed. */
export function reverseEdges(edges: readonly Edge[]): readonly Edge[] {
  return edges.map(({ from, to }) => ({ from: to, to: from }));
}

/** Returns the strongly connected components that contain a cycle. */
export function cyclicComponents(edges: readonly Edge[]): readonly (readonly string[])[] {
  const targets = adjacency(edges);
  return components(targets, targets.keys()).filter(
    ([node = '', other]) => other !== undefined || targets.get(node)?.has(node) === true,
  );
}

/**
 * Returns the strongly connected components that can be reached from `roots`, each after the components that it depends on. This
 * is Tarjan's algorithm without recursion, because a chain of dependencies may be 10,000 long.
 */
function components(targets: Targets, roots: Iterable<string>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const found: string[][] = [];

  const enter = (node: string): Visit => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    return { node, rest: (targets.get(node) ?? NONE).values() };
  };
  const lower = (node: string, to: number | undefined): void => {
    low.set(node, Math.min(low.get(node) ?? Infinity, to ?? Infinity));
  };
  const close = (node: string): void => {
    const component: string[] = [];
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      onStack.delete(member);
      component.push(member);
      if (member === node) break;
    }
    found.push(component.reverse());
  };

  for (const root of roots) {
    if (index.has(root)) continue;
    const path: Visit[] = [enter(root)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const step = visit.rest.next();
      if (step.done !== true) {
        if (!index.has(step.value)) path.push(enter(step.value));
        else if (onStack.has(step.value)) lower(visit.node, index.get(step.value));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(visit.node));
      if (low.get(visit.node) === index.get(visit.node)) close(visit.node);
    }
  }
  return found;
}

const NONE: ReadonlySet<string> = new Set();

interface Visit {
  readonly node: string;
  readonly rest: Iterator<string>;
}

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

/**
 * Returns one cycle for each strongly connected component: a shortest cycle through the component's first node in name order. If
 * `a` depends on `b`, `b` on `c` and `c` on `a`, the cycle is `[a, b, c]`. Cycles are sorted by name.
 */
export function findCycles(edges: readonly Edge[]): readonly (readonly string[])[] {
  const components = cyclicComponents(edges);
  if (components.length === 0) return [];
  const targets = adjacency(edges);
  return components
    .map((component) => [...component].sort()[0] ?? '')
    .sort()
    .map((start) => wouldCycle(targets, start, targets.get(start) ?? [])?.slice(0, -1) ?? [start]);
}

/**
 * Returns every node that can be reached from `start` in one step or more, with the least number of steps to it. `start` itself
 * is included only if it is on a cycle.
 */
export function reachableFrom(
  targets: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
): ReadonlyMap<string, number> {
  const steps = new Map<string, number>();
  let frontier: readonly string[] = [start];
  for (let step = 1; frontier.length > 0; step++) {
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

/**
 * Refuses a change of the field `depends_on` with which the spec would depend on itself, directly or through other specs.
 * @throws SpectoolError `DEPENDENCY_CYCLE` naming the cycle.
 */
export function refuseCycle(
  { labels: { ref } }: ActiveSpec,
  added: readonly string[],
  needs: Targets = new Map(),
): void {
  const cycle = wouldCycle(needs, ref, added);
  if (cycle === undefined) return;
  throw inCycle(cycle, `${ref} would depend on itself`, 'Remove one of these dependencies first.');
}

export function inCycle(cycle: readonly string[], what: string, hint: string): SpectoolError {
  return new SpectoolError('DEPENDENCY_CYCLE', `${what}: ${cycle.join(' → ')}.`, {
    hint,
    advice: [{ useCase: 'showDependencies', to: 'see the graph' }],
    details: { cycle },
  });
}
