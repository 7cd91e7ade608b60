import { projectDescription } from '../changes/projectSettingsRecord.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { remembered } from '../../domain/value/collections.js';
import { criteriaOfDocument, openCriteria, type Progress } from '../../domain/criteria/criteria.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isSamePerson } from '../../domain/value/person.js';
import { type LogEnd, MOST_ACTORS, newestChanges } from '../../domain/log/logSummary.js';
import { divergences } from '../../domain/log/divergences.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { type LogRecord, PROJECT_STREAM, type StreamId } from '../../domain/log/records/record.js';
import { effectiveTimes } from '../../domain/log/records/recordOrderAndFormat.js';
import type { SpecProof } from '../../domain/proof/criterionStates.js';
import type { ApprovalState } from '../../domain/review/approvalState.js';
import type { Overlap } from '../../domain/trace/codeGlobs.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { type Priority, type Status, STATUSES } from '../../domain/fields/statusAndPriority.js';
import { DAY_MS, instantOf } from '../../domain/value/dates.js';
import type { ShownChanges } from '../../ports/caches.js';
import type { Merges } from '../../ports/repository.js';
import { logEnds } from '../changes/specLogs.js';
import { dependencyGraph } from '../projections/dependencyGraph.js';
import { sinceMoment } from '../projections/pointInTime.js';
import { type AssignedState, assignedTo, isForAnybody } from '../projections/readySpecs.js';
import { type SpecChange, specChange } from '../projections/specChangeSummary.js';
import { positive, text, type Warning, useCase } from '../useCase.js';
import type { Services } from '../services.js';

/**
 * A conflict between changes that two actors made at the same time on different branches: both claimed the spec, or both set
 * the same fields.
 */
interface ConcurrentChange {
  readonly code: 'CLAIMED_TWICE' | 'DIVERGED';
  /** Actor whose claim is ignored, because the other actor's claim won. */
  readonly loser?: string;
  readonly fields?: readonly string[];
}

/**
 * Finds the conflicts between changes that two actors made to a spec at the same time.
 * @param records the log of one spec.
 * @param isClaimed true if the spec is in progress with a claim; otherwise, a double claim is no conflict and is left out.
 */
function concurrentChanges(records: readonly LogRecord[], isClaimed: boolean): readonly ConcurrentChange[] {
  const lost = foldSpec(records).passedOver.find(({ code }) => code === 'CLAIMED_TWICE');
  // Two claims also set the assignee to different values. That is part of the double claim, not a conflict of its own.
  const fields = divergences(records)
    .map(({ field }) => field)
    .filter((field) => lost === undefined || field !== 'assignee');
  const by = lost?.event?.data['by'] ?? lost?.record.actor;
  return [
    ...(lost === undefined || !isClaimed
      ? []
      : [{ code: 'CLAIMED_TWICE' as const, ...(typeof by === 'string' && { loser: by }) }]),
    ...(fields.length === 0 ? [] : [{ code: 'DIVERGED' as const, fields }]),
  ];
}

/** An operation that git is in the middle of, such as a merge. */
export interface MergeUnderWay {
  /** The number of files in conflict. */
  readonly conflicts: number;
  /** The command that continues the operation once the conflicts are resolved. */
  readonly then: string;
}

type MergeState = Pick<Merges, 'continuation' | 'conflictedPaths'>;

/**
 * Returns the operation that git is in the middle of. Returns nothing if `git commit` alone completes it and no file is in
 * conflict, as after a squash merge.
 */
function mergeUnderWay(merges: MergeState): { readonly merge?: MergeUnderWay } {
  const then = merges.continuation();
  if (then === undefined) return {};
  const conflicts = conflictsIn(merges);
  return conflicts === 0 && then === 'git commit' ? {} : { merge: { conflicts, then } };
}

/** Returns the number of files in conflict; 0 if git refuses to read the repository, for example because another user owns it. */
function conflictsIn(merges: MergeState): number {
  try {
    return merges.conflictedPaths().length;
  } catch (error) {
    if (error instanceof SpectoolError) return 0;
    throw error;
  }
}

/** One line about a spec. */
export interface PrimeSpec {
  readonly ref: string;
  readonly sequence: number | null;
  /** At most 80 characters. */
  readonly title: string;
}

/** A spec that the actor has claimed. */
export interface HeldSpec extends PrimeSpec {
  readonly until: string;
  /** Path of the document. */
  readonly path: string;
  readonly criteria?: Progress;
  /** Proof states of the criteria; present if the project has ever proved a criterion. */
  readonly proof?: SpecProof;
  /** The first open criterion. */
  readonly open?: { readonly n: number; readonly text: string };
  /** The next open criteria after it, at most four; absent if there are none. */
  readonly openAfter?: readonly { readonly n: number; readonly text: string }[];
  /** True if a criterion fails or lost its tests; or if none is open, but one is stale or was removed from the text. */
  readonly doubted?: true;
  /** True if the text of the spec is still empty or the unchanged template. */
  readonly unwritten?: true;
  /** Text of the newest note. */
  readonly note?: string;
}

/** A spec that other actors changed. */
export interface ChangedSpec extends PrimeSpec {
  readonly by: readonly string[];
  readonly change: SpecChange;
}

type StreamChange = Omit<ChangedSpec, keyof PrimeSpec> & { readonly stream: StreamId };

/** A spec that can begin now. */
export interface ReadySpec extends PrimeSpec {
  readonly priority: Priority | null;
}

/** An open spec whose assignee is the actor, but which the actor has not claimed. */
export interface AssignedSpec extends ReadySpec {
  readonly state: AssignedState;
}

/** A spec whose text waits for the actor's approval. */
export interface SpecToReview extends PrimeSpec {
  readonly state: ApprovalState;
}

/** A spec changed by two actors at once on different branches. */
export interface DivergedSpec extends PrimeSpec, ConcurrentChange {}

export interface PrimeProjectResult {
  /** The actor who calls this command. */
  readonly actor: string;
  /** The name of the project, at most 80 characters. */
  readonly project: string;
  readonly specsDir: string;
  /** Set if git is in the middle of an operation. */
  readonly merge?: MergeUnderWay;
  readonly byStatus: Readonly<Record<Status, number>> & { readonly unknown?: number };
  /** Specs that the actor has claimed, earliest end of lease first. */
  readonly holding: Cut<HeldSpec>;
  /** Other open specs whose assignee is the actor. Specs that can begin now come first, best first. */
  readonly assigned: Cut<AssignedSpec>;
  /**
   * Start of the reported changes. `own`: the actor's newest change. `day`: one day ago, because no change of the actor was
   * found.
   */
  readonly since: { readonly at: string; readonly from: 'own' | 'given' | 'day' };
  /**
   * Specs that other actors changed since `since`, and specs with changes that a merge brought in after the actor's last
   * call of `prime`; newest first.
   */
  readonly changes: Cut<ChangedSpec>;
  /** Specs whose text waits for the actor's approval. */
  readonly reviews: Cut<SpecToReview>;
  /** Specs that can begin, without those in `assigned`, best first. */
  readonly ready: Cut<ReadySpec>;
  /** Specs changed by two actors at once on different branches. */
  readonly together: Cut<DivergedSpec>;
  /** Other specs in progress whose work touches the same files as the specs that the actor has claimed. */
  readonly overlaps: Cut<Overlap>;
  /** Complete specs whose code was changed by commits after the completion. */
  readonly drifted: Cut<PrimeSpec>;
  /** Specs that cannot be read or have invalid fields. */
  readonly broken: Cut<PrimeSpec>;
  /** True if the project is not in a git repository. */
  readonly withoutGit?: true;
  readonly warnings?: readonly Warning[];
}

/** The first items, and the total number. */
export interface Cut<Item> {
  readonly shown: readonly Item[];
  readonly total: number;
}

const BUDGET = 1000;

/** Reads the log of a spec, once for each spec. */
type RecordsOf = (stream: StreamId) => readonly LogRecord[];

/** Summarizes a project for an agent before its first action, within a token budget, however large the project is. */
export const primeProject = useCase(
  {
    /** Report changes since this time: `last` (the actor's newest change, the default), or a value that `history` accepts. */
    since: text,
    /** Approximate size of the result in tokens; 1,000 by default. A larger budget gives longer lists. */
    budget: positive,
  },
  (use, request): PrimeProjectResult => {
    const records = remembered((stream: StreamId) => use.eventLog.records(stream));
    const actor = use.actors.actor();
    const now = use.clock.now();
    const primed = use.policies.prime(now);
    const summaries = use.specCatalog.summaries();
    const all = logEnds(use.eventLog, use.eventLog.streams());
    const specs = use.specCatalog.views(summaries, all);
    const share = (request.budget ?? BUDGET) / BUDGET;
    const cut = <Item>(items: readonly Item[], most: number): Cut<Item> => ({
      shown: items.slice(0, Math.max(1, Math.floor(most * share))),
      total: items.length,
    });
    const ends = new Map(all);
    ends.delete(PROJECT_STREAM);
    const newest = newestEnds(ends);
    const since = sinceWhen(use, records, request.since, ends, newest, actor);
    const told = since.from === 'given' ? undefined : use.visits.last(actor);
    const changes = cut(changesSince(records, Date.parse(since.at), told, ends, newest, actor), 8);
    use.visits.keep(actor, new Map(newest));
    const byStream = new Map(specs.flatMap((spec) => (spec.id === null ? [] : [[spec.id, spec] as const])));
    const { held, reviews, overlaps, drifted, warnings } = primed(specs);
    const holding = cut(held, 5);
    const { ready, unwritten } = use.readySpecs.among(specs, dependencyGraph(specs), now, actor);
    const order = ready.map(({ spec }) => spec);
    return {
      actor,
      project: shortened(projectDescription(use.eventLog, use.fileSystem).name),
      specsDir: use.place.specsDir,
      ...mergeUnderWay(use.merges),
      byStatus: countsOf(specs),
      holding: { ...holding, shown: shownSpecs(use, records, holding.shown) },
      since,
      changes: { ...changes, shown: changes.shown.map((one) => changed(records, one(), byStream)) },
      assigned: cut(
        assignedTo(actor, specs, order, new Set(held), unwritten).map(({ spec, state }) => ({
          ...withPriority(spec),
          state,
        })),
        4,
      ),
      reviews: cut(
        reviews.map((spec) => ({ ...inALine(spec), state: spec.approval?.state ?? 'waiting' })),
        4,
      ),
      ready: cut(
        order.filter((spec) => !isSamePerson(spec.assignee, actor) && isForAnybody(spec)).map(withPriority),
        3,
      ),
      together: cut(workedOnByTwo(records, specs, ends), 4),
      overlaps: cut(overlaps, 3),
      drifted: cut(
        drifted.map(({ ref, sequence, title }) => ({ ref, sequence, title })),
        3,
      ),
      broken: cut(
        specs.filter(({ problems }) => problems !== undefined).map((spec) => inALine(spec)),
        3,
      ),
      ...(!use.clone.available() && { withoutGit: true }),
      ...use.projectWarnings.ifAny(warnings),
    };
  },
);

function shownSpecs(use: Services, records: RecordsOf, held: readonly SpecView[]): readonly HeldSpec[] {
  return use.criterionProofs.shown(held).map((spec) => heldSpec(use, records, spec));
}

/** Returns the details that the holder of a spec needs to continue the work. */
function heldSpec(
  { specStore, specCatalog, config, criterionProofs, newSpecText }: Services,
  records: RecordsOf,
  spec: SpecView,
): HeldSpec {
  const document = specStore.open(specCatalog.find(spec.path));
  const [open, ...later] = openCriteria(criteriaOfDocument(document, config.criteria.sections)).map(
    (one) => ({
      n: one.n,
      text: shortened(one.text),
    }),
  );
  const { failing, gone } = spec.proof?.counts ?? {};
  const isDoubted =
    open === undefined
      ? spec.id !== null && !criterionProofs.isMet(document, records(spec.id))
      : failing !== undefined || gone !== undefined;
  const facts = spec.id === null ? [] : records(spec.id).flatMap(({ events }) => events);
  const note = facts.findLast(({ type }) => type === 'NoteAdded')?.data['text'];
  return {
    ...inALine(spec),
    until: spec.claim?.until ?? '',
    path: specStore.documentPath(spec),
    ...(spec.criteria && { criteria: spec.criteria }),
    ...(spec.proof && { proof: spec.proof }),
    ...(newSpecText.isUnwritten(document) && { unwritten: true as const }),
    ...(open && { open }),
    ...(later.length > 0 && { openAfter: later.slice(0, BOUNDS.named - 1) }),
    ...(isDoubted && { doubted: true as const }),
    ...(typeof note === 'string' && { note: shortened(note) }),
  };
}

function sinceWhen(
  { clock }: Services,
  records: RecordsOf,
  asked: string | undefined,
  ends: ReadonlyMap<StreamId, LogEnd>,
  newest: NewestEnds,
  actor: string,
): PrimeProjectResult['since'] {
  if (asked !== undefined && asked !== 'last') {
    const everything = () => [...ends.keys()].flatMap((stream) => records(stream));
    return { at: sinceMoment(asked, clock, everything).instant, from: 'given' };
  }
  const own = newestOf(records, actor, ends, newest);
  const at = instantOf(own ?? Date.parse(clock.now()) - DAY_MS);
  return { at, from: own === undefined ? 'day' : 'own' };
}

/** Returns the time of the actor's newest change. */
function newestOf(
  records: RecordsOf,
  actor: string,
  ends: ReadonlyMap<StreamId, LogEnd>,
  times: NewestEnds,
): number | undefined {
  const isOwn = remembered((by: string | null) => isSamePerson(by ?? undefined, actor));
  let newest: number | undefined;
  for (const [stream, changedAt] of times) {
    if (newest !== undefined && changedAt <= newest) break;
    const own = changesIn(stream, ends, records).find(([by]) => isOwn(by));
    if (own !== undefined) newest = Math.max(newest ?? 0, own[1]);
  }
  return newest;
}

/** Returns the newest change of each actor, newest first. Reads the log only if its summary does not list all actors. */
function changesIn(
  stream: StreamId,
  ends: ReadonlyMap<StreamId, LogEnd>,
  records: RecordsOf,
): NonNullable<LogEnd['actors']> {
  const { changedAt, by = null, actors } = ends.get(stream) ?? {};
  if (actors !== undefined) return actors.length < MOST_ACTORS ? actors : newestChanges(records(stream));
  return changedAt === undefined ? [] : [[by, changedAt]];
}

/**
 * Returns the specs that others changed since `since`, or with changes that a merge brought in after the actor's last call of
 * `prime`; newest first. Each change is a function, because computing it reads the log.
 */
function changesSince(
  records: RecordsOf,
  since: number,
  told: ShownChanges | undefined,
  ends: ReadonlyMap<StreamId, LogEnd>,
  newest: NewestEnds,
  actor: string,
): readonly (() => StreamChange)[] {
  const isOwn = remembered((by: string | null) => isSamePerson(by ?? undefined, actor));
  const knownOf = (stream: StreamId) =>
    told === undefined ? since : Math.min(since, told.get(stream) ?? -Infinity);
  return newest
    .filter(([stream, changedAt]) => changedAt > knownOf(stream))
    .filter(([stream]) =>
      changesIn(stream, ends, records).some(([by, time]) => !isOwn(by) && time > knownOf(stream)),
    )
    .map(([stream]) => () => {
      const known = knownOf(stream);
      const log = records(stream);
      const times = effectiveTimes(log);
      const others = log.filter(
        ({ id, at, actor: by = null }) => at !== undefined && !isOwn(by) && (times.get(id) ?? 0) > known,
      );
      const by = [...new Set(others.map((record) => record.actor ?? 'somebody'))];
      return { stream, by, change: specChange(others) };
    });
}

/** Returns the line about a changed spec. A spec without a folder gets its name from the log and no number. */
function changed(
  records: RecordsOf,
  { stream, ...rest }: StreamChange,
  specs: ReadonlyMap<StreamId, SpecView>,
): ChangedSpec {
  const shown = specs.get(stream);
  if (shown !== undefined) return { ...inALine(shown), ...rest };
  const { spec } = foldSpec(records(stream));
  const { labels, title } = spec.kind === 'active' ? spec : { labels: { ref: '' }, title: '' };
  return { ...inALine({ ref: labels.ref || stream, sequence: null, title }), ...rest };
}

/**
 * Returns the specs that two actors changed at once. Opens only the logs in which a merge joined records of two branches;
 * they are few.
 */
function workedOnByTwo(
  records: RecordsOf,
  specs: readonly SpecView[],
  ends: ReadonlyMap<StreamId, LogEnd>,
): readonly DivergedSpec[] {
  return specs.flatMap((spec) => {
    const end = spec.id === null ? undefined : ends.get(spec.id);
    if (spec.id === null || end === undefined || spec.archived) return [];
    const isClaimed = end.claim !== undefined && end.claim.over !== true && spec.status === 'in-progress';
    if (!(isClaimed && end.claimedTwice === true) && end.print === undefined) return [];
    return concurrentChanges(records(spec.id), isClaimed).map((found) => ({
      ...inALine(spec),
      ...found,
    }));
  });
}

/** The time of the last change of each log, newest first. */
type NewestEnds = readonly (readonly [StreamId, number])[];

function newestEnds(ends: ReadonlyMap<StreamId, LogEnd>): NewestEnds {
  return [...ends]
    .flatMap(([stream, { changedAt }]) => (changedAt === undefined ? [] : [[stream, changedAt] as const]))
    .sort(([, a], [, b]) => b - a);
}

function withPriority(spec: SpecView): ReadySpec {
  return { ...inALine(spec), priority: spec.priority ?? null };
}

function inALine({ ref, sequence, title }: Pick<SpecView, keyof PrimeSpec>): PrimeSpec {
  return { ref, sequence, title: shortened(title) };
}

function shortened(text: string): string {
  return text.length > BOUNDS.excerpt ? `${text.slice(0, BOUNDS.excerpt - 1)}…` : text;
}

function countsOf(specs: readonly SpecView[]): PrimeProjectResult['byStatus'] {
  const active = specs.filter(({ archived }) => !archived);
  const counted = (status: Status | null) => active.filter((spec) => spec.status === status).length;
  const known = Object.fromEntries(STATUSES.map((status) => [status, counted(status)]));
  return { ...(known as Record<Status, number>), ...(counted(null) > 0 && { unknown: counted(null) }) };
}
