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

export function reversed(edges: readonly Edge[]): readonly Edge[] {
  return edges.map(({ from, to }) => ({ from: to, to: from }));
}
