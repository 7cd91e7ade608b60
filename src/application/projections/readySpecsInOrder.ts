import { isSamePerson } from '../../domain/fields/person.js';
import { reversed, adjacency } from '../../domain/graph/dependencyEdge.js';
import { reachableFrom } from '../../domain/graph/reachableFrom.js';
import type { Priority } from '../../domain/spec/priority.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { elapsedDays } from '../../domain/value/elapsedDays.js';
import { openParts, type DependencyGraph } from './dependencyGraph.js';
import { waitingFor } from './openDependencies.js';

/** A spec ready to begin, and the reasons for its rank. */
export interface ReadySpec {
  readonly spec: SpecView;
  readonly reason: {
    readonly priority: Priority | null;
    /** Number of unfinished active specs that depend on this one, directly or indirectly. */
    readonly unblocks: number;
    /** Days since the spec was created; null if unknown. */
    readonly ageDays: number | null;
    /** Number of dependencies of the spec; all of them are complete. */
    readonly dependencies: number;
  };
}

/** Ranks of the priorities; a spec without a priority ranks above one of low priority. */
const RANK: Readonly<Record<Priority | 'none', number>> = {
  critical: 0,
  high: 1,
  medium: 2,
  none: 3,
  low: 4,
};

/**
 * Returns the specs that can begin: without open dependencies and open parts, and planned or with an expired claim. Sorted by:
 * assigned to the actor, to nobody, to others; then priority, number of dependents, age.
 */
export function readyOrder(
  specs: readonly SpecView[],
  graph: DependencyGraph,
  now: string,
  actor: string,
): readonly ReadySpec[] {
  const waiting = waitingFor(specs, graph);
  const dependents = adjacency(reversed(graph.edges.filter((edge) => edge.kind === 'depends_on')));
  const inNeed = new Set(
    specs.filter((spec) => !spec.archived && spec.status !== 'complete').map(graph.nameOf),
  );
  const unblocked = (name: string) =>
    [...reachableFrom(dependents, name).keys()].filter((other) => other !== name && inNeed.has(other)).length;
  const startable = specs.filter(
    (spec) =>
      isStartable(spec) && !waiting.has(spec.path) && openParts(graph, graph.nameOf(spec)).length === 0,
  );
  return startable
    .map((spec) => ({
      spec,
      reason: {
        priority: spec.priority ?? null,
        unblocks: unblocked(graph.nameOf(spec)),
        ageDays: ageOf(spec, now),
        dependencies: graph.needs.get(graph.nameOf(spec))?.size ?? 0,
      },
    }))
    .sort(
      (a, b) =>
        turnOf(a.spec, actor) - turnOf(b.spec, actor) ||
        RANK[a.spec.priority ?? 'none'] - RANK[b.spec.priority ?? 'none'] ||
        b.reason.unblocks - a.reason.unblocks ||
        compareText(a.spec.created ?? '9999', b.spec.created ?? '9999') ||
        (a.spec.sequence ?? Infinity) - (b.spec.sequence ?? Infinity) ||
        compareText(a.spec.ref, b.spec.ref),
    );
}

/** Returns 0 for a spec of the actor, 1 for one that anybody may begin, and 2 for a spec of somebody else. */
function turnOf(spec: SpecView, actor: string): number {
  if (isSamePerson(spec.assignee, actor)) return 0;
  return isForAnybody(spec) ? 1 : 2;
}

/** True for a spec without an assignee, and for one whose claim has expired, even if it still has an assignee. */
export function isForAnybody({ assignee, claim }: SpecView): boolean {
  return assignee === undefined || claim?.expired === true;
}

/** `ready`: the spec can begin. `unwritten`: it has no text yet. `blocked`: it waits for another spec, or another actor holds it. */
export type AssignedState = 'ready' | 'unwritten' | 'blocked' | 'in-progress';

/**
 * Returns the open specs that are assigned to an actor, the ones that can begin first.
 * @param ready the specs that can begin, best first.
 * @param held the specs that the actor has claimed; they are left out.
 * @param unwritten the specs whose text nobody has written yet.
 */
export function assignedTo(
  actor: string,
  specs: readonly SpecView[],
  ready: readonly SpecView[],
  held: ReadonlySet<SpecView>,
  unwritten: ReadonlySet<SpecView>,
): readonly { readonly spec: SpecView; readonly state: AssignedState }[] {
  const canBegin = new Set(ready);
  const others = specs.filter(
    (spec) =>
      !spec.archived &&
      (spec.status === 'planned' || spec.status === 'in-progress') &&
      !canBegin.has(spec) &&
      !held.has(spec),
  );
  return [...ready, ...others]
    .filter(({ assignee }) => isSamePerson(assignee, actor))
    .map((spec) => ({
      spec,
      state: canBegin.has(spec)
        ? 'ready'
        : spec.status === 'in-progress'
          ? 'in-progress'
          : unwritten.has(spec)
            ? 'unwritten'
            : 'blocked',
    }));
}

function isStartable({ archived, status, claim, left, elsewhere }: SpecView): boolean {
  if (archived || elsewhere !== undefined) return false;
  if (claim !== undefined && claim.expired !== true) return false;
  return status === 'planned' || (status === 'in-progress' && left === true);
}

function ageOf(spec: SpecView, now: string): number | null {
  const days = spec.created === null ? undefined : elapsedDays(spec.created, now);
  return days === undefined ? null : Math.floor(days);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
