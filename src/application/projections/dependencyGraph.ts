import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import { adjacency, type Edge } from '../../domain/graph/edge.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Status } from '../../domain/spec/status.js';

export interface GraphNode {
  readonly ref: string;
  /** Null where the spec has none, or there is no such spec. */
  readonly sequence: number | null;
  readonly title: string;
  readonly status: Status | null;
  /** Who works on it now. */
  readonly claimedBy?: string;
  /** Named as a dependency, but there is no such spec. */
  readonly missing?: true;
}

export interface GraphEdge extends Edge {
  readonly kind: 'depends_on' | 'related';
}

/** Who needs whom in the whole tree, archived specs included. */
export interface DependencyGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** What each spec needs directly. */
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads `depends_on` and `related` of all specs; names that lead nowhere become missing nodes. */
export function dependencyGraph(specs: readonly SpecView[]): DependencyGraph {
  const find = referenceIndex(specs);
  const nodes = new Map<string, GraphNode>(
    specs.map(({ ref, sequence, title, status, claim }) => [
      ref,
      {
        ref,
        sequence,
        title,
        status,
        ...(claim !== undefined && claim.expired !== true && { claimedBy: claim.by }),
      },
    ]),
  );
  const edges: GraphEdge[] = [];
  const connect = (from: string, names: readonly string[], kind: GraphEdge['kind']): void => {
    for (const to of new Set(names.map((name) => find(name)?.ref ?? name))) {
      if (!nodes.has(to)) nodes.set(to, { ref: to, sequence: null, title: to, status: null, missing: true });
      edges.push({ from, to, kind });
    }
  };
  for (const { ref, dependsOn, related } of specs) {
    if (dependsOn.length > 0) connect(ref, dependsOn, 'depends_on');
    if (related.length > 0) connect(ref, related, 'related');
  }
  const dependencies = edges.filter((edge) => edge.kind === 'depends_on');
  return {
    nodes: [...nodes.values()],
    edges,
    needs: adjacency(dependencies),
  };
}
