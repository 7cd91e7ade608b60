import { divergences } from '../../domain/log/divergentFields.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord } from '../../domain/log/records/record.js';

/** What two actors changed at once on different branches. */
export interface ConcurrentChange {
  readonly code: 'CLAIMED_TWICE' | 'DIVERGED';
  /** Actor whose claim does not count, because the other actor's claim won. */
  readonly loser?: string;
  readonly fields?: readonly string[];
}

/**
 * Finds what two actors changed at once.
 * @param records the log of one spec.
 * @param isClaimed whether the spec is in progress with a claim. Otherwise a double claim is over, and is left out.
 */
export function concurrentChanges(
  records: readonly LogRecord[],
  isClaimed: boolean,
): readonly ConcurrentChange[] {
  const lost = foldSpec(records).passedOver.find(({ code }) => code === 'CLAIMED_TWICE');
  // A warning of a double claim already covers the assignee.
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
