import type { SpecView } from '../../domain/spec/specView.js';
import type { DependencyGraph } from './dependencyGraph.js';

/** What each planned or started active spec still waits for, by its path; specs that wait for nothing are not in the map. */
export function waitingFor(
  specs: readonly SpecView[],
  graph: DependencyGraph,
): ReadonlyMap<string, readonly string[]> {
  const complete = new Set(graph.nodes.filter((node) => node.status === 'complete').map((node) => node.ref));
  const waiting = new Map<string, readonly string[]>();
  for (const spec of specs) {
    if (spec.archived || spec.status === 'complete' || spec.status === null) continue;
    const open = [...(graph.needs.get(graph.nameOf(spec)) ?? [])].filter((ref) => !complete.has(ref));
    if (open.length > 0) waiting.set(spec.path, open);
  }
  return waiting;
}
