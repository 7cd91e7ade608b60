import { divergences } from '../../domain/log/divergentFields.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord } from '../../domain/log/records/record.js';

/**
 * A conflict between changes that two actors made at the same time on different branches: both claimed the spec, or both set
 * the same fields.
 */
export interface ConcurrentChange {
  readonly code: 'CLAIMED_TWICE' | 'DIVERGED';
  /** Actor whose claim does not count, because the other actor's claim won. */
  readonly loser?: string;
  readonly fields?: readonly string[];
}

/**
 * Finds the conflicts between changes that two actors made to a spec at the same time.
 * @param records the log of one spec.
 * @param isClaimed whether the spec is in progress with a claim. Otherwise a double claim is over, and is left out.
 */
export function concurrentChanges(
  records: readonly LogRecord[],
  isClaimed: boolean,
): readonly ConcurrentChange[] {
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
