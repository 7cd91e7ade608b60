import type { Claim, Spec } from '../spec/spec.js';
import { foldSpec } from './foldSpec.js';
import { frontmatterPrint } from './frontmatterPrint.js';
import type { LogRecord } from './records/record.js';
import { effectiveTimes, headsOf } from './records/recordOrder.js';

/** Effective time of the last change somebody made, milliseconds since 1970; undefined where records tell only of what was found. */
export function lastChange(records: readonly LogRecord[]): number | undefined {
  const done = records.filter(({ at }) => at !== undefined);
  if (done.length === 0) return undefined;
  const times = effectiveTimes(records);
  return done.reduce((latest, { id }) => Math.max(latest, times.get(id) ?? 0), 0);
}

/** What a log tells of its spec, without reading it again. */
export interface LogEnd {
  /** As `lastChange`. */
  readonly changedAt: number | undefined;
  /** Where branches met and no record joins their lines yet: the print (`frontmatterPrint`) of what the log comes to. */
  readonly print?: number;
  /** Actor of the last record; undefined where the log does not name one. */
  readonly by?: string;
  /** Who took it; whether that still holds depends on when it is looked at. */
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
  return spec.kind === 'absent' ? undefined : frontmatterPrint(spec.frontmatter);
}

/**
 * The highest clock a record may have. A clock counts commands, so a larger one was made up: it is damage, and it must
 * not push the clocks of honest records out of the range in which numbers count exactly.
 */
export const HIGHEST_CLOCK = 999_999_999_999;

export function isClock(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= HIGHEST_CLOCK;
}
