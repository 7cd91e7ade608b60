import { adjacency, type Edge, type Targets } from './dependencyEdge.js';

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
export function components(targets: Targets, roots: Iterable<string>): readonly (readonly string[])[] {
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
