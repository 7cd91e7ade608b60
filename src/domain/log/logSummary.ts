import type { Approval, Claim, Retirement, Spec } from '../spec/spec.js';
import { ticksOf } from '../spec/criteriaInText.js';
import { type ForcedCompletion, forcedCompletion } from './criteriaViews.js';
import type { FormerName } from '../naming/resolveReference.js';
import { formerNames } from './numbersInLog.js';
import { foldSpec } from './foldSpec.js';
import { frontmatterHash } from './frontmatterHash.js';
import type { LogRecord, RecordedEvent } from './records/record.js';
import { effectiveTimes, headsOf } from './records/recordOrder.js';

/**
 * Returns the effective time (see `effectiveTimes`) of the last change, in ms since 1970; undefined if all records are
 * observations of hand edits, which have no time.
 */
export function lastChange(records: readonly LogRecord[]): number | undefined {
  const done = records.filter(({ at }) => at !== undefined);
  if (done.length === 0) return undefined;
  const times = effectiveTimes(records);
  return done.reduce((latest, { id }) => Math.max(latest, times.get(id) ?? 0), 0);
}

/** A summary of a spec's log. It is cached, so that unchanged logs are not read again. */
export interface LogEnd {
  /** The time of the last change in ms since 1970 (see `lastChange`). */
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
  /** Number of files that packing would replace by one; absent if there are too few. */
  readonly unpacked?: number;
}

export function logEnd(records: readonly LogRecord[]): LogEnd {
  const changedAt = lastChange(records);
  const by = records.at(-1)?.actor;
  const last = { changedAt, ...(by !== undefined && { by }) };
  if (records.length < 2) return last;
  const { spec } = foldSpec(records);
  const claim = spec.kind === 'active' && spec.claim !== undefined && { claim: spec.claim };
  const print = headsOf(records).length > 1 ? printOf(spec) : undefined;
  const { approvals = [], retired = [] } = spec.kind === 'active' ? spec : {};
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
  };
}

/** The events that change the agreed text. */
const WRITTEN: ReadonlySet<string> = new Set([
  'SpecCreated',
  'TextEdited',
  'SectionReplaced',
  'CriterionAdded',
  'CriterionRemoved',
  'CriterionRetired',
  'CriterionRestored',
]);

/** Returns the actor of the last record that changed the agreed text; undefined after a hand edit. */
export function lastWriter(records: readonly LogRecord[]): string | undefined {
  return records.findLast(({ events }) => events.some(changesText))?.actor;
}

/** True for an event that changes what a spec promises. */
export function changesText({ type, data }: RecordedEvent): boolean {
  return (WRITTEN.has(type) && data['followed'] !== true) || (type === 'SpecRenamed' && 'title' in data);
}

function hasProof(spec: Spec): boolean {
  if (spec.kind === 'absent') return false;
  return (spec.verdicts ?? []).length > 0 || ticksOf(spec).some(({ proof }) => proof?.reason !== undefined);
}

function printOf(spec: Spec): number | undefined {
  return spec.kind === 'absent' ? undefined : frontmatterHash(spec.frontmatter);
}

/**
 * The highest Lamport clock that a record may have. The clock grows by one with each command, so a larger value is damage, and
 * the clocks of later records could exceed the safe integers.
 */
export const HIGHEST_CLOCK = 999_999_999_999;

export function isClock(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= HIGHEST_CLOCK;
}
