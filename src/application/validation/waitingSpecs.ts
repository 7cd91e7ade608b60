import { adjacency, reversed, type Targets } from '../../domain/graph/dependencyEdge.js';
import { reachableFrom } from '../../domain/graph/reachableFrom.js';
import { membersOf } from '../../domain/fields/membersOfSetField.js';
import { isOwnMeaning } from '../../domain/fields/standardFields.js';
import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import { folderAt, type SpecFolder } from '../../domain/naming/specFolder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { SpecStore } from '../../ports/specStore.js';
import { dependencyGraph, type DependencyGraph, openParts } from '../projections/dependencyGraph.js';
import type { SpecCatalog } from '../specCatalog.js';

/**
 * Returns a function that gives for a spec which specs wait for which, for the check of cycles: specs for their dependencies,
 * and wholes for their parts. For a spec that cannot become part of a cycle, the function returns an empty map.
 * @param added the new dependencies of the specs that are changed, and the spec of which they become parts.
 */
export function waitingSpecs(
  store: SpecStore,
  { specsDir, frontmatter: { custom } }: Configuration,
  added: { readonly dependencies: readonly string[]; readonly whole: string | undefined },
): (spec: ActiveSpec) => Targets {
  const summaries = store.summaries();
  const find = referenceIndex(summaries.map(({ folder }) => folder));
  const hasParts = !isOwnMeaning('part_of', custom);
  const edges = summaries
    .filter(({ folder }) => find(folder.ref)?.path === folder.path)
    .flatMap(({ folder: { ref }, frontmatter }) => [
      ...membersOf(frontmatter, 'depends_on').map((to) => ({ from: ref, to })),
      ...(hasParts ? membersOf(frontmatter, 'part_of') : []).map((from) => ({ from, to: ref })),
    ]);
  const targets = adjacency(edges);
  // The key '' stands for the spec that is changed. No spec has an empty name, so the key is free.
  const reached = reachableFrom(new Map([...targets, ['', new Set(added.dependencies)]]), '');
  const reaching =
    added.whole === undefined ? reached : reachableFrom(adjacency(reversed(edges)), added.whole);
  return ({ labels }) => {
    const isMeant = find(labels.ref)?.path === folderAt(specsDir, labels).path;
    return isMeant && (reached.has(labels.ref) || reaching.has(labels.ref)) ? targets : new Map();
  };
}

/** Returns the graph of all specs; undefined if no spec is a part of another, so that the logs need not be read. */
export function graphWithParts(catalog: SpecCatalog, store: SpecStore): DependencyGraph | undefined {
  const hasParts = store.summaries().some(({ frontmatter }) => frontmatter['part_of'] !== undefined);
  return hasParts ? dependencyGraph(catalog.undated()) : undefined;
}

/**
 * Returns a function that gives the parts of a spec that are not complete, by folder name.
 * @param completing the specs that are completed together; parts among them do not count.
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
