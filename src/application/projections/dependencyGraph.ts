import { type DistinctName, distinctNames, referenceIndex } from '../../domain/naming/references.js';
import { adjacency, type Edge } from '../../domain/graph/dependencies.js';
import { groupBy, present } from '../../domain/value/collections.js';
import type { Progress } from '../../domain/criteria/criteria.js';
import { endedAs, type Outcome } from '../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { STATUSES, type Status } from '../../domain/fields/statusAndPriority.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { SpecCatalog } from '../specCatalog.js';

export interface GraphNode {
  /** Folder name; with its path if several folders have the same name. */
  readonly ref: string;
  /** Null if the spec has no number or does not exist. */
  readonly sequence: number | null;
  readonly title: string;
  readonly status: Status | null;
  /** Reference of the spec of which this spec is a part. */
  readonly partOf?: string;
  /** Current holder of the claim. */
  readonly claimedBy?: string;
  /** Set if the spec is only named as a dependency and does not exist. */
  readonly missing?: true;
  /** Set if the spec is in another project; only its status is known then. */
  readonly elsewhere?: true;
  /** Set if the spec is archived. If it was not completed, `archivedAs` and `supersededBy` say how it ended, if known. */
  readonly archived?: true;
  readonly archivedAs?: Outcome;
  readonly supersededBy?: string;
}

export interface GraphEdge extends Edge {
  /** `part_of`: `from` is a part of `to`. */
  readonly kind: 'depends_on' | 'part_of' | 'related';
}

/** Dependencies between all specs, including archived ones. */
export interface DependencyGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Returns the name of a spec's node. */
  readonly nameOf: DistinctName;
  /** Names of the direct dependencies of each spec. */
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Direct parts of each spec, without parts that were archived before they were complete. Specs without parts are left out. */
  readonly parts: ReadonlyMap<string, readonly SpecView[]>;
}

/** Returns the edges along which specs wait for each other: a spec for its dependencies, and a whole for its parts. */
export function waitingEdges(edges: readonly GraphEdge[]): readonly Edge[] {
  return edges
    .filter(({ kind }) => kind !== 'related')
    .map((edge) => (edge.kind === 'part_of' ? { from: edge.to, to: edge.from } : edge));
}

/** Returns the direct parts of a spec that are not complete. */
export function openParts({ parts }: DependencyGraph, name: string): readonly SpecView[] {
  return (parts.get(name) ?? []).filter(({ status }) => status !== 'complete');
}

/** Progress of a spec with parts: counts all direct and indirect parts, and their criteria. */
export interface PartsProgress {
  readonly total: number;
  readonly complete: number;
  readonly criteria: Pick<Progress, 'done' | 'total'>;
  /** References of the direct parts. */
  readonly specs: readonly string[];
}

/** Returns the progress of a spec's parts; undefined for a spec without parts. */
export function partsProgress({ parts, nameOf }: DependencyGraph, name: string): PartsProgress | undefined {
  const own = parts.get(name);
  if (own === undefined) return undefined;
  // The loop also visits parts added to the set meanwhile, each once, so it ends even if parts form a cycle.
  const all = new Set(own);
  for (const part of all) for (const below of parts.get(nameOf(part)) ?? []) all.add(below);
  const sum = (count: (spec: SpecView) => number) => [...all].reduce((most, spec) => most + count(spec), 0);
  return {
    total: all.size,
    complete: sum(({ status }) => Number(status === 'complete')),
    criteria: {
      done: sum(({ criteria }) => criteria?.done ?? 0),
      total: sum(({ criteria }) => criteria?.total ?? 0),
    },
    specs: own.map(nameOf),
  };
}

/** Builds the graph from `depends_on`, `part_of` and `related`; unknown names become missing nodes. */
export function dependencyGraph(specs: readonly SpecView[]): DependencyGraph {
  const find = referenceIndex(specs);
  const nameOf = distinctNames(specs);
  const nameFound = (spec: SpecView | undefined) => spec && nameOf(spec);
  const wholeOf = ({ partOf = '' }: SpecView) => (partOf === '' ? '' : (nameFound(find(partOf)) ?? partOf));
  const parts = specs.filter((spec) => spec.partOf !== undefined && endedAs(spec) === undefined);
  const nodes = new Map<string, GraphNode>(
    specs.map((spec) => {
      const { sequence, title, status, claim, archivedAs, supersededBy } = spec;
      const ref = nameOf(spec);
      const partOf = wholeOf(spec);
      const claimedBy = claim?.expired === true ? undefined : claim?.by;
      const node = {
        ...{ ref, sequence, title, status },
        ...(partOf !== '' && { partOf }),
        ...present({ claimedBy }),
        ...(spec.archived && { archived: true as const }),
        ...present({ archivedAs, supersededBy }),
      };
      return [ref, node];
    }),
  );
  const edges: GraphEdge[] = [];
  const connect = (spec: SpecView, names: readonly string[], kind: GraphEdge['kind']): void => {
    for (const to of new Set(names.map((name) => nameFound(find(name)) ?? name))) {
      if (!nodes.has(to)) nodes.set(to, nodeElsewhere(to, spec.inOtherProjects?.[to]));
      edges.push({ from: nameOf(spec), to, kind });
    }
  };
  for (const spec of specs) {
    if (spec.dependsOn.length > 0) connect(spec, spec.dependsOn, 'depends_on');
    if (spec.partOf !== undefined) connect(spec, [spec.partOf], 'part_of');
    if (spec.related.length > 0) connect(spec, spec.related, 'related');
  }
  const dependencies = edges.filter((edge) => edge.kind === 'depends_on');
  return {
    nodes: [...nodes.values()],
    edges,
    nameOf,
    needs: adjacency(dependencies),
    parts: new Map(groupBy(parts, wholeOf).map((own) => [wholeOf(own[0] as SpecView), own])),
  };
}

/** Returns the node of a spec that is not in the project. @param found its status in another project, if it is there. */
function nodeElsewhere(ref: string, found: string | undefined): GraphNode {
  const status = STATUSES.find((one) => one === found) ?? null;
  const known = found === undefined ? { missing: true as const } : { elsewhere: true as const };
  return { ref, sequence: null, title: ref, status, ...known };
}

/** Returns the graph of all specs; undefined if no spec is a part of another, so that the logs need not be read. */
export function graphWithParts(
  catalog: SpecCatalog,
  store: SpecStore,
  read = store.summaries(),
): DependencyGraph | undefined {
  const hasParts = read.some(({ frontmatter }) => frontmatter['part_of'] !== undefined);
  return hasParts ? dependencyGraph(catalog.undated(read)) : undefined;
}

/**
 * Returns a function that returns the folder names of a spec's parts that are not complete.
 * @param completing the specs that are completed together; parts among them are ignored.
 */
export function partsLeft(
  catalog: SpecCatalog,
  store: SpecStore,
  completing: readonly SpecFolder[],
): (ref: string) => readonly string[] {
  const graph = graphWithParts(catalog, store);
  if (graph === undefined) return () => [];
  const paths = new Set(completing.map(({ path }) => path));
  return (ref) =>
    openParts(graph, ref)
      .filter(({ path }) => !paths.has(path))
      .map(graph.nameOf);
}
