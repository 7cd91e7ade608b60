import { firstOf } from '../../domain/value/bounds.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Warning } from '../warning.js';
import { dependencyGraph, type DependencyGraph } from './dependencyGraph.js';

/** Returns a warning that names the planned specs without open dependencies, now that the specs in `done` are complete. */
export function unblockedBy(done: readonly SpecView[], specs: readonly SpecView[]): readonly Warning[] {
  const graph = dependencyGraph(specs);
  const waiting = waitingFor(specs, graph);
  const names = new Set(done.map(graph.nameOf));
  const free = specs.filter(
    (spec) =>
      spec.status === 'planned' &&
      !spec.archived &&
      !waiting.has(spec.path) &&
      [...(graph.needs.get(graph.nameOf(spec)) ?? [])].some((name) => names.has(name)),
  );
  if (free.length === 0) return [];
  return [{ code: 'UNBLOCKED', message: `Ready to begin: ${firstOf(free.map(({ ref }) => ref))}.` }];
}

/** Open dependencies of each planned or in-progress spec, by its path; specs without any are left out. */
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
