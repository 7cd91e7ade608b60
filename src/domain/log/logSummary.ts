import type { Claim, Spec } from '../spec/spec.js';
import { foldSpec } from './foldSpec.js';
import { frontmatterHash } from './frontmatterHash.js';
import type { LogRecord } from './records/record.js';
import { effectiveTimes, headsOf } from './records/recordOrder.js';

/** Returns the effective time of the last change, in ms since 1970; undefined if the records hold only observations. */
export function lastChange(records: readonly LogRecord[]): number | undefined {
  const done = records.filter(({ at }) => at !== undefined);
  if (done.length === 0) return undefined;
  const times = effectiveTimes(records);
  return done.reduce((latest, { id }) => Math.max(latest, times.get(id) ?? 0), 0);
}

/** A summary of a spec's log that is cached, so that the log need not be read again. */
export interface LogEnd {
  /** See `lastChange`. */
  readonly changedAt: number | undefined;
  /** With several heads: the print (`frontmatterHash`) of the folded fields. */
  readonly print?: number;
  /** Actor of the last record; undefined if the record names none. */
  readonly by?: string;
  /** The last claim; whether it still holds depends on the current time. */
  readonly claim?: Claim;
}

export function logEnd(records: readonly LogRecord[]): LogEnd {
  const changedAt = lastChange(records);
  const by = records.at(-1)?.actor;
  const last = { changedAt, ...(by !== undefined && { by }) };
  if (records.length < 2) return last;
  const { spec } = foldSpec(records);
  const claim = spec.kind === 'active' && spec.claim !== undefined && { claim: spec.claim };
  const print = headsOf(records).length > 1 ? printOf(spec) : undefined;
  return { ...last, ...(print !== undefined && { print }), ...claim };
}

function printOf(spec: Spec): number | undefined {
  return spec.kind === 'absent' ? undefined : frontmatterHash(spec.frontmatter);
}

/**
 * The highest clock a record may have. A clock counts commands, so a larger one is damage; it would push the clocks of later
 * records beyond the safe integers.
 */
export const HIGHEST_CLOCK = 999_999_999_999;

export function isClock(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= HIGHEST_CLOCK;
}
