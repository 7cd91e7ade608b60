import type { FormerName } from '../naming/references.js';
import { ticksOf } from '../spec/criteriaInText.js';
import type { Approval, Claim, Retirement, Spec } from '../spec/spec.js';
import { isJsonObject } from '../value/jsonValue.js';
import { foldSpec } from './foldSpec.js';
import type { LoggedAdoption } from '../adoption/adoptedDocument.js';
import type { LogRecord } from './records/record.js';
import { effectiveTimes, type EffectiveTimes, headsOf } from './records/recordOrderAndFormat.js';
import { frontmatterHash } from './digests.js';
import { knownEvent } from '../spec/specEvents.js';
import { isStatus, type Status } from '../fields/statusAndPriority.js';

/** Returns every folder name of a spec found in a log. */
export function refsIn(records: readonly LogRecord[]): readonly string[] {
  return records
    .flatMap(({ events }) => events)
    .flatMap(({ data: { ref } }) => (typeof ref === 'object' && ref !== null ? Object.values(ref) : [ref]))
    .filter((ref) => typeof ref === 'string');
}

/** Returns the number and folder name that a spec had before each renumbering and renaming in its log, for the log's summary. */
export function formerNames(records: readonly LogRecord[]): readonly FormerName[] {
  return records.flatMap(({ events, at }) =>
    events.flatMap(({ type, data }): readonly FormerName[] => {
      if (type !== 'SpecRenumbered' && type !== 'SpecRenamed') return [];
      // A log may be damaged, so the shape of the data is not trusted.
      const { from, ref } = data as {
        readonly from?: unknown;
        readonly ref?: { readonly from?: unknown } | null;
      };
      if (typeof ref?.from !== 'string') return [];
      const sequence = typeof from === 'number' ? from : null;
      return [{ sequence, ref: ref.from, ...(at !== undefined && { until: at }) }];
    }),
  );
}

/** The time of a spec's creation and of its status changes, from the records of commands. */
export interface LoggedTimes {
  /** The time of the spec's creation, as written in its record. */
  readonly born?: string;
  /** The changes of status with their effective times in ms since 1970, in the order of the log. */
  readonly steps?: readonly (readonly [to: Status, at: number])[];
}

/** Returns the times of the creation and of status changes for the summary of a log. Hand edits have no time and are left out. */
export function loggedTimes(
  records: readonly LogRecord[],
  times: EffectiveTimes = effectiveTimes(records),
): LoggedTimes {
  const born = records.find(({ events }) => events.some(({ type }) => type === 'SpecCreated'))?.at;
  const steps = records.flatMap(({ id, at, events }) =>
    events.flatMap(({ type, data }) => {
      const to = type === 'StatusChanged' && Object.hasOwn(data, 'to') ? data['to'] : undefined;
      return at !== undefined && isStatus(to) ? [[to, times.get(id) ?? 0] as const] : [];
    }),
  );
  return { ...(born !== undefined && { born }), ...(steps.length > 0 && { steps }) };
}

/** An actor (null if the record has no actor) and the effective time of the actor's newest change, in ms since 1970. */
type NewestChange = readonly [actor: string | null, at: number];

/**
 * Returns the newest change of each actor for the summary of a log, newest first; observations of hand edits, which have no time,
 * are left out.
 */
export function newestChanges(
  records: readonly LogRecord[],
  times: EffectiveTimes = effectiveTimes(records),
): readonly NewestChange[] {
  const newest = new Map<string | null, number>();
  for (const { id, at, actor = null } of records)
    if (at !== undefined) newest.set(actor, Math.max(newest.get(actor) ?? 0, times.get(id) ?? 0));
  return [...newest].sort(([, a], [, b]) => b - a);
}

/** The greatest number of actors in a summary (`LogEnd.actors`). */
export const MOST_ACTORS = 8;

/** A summary of a spec's log. It is cached, so that unchanged logs are not read again. */
export interface LogEnd extends LoggedTimes {
  /** The effective time of the last change in ms since 1970; undefined if all records are observations of hand edits. */
  readonly changedAt: number | undefined;
  /** The `frontmatterHash` of the fields that result from the log; set only if the log has several heads. */
  readonly print?: number;
  /** The actor of the last record; undefined if the record has none. */
  readonly by?: string;
  /** The last claim of the spec, even if its lease has expired. */
  readonly claim?: Claim;
  readonly approvals?: readonly Approval[];
  readonly retired?: readonly Retirement[];
  /** Set if the log has verdicts of tests or attested criteria. */
  readonly proved?: true;
  /** How the spec was completed, if criteria were not met. */
  readonly forced?: ForcedCompletion;
  /** The numbers and folder names that the spec had before; absent if there are none. */
  readonly former?: readonly FormerName[];
  /** The number and folder name according to the log; the folder may have been moved by hand since then. */
  readonly named?: FormerName;
  /** Set if two actors claimed the spec at the same time. */
  readonly claimedTwice?: true;
  /** The newest change of each actor, newest first; absent if the only actor is `by`. */
  readonly actors?: readonly NewestChange[];
  /** The state of a spec whose documents stay where another tool keeps them. */
  readonly adopted?: LoggedAdoption;
  /** The number of files that packing would replace by one file; absent if there are too few. */
  readonly unpacked?: number;
}

export function logEnd(records: readonly LogRecord[]): LogEnd {
  const times = effectiveTimes(records);
  const actors = newestChanges(records, times).slice(0, MOST_ACTORS);
  const by = records.at(-1)?.actor;
  const last = { changedAt: actors[0]?.[1], ...(by !== undefined && { by }) };
  const isByOne = actors.every(([actor]) => actor === (by ?? null));
  const { spec, passedOver } = foldSpec(records);
  const claim = spec.kind === 'active' && spec.claim !== undefined && { claim: spec.claim };
  const print = headsOf(records).length > 1 ? printOf(spec) : undefined;
  const { approvals = [], retired = [] } = spec.kind === 'active' ? spec : {};
  const { sequence = null, ref = '' } = spec.kind === 'active' ? spec.labels : {};
  const forced = forcedCompletion(records);
  const former = formerNames(records);
  return {
    ...last,
    ...(print !== undefined && { print }),
    ...claim,
    ...(approvals.length > 0 && { approvals }),
    ...(retired.length > 0 && { retired }),
    ...(hasProof(spec) && { proved: true as const }),
    ...(forced && { forced }),
    ...(former.length > 0 && { former }),
    ...(ref !== '' && { named: { sequence, ref } }),
    ...(passedOver.some(({ code }) => code === 'CLAIMED_TWICE') && { claimedTwice: true as const }),
    ...(!isByOne && { actors }),
    ...adoptionIn(spec, records),
    ...loggedTimes(records, times),
  };
}

/** Types of events whose text is kept in the log alone, and not in the documents of another tool. */
const KEPT_IN_LOG: ReadonlySet<string> = new Set(['NoteAdded', 'CriterionAdded', 'CriterionRetired']);

function adoptionIn(spec: Spec, records: readonly LogRecord[]): Pick<LogEnd, 'adopted'> {
  if (spec.kind === 'absent' || spec.labels.at === undefined) return {};
  const { labels, title, frontmatter, deleted } = spec;
  const { updated: _time, ...fields } = frontmatter;
  const hasItems = records.some(({ events }) => events.some(({ type }) => KEPT_IN_LOG.has(type)));
  return {
    adopted: {
      ...{ labels, title, frontmatter: fields },
      ...(hasItems && { hasItems }),
      ...(deleted && { isDeleted: true as const }),
    },
  };
}

/** Returns the names by which other files may refer to a spec: its former names, and its current name in the log. */
export function namesInLog({ former = [], named }: Partial<LogEnd> = {}): readonly FormerName[] {
  return named === undefined ? former : [...former, named];
}

function hasProof(spec: Spec): boolean {
  if (spec.kind === 'absent') return false;
  return (spec.verdicts ?? []).length > 0 || ticksOf(spec).some(({ proof }) => proof?.reason !== undefined);
}

function printOf(spec: Spec): number | undefined {
  return spec.kind === 'absent' ? undefined : frontmatterHash(spec.frontmatter);
}

/** A completion of a spec with criteria that were not met. */
export interface ForcedCompletion {
  readonly openCriteria: number;
  /** The reason for the completion; empty if the project does not require ticked criteria. */
  readonly reason: string;
}

/**
 * Finds in a log the last completion of a spec despite unmet criteria, for the log's summary; undefined if the spec's status was
 * changed later, or by hand.
 * @param records the records of the spec, sorted by `orderRecords`.
 */
export function forcedCompletion(records: readonly LogRecord[]): ForcedCompletion | undefined {
  const event = lastStatusChange(records);
  if (event?.type !== 'StatusChanged') return undefined;
  const { to, openCriteria, reason } = event.data;
  return to === 'complete' && typeof openCriteria === 'number'
    ? { openCriteria, reason: reason ?? '' }
    : undefined;
}

/** Describes in words a completion with unmet criteria that was found in a log. */
export function forcedWords({ openCriteria: count, reason }: ForcedCompletion): string {
  const criteria = count === 1 ? 'a criterion' : `${String(count)} criteria`;
  return `completed with ${criteria} not met${reason === '' ? '' : `, because: ${reason}`}`;
}

/** True if the newest status change in a log was made by hand and completed the spec although criteria were not met. */
export function isCompletedByHand(records: readonly LogRecord[]): boolean {
  const event = lastStatusChange(records);
  return event?.type === 'FrontmatterEdited' && event.data.openCriteria !== undefined;
}

function lastStatusChange(records: readonly LogRecord[]) {
  for (const { events } of records.toReversed())
    for (const recorded of events.toReversed()) {
      const event = knownEvent(recorded);
      if (event?.type === 'StatusChanged') return event;
      // A log may be damaged, so the shape of the data is checked.
      if (event?.type !== 'FrontmatterEdited') continue;
      const changes: unknown = event.data.changes;
      if (isJsonObject(changes) && changes['status'] !== undefined) return event;
    }
  return undefined;
}
