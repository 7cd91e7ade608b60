import { type Holder, holderOf } from '../../domain/claims/holder.js';
import type { Finished } from '../../domain/claims/underClaim.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { ABSENT, type Spec } from '../../domain/spec/spec.js';
import type { KnownClaim } from '../../ports/locks.js';

/** Who works on it, as some log tells. */
export function holderIn(spec: Spec = ABSENT, now: string): Holder | undefined {
  return spec.kind === 'active' && spec.deleted === undefined ? holderOf(spec, now) : undefined;
}

/** Sets it in progress by command; a claim would be registered by itself. */
export function setsInProgress(record: LogRecord): boolean {
  return claimsIn(record) && !record.events.some(({ type }) => type === 'SpecClaimed');
}

/** Says who works on it: by a claim, or by the status. */
export function claimsIn({ events }: LogRecord): boolean {
  return events.some(
    ({ type, data }) => type === 'SpecClaimed' || (type === 'StatusChanged' && data['to'] === 'in-progress'),
  );
}

/** What the log of a spec in one worktree tells of who holds it. */
export function claimIn(records: readonly LogRecord[], worktree: string, now: string): readonly KnownClaim[] {
  const { spec } = foldSpec(records);
  const holder = holderIn(spec, now);
  const claimed = records.findLast(claimsIn);
  if (spec.kind !== 'active' || holder === undefined || claimed === undefined) return [];
  const { by, place, since, until } = holder;
  const entry = {
    spec: claimed.spec,
    name: spec.labels.ref,
    by,
    ...(place !== undefined && { place }),
    since,
    until,
  };
  return [{ ...entry, record: claimed.id, worktree }];
}

/** How work on it ended; undefined while it did not. */
export function endOf(spec: Spec = ABSENT): Finished | undefined {
  if (spec.kind === 'absent') return undefined;
  if (spec.deleted !== undefined) return 'deleted';
  if (spec.labels.archived) return 'archived';
  return spec.frontmatter['status'] === 'complete' ? 'complete' : undefined;
}
