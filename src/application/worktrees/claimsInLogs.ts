import { type Holder, holderOf } from '../../domain/claims/claimHolder.js';
import type { Finished } from '../../domain/claims/claimRules.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { decodeRecords } from '../../domain/log/records/recordCodec.js';
import { orderRecords } from '../../domain/log/records/recordOrder.js';
import { ABSENT, type Spec } from '../../domain/spec/spec.js';

/** Returns the holder of a spec according to its log; undefined if no claim counts. */
export function holderIn(spec: Spec = ABSENT, now: string): Holder | undefined {
  return spec.kind === 'active' && spec.deleted === undefined ? holderOf(spec, now) : undefined;
}

/** True if the record sets the status in progress without a claim. Records with a claim are registered separately. */
export function setsInProgress(record: LogRecord): boolean {
  return claimsIn(record) && !record.events.some(({ type }) => type === 'SpecClaimed');
}

/** True if the record says who works on the spec, by a claim or by the status. */
export function claimsIn({ events }: LogRecord): boolean {
  return events.some(
    ({ type, data }) => type === 'SpecClaimed' || (type === 'StatusChanged' && data['to'] === 'in-progress'),
  );
}

/** Returns how the spec ended (completed, archived or deleted); undefined if it did not. */
export function endOf(spec: Spec = ABSENT): Finished | undefined {
  if (spec.kind === 'absent') return undefined;
  if (spec.deleted !== undefined) return 'deleted';
  if (spec.labels.archived) return 'archived';
  return spec.frontmatter['status'] === 'complete' ? 'complete' : undefined;
}

/** Returns the name that the spec has here. @param otherwise the name of a spec that is not here. */
export function nameOf(spec: Spec, otherwise: string): string {
  return spec.kind === 'absent' ? otherwise : spec.labels.ref;
}

/**
 * Returns the records of a spec in this worktree and in log files of other worktrees or branches together, in the order in which
 * they apply.
 * @param texts the log files.
 */
export function recordsTogether(
  stream: StreamId,
  here: readonly LogRecord[],
  texts: readonly string[],
): readonly LogRecord[] {
  const others = decodeRecords(texts).filter(({ spec }) => spec === stream);
  return orderRecords([...new Map([...here, ...others].map((record) => [record.id, record])).values()]);
}
