import { membersOfField, isOwnMeaning } from '../../domain/fields/standardFields.js';
import { isSamePerson, personText } from '../../domain/value/person.js';
import { adjacency, reachableFrom, reverseEdges, type Targets } from '../../domain/graph/dependencies.js';
import { folderAt } from '../../domain/naming/projectPath.js';
import { referenceIndex } from '../../domain/naming/references.js';
import type { Configuration } from '../../domain/project/configuration.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Priority } from '../../domain/fields/statusAndPriority.js';
import { firstOf, groupBy, present } from '../../domain/value/collections.js';
import { DAY_MS, elapsedDays } from '../../domain/value/dates.js';
import type { SpecStore } from '../../ports/specStore.js';
import { logEnds } from '../changes/specLogs.js';
import type { SpecCatalog } from '../specCatalog.js';
import { Service, type Warning } from '../useCase.js';
import { dependencyGraph, type DependencyGraph, openParts } from './dependencyGraph.js';

/**
 * Returns a warning that names the planned specs without open dependencies, now that the specs in `done` are complete. The logs
 * are read only if a spec has dependencies.
 */
export function unblockedBy(
  done: readonly SpecView[],
  catalog: SpecCatalog,
  store: SpecStore,
): readonly Warning[] {
  const read = store.summaries();
  if (read.every(({ frontmatter }) => frontmatter['depends_on'] === undefined)) return [];
  const specs = catalog.undated(read);
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

/** A spec ready to begin, and the reasons for its rank. */
export interface ReadySpec {
  readonly spec: SpecView;
  readonly reason: {
    readonly priority: Priority | null;
    /** Number of unfinished active specs that depend on this one, directly or indirectly. */
    readonly unblocks: number;
    /** Days since the spec was created; null if unknown. */
    readonly ageDays: number | null;
    /** The commit by which most of the files that the documents of another tool name were changed. */
    readonly shippedIn?: string;
    /** Number of dependencies of the spec; all of them are complete. */
    readonly dependencies: number;
  };
}

/** Ranks of the priorities; a spec without a priority ranks above one of low priority. */
export const RANK = { critical: 0, high: 1, medium: 2, none: 3, low: 4 } as const satisfies Record<
  Priority | 'none',
  number
>;

/**
 * Returns the specs that can begin: planned or with an expired claim, without open dependencies or open parts. Sorted by:
 * assigned to the actor, unassigned, assigned to others; then priority, number of dependents, age.
 */
export function readyOrder(
  specs: readonly SpecView[],
  graph: DependencyGraph,
  now: string,
  actor: string,
): readonly ReadySpec[] {
  const waiting = waitingFor(specs, graph);
  const dependents = adjacency(reverseEdges(graph.edges.filter((edge) => edge.kind === 'depends_on')));
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

/** Returns 0 for a spec assigned to the actor, 1 for a spec that any actor may begin, 2 for a spec assigned to another person. */
function turnOf(spec: SpecView, actor: string): number {
  if (isSamePerson(spec.assignee, actor)) return 0;
  return isForAnybody(spec) ? 1 : 2;
}

/** True if any actor may begin the spec: it has no assignee, or its claim has expired. */
export function isForAnybody({ assignee, claim }: SpecView): boolean {
  return assignee === undefined || claim?.expired === true;
}

/** `ready`: can begin. `unwritten`: has no text yet. `blocked`: waits for another spec, or is held by another actor. */
export type AssignedState = 'ready' | 'unwritten' | 'blocked' | 'in-progress';

/**
 * Returns the open specs that are assigned to an actor; those that can begin come first.
 * @param ready the specs that can begin, best first.
 * @param held the specs that the actor has claimed; they are left out.
 * @param unwritten the specs whose text is still empty or the unchanged template.
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

/**
 * Returns a function for the check of cycles. It returns the graph of which spec waits for which (its dependencies and parts),
 * or an empty map if the given spec cannot become part of a cycle.
 * @param added the new dependencies of the changed specs, and the spec of which they become parts.
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
      ...membersOfField(frontmatter, 'depends_on').map((to) => ({ from: ref, to })),
      ...(hasParts ? membersOfField(frontmatter, 'part_of') : []).map((from) => ({ from, to: ref })),
    ]);
  const targets = adjacency(edges);
  // The key '' represents the spec that is changed; no spec has an empty name.
  const reached = reachableFrom(new Map([...targets, ['', new Set(added.dependencies)]]), '');
  const reaching =
    added.whole === undefined ? reached : reachableFrom(adjacency(reverseEdges(edges)), added.whole);
  return ({ labels }) => {
    const isMeant = find(labels.ref)?.path === folderAt(specsDir, labels).path;
    return isMeant && (reached.has(labels.ref) || reaching.has(labels.ref)) ? targets : new Map();
  };
}

/** Open specs that cannot begin now, grouped by reason and responsible person. */
export interface NotReady {
  readonly why: keyof typeof WORDS;
  /** The person who holds, reviews or is assigned to these specs. */
  readonly by?: string;
  /** Their folder names. */
  readonly specs: readonly string[];
}

/** Why a spec cannot begin, and because of which person. */
export type Obstacle = readonly [why: NotReady['why'], by?: string | undefined];

/** The reasons as phrases, for one and for several specs; the person's name is appended. */
const WORDS = {
  claimed: ['is claimed by', 'are claimed by'],
  'in-progress': ['is in progress, assigned to', 'are in progress, assigned to'],
  assigned: ['is assigned to', 'are assigned to'],
  blocked: ['waits for other specs', 'wait for other specs'],
  unapproved: ['waits for approval by', 'wait for approval by'],
  unwritten: ['has no text yet', 'have no text yet'],
  elsewhere: ['is claimed or complete in another worktree', 'are claimed or complete in another worktree'],
  broken: ['cannot be read', 'cannot be read'],
} as const;

/** Maximum number of logs whose last actor is read to find out whether a project has several actors. */
const MOST_ASKED = 100;

/** The days after which an actor without a change no longer counts as one who works on the project. */
const RECENT_DAYS = 30;

/** Knows whether others may begin the same spec, so that every beginning is a claim. */
export class SharedWork extends Service {
  /** True if clones ask a remote for claims, the clone has several worktrees, or another actor made a change in the last days. */
  isShared(): boolean {
    const { own, names } = this.use.otherBranches.worktrees();
    if (this.use.claimsOnRemote.remote !== undefined || own !== undefined || names.length > 0) return true;
    const me = this.use.actors.actor();
    const since = Date.parse(this.use.clock.now()) - RECENT_DAYS * DAY_MS;
    const ends = logEnds(this.use.eventLog, this.use.eventLog.streams().slice(0, MOST_ASKED));
    return [...ends.values()].some(({ by = me, changedAt = 0, actors = [[by, changedAt] as const] }) =>
      actors.some(([actor, at]) => at >= since && !isSamePerson(actor ?? me, me)),
    );
  }
}

/** Finds the specs that can begin now, and why the others cannot. */
export class ReadySpecs extends Service {
  /**
   * Returns the specs that can begin now, best first, and the other open ones.
   * @param asked true for the specs that the user asked for.
   */
  among(
    specs: readonly SpecView[],
    graph: DependencyGraph,
    now: string,
    actor: string,
    asked: (spec: SpecView) => boolean = () => true,
  ): {
    readonly ready: readonly ReadySpec[];
    readonly notReady: readonly NotReady[];
    readonly unwritten: ReadonlySet<SpecView>;
  } {
    const reasons = new Map<SpecView, Obstacle>();
    for (const spec of specs) {
      if (spec.archived || spec.status === 'complete') continue;
      const { claim, assignee } = spec;
      if (spec.broken === true) reasons.set(spec, ['broken']);
      else if (claim !== undefined && claim.expired !== true) reasons.set(spec, ['claimed', claim.by]);
      else if (spec.elsewhere !== undefined) reasons.set(spec, ['elsewhere']);
      else if (spec.status === 'planned' || spec.left === true) reasons.set(spec, ['blocked']);
      else if (spec.status === 'in-progress') reasons.set(spec, ['in-progress', assignee]);
    }
    const ready = readyOrder(specs, graph, now, actor).filter(({ spec }) => {
      reasons.delete(spec);
      if (!asked(spec)) return false;
      const obstacle = this.use.policies.obstacle(spec);
      if (obstacle !== undefined) reasons.set(spec, obstacle);
      else if (this.#isUnwritten(spec)) reasons.set(spec, ['unwritten']);
      return !reasons.has(spec);
    });
    const others = [...reasons].filter(([spec]) => asked(spec));
    return {
      ready,
      notReady: notReady(others.map(([spec, why]) => [graph.nameOf(spec), ...why])),
      unwritten: new Set(others.flatMap(([spec, [why]]) => (why === 'unwritten' ? [spec] : []))),
    };
  }

  /** Reads the document only if the spec has no criterion of its own, because there may be thousands of specs. */
  #isUnwritten(spec: SpecView): boolean {
    const criteria = spec.criteria?.total ?? 0;
    return (
      criteria <= this.use.newSpecText.mostCriteria() &&
      this.use.newSpecText.isUnwritten(this.use.specStore.open(spec))
    );
  }
}

/** Groups the names of specs by the reason why they cannot begin, and by person. */
export function notReady(
  specs: readonly (readonly [name: string, why: NotReady['why'], by?: string | undefined])[],
): readonly NotReady[] {
  return groupBy(specs, ([, why, by = '']) => `${why} ${by}`).flatMap((group) =>
    group.slice(0, 1).map(([, why, by]) => ({ why, ...present({ by }), specs: group.map(([name]) => name) })),
  );
}

/** Returns a phrase about specs that cannot begin, with the reason and person: `2 specs are claimed by @kim: 001-a, 002-b`. */
export function notReadyText({ why, by, specs }: NotReady): string {
  const isOne = specs.length === 1;
  const words = WORDS[why][isOne ? 0 : 1];
  const who =
    by === undefined ? words.replace(/,? (?:assigned )?(?:by|to)$/, '') : `${words} ${personText(by)}`;
  return `${String(specs.length)} ${isOne ? 'spec' : 'specs'} ${who}: ${firstOf(specs)}`;
}
