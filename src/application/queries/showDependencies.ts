import { brokenSpecs } from '../changes/brokenAndDuplicateSpecs.js';
import {
  adjacency,
  findCycles,
  reachableFrom,
  reverseEdges,
  treeRoots,
} from '../../domain/graph/dependencies.js';
import {
  dependencyGraph,
  partsProgress,
  waitingEdges,
  type DependencyGraph,
  type GraphEdge,
  type GraphNode,
  type PartsProgress,
} from '../projections/dependencyGraph.js';
import { waitingFor } from '../projections/readySpecs.js';
import { type Warning, flag, text, useCase } from '../useCase.js';

export interface ShowDependenciesResult {
  readonly nodes: readonly GraphNode[];
  /** `from` depends on `to`, or is a part of it. */
  readonly edges: readonly GraphEdge[];
  readonly cycles: readonly (readonly string[])[];
  /** References of the specs where the printed trees begin, in order. */
  readonly roots: readonly string[];
  readonly reverse: boolean;
  /** Reference of the requested spec. */
  readonly spec?: string;
  /** References of the open dependencies of each unfinished spec, by the reference of that spec. */
  readonly waitingFor: Readonly<Record<string, readonly string[]>>;
  /** Progress of the parts of each spec with parts, by the reference of that spec; absent if no spec has parts. */
  readonly parts?: Readonly<Record<string, PartsProgress>>;
  /** Warnings about the project, such as specs that could not be read; absent if there are none. */
  readonly warnings?: readonly Warning[];
}

/** Shows dependencies between specs. */
export const showDependencies = useCase(
  {
    /** Show only dependencies of this spec; the whole project by default. */
    spec: text,
    /** Show dependents instead of dependencies. */
    reverse: flag,
  },
  ({ specCatalog, projectWarnings }, request): ShowDependenciesResult => {
    const specs = specCatalog.all();
    const graph = dependencyGraph(specs);
    const reverse = request.reverse ?? false;
    const start = request.spec === undefined ? undefined : graph.nameOf(specCatalog.find(request.spec));
    const directed = waitingEdges(graph.edges);
    const steps = adjacency(reverse ? reverseEdges(directed) : directed);
    const archived = new Set(specs.filter((spec) => spec.archived).map(graph.nameOf));
    const kept = start === undefined ? wholeGraph(graph, archived) : within(steps, start, graph);
    const edges = graph.edges.filter(
      ({ from, to, kind }) =>
        kept.has(from) &&
        kept.has(to) &&
        (start === undefined || kind !== 'related' || from === start || to === start),
    );
    const waiting = waitingFor(specs, graph);
    const parts = [...kept].flatMap((ref) => {
      const progress = partsProgress(graph, ref);
      return progress === undefined ? [] : [[ref, progress] as const];
    });
    return {
      nodes: graph.nodes.filter((node) => kept.has(node.ref)),
      edges,
      cycles: findCycles(directed).filter((cycle) => cycle.every((ref) => kept.has(ref))),
      roots: start === undefined ? treeRoots(kept, steps) : [start],
      reverse,
      waitingFor: Object.fromEntries(
        specs.flatMap((spec) => {
          const others = waiting.get(spec.path);
          const ref = graph.nameOf(spec);
          return others === undefined || !kept.has(ref) ? [] : [[ref, others] as const];
        }),
      ),
      ...(parts.length > 0 && { parts: Object.fromEntries(parts) }),
      ...(start !== undefined && { spec: start }),
      ...projectWarnings.ifAny([
        ...brokenSpecs(
          specs.flatMap(({ broken, ref }) => (broken === true ? [ref] : [])),
          'Dependencies of specs that cannot be read are unknown.',
        ),
      ]),
    };
  },
);

/** Returns all active specs and the specs that they refer to. */
function wholeGraph(graph: DependencyGraph, archived: ReadonlySet<string>): ReadonlySet<string> {
  const kept = new Set(graph.nodes.map((node) => node.ref).filter((ref) => !archived.has(ref)));
  const missing = new Set(graph.nodes.filter((node) => node.missing).map((node) => node.ref));
  for (const ref of missing) kept.delete(ref);
  for (const { from, to } of graph.edges) if (!archived.has(from)) kept.add(to);
  return kept;
}

function within(
  steps: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
  graph: DependencyGraph,
): ReadonlySet<string> {
  const kept = new Set([start, ...reachableFrom(steps, start).keys()]);
  for (const { from, to, kind } of graph.edges) if (kind === 'related' && from === start) kept.add(to);
  return kept;
}
