import { type Finished, type Holder, holderOf } from '../../domain/claims/claims.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { decodeRecords, orderRecords } from '../../domain/log/records/recordOrder.js';
import { ABSENT, type Spec } from '../../domain/spec/spec.js';
import type { OtherBranches } from '../../ports/repository.js';
import type { Services } from '../services.js';

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

type BranchLogs = ReturnType<OtherBranches['logsOnBranches']>['logs'];

/** Reads records of specs from branches that have records which this working tree lacks. */
export class SpecsOnBranches {
  #read: { readonly now: string; readonly logs: BranchLogs } | undefined;
  #skipped: string | undefined;

  constructor(private readonly use: Services) {}

  /**
   * Returns the ids of the specs of which a branch may have records that this working tree lacks.
   * @param now ISO 8601 UTC; a second call with the same time uses the cache.
   */
  streams(now: string): readonly StreamId[] {
    return [...this.#logs(now).keys()];
  }

  /** Returns the records of a spec that branches have and this working tree lacks, by branch. */
  records(
    stream: StreamId,
    now: string,
  ): readonly { readonly branch: string; readonly records: readonly LogRecord[] }[] {
    const logs = this.#logs(now).get(stream);
    if (logs === undefined) return [];
    const known = new Set(this.use.eventLog.records(stream).map(({ id }) => id));
    return logs.flatMap(({ branch, texts }) => {
      const records = decodeRecords(texts).filter(({ id, spec }) => spec === stream && !known.has(id));
      return records.length === 0 ? [] : [{ branch, records }];
    });
  }

  specs(stream: StreamId, now: string): readonly { readonly branch: string; readonly spec: Spec }[] {
    const branches = this.records(stream, now);
    const own = branches.length === 0 ? [] : this.use.eventLog.records(stream);
    return branches.map(({ branch, records }) => ({
      branch,
      spec: foldSpec(orderRecords([...own, ...records])).spec,
    }));
  }

  /** Returns the reason why some branches were not read. Each failure is returned once. */
  unread(): string | undefined {
    const skipped = this.#skipped;
    this.#skipped = undefined;
    return skipped;
  }

  #logs(now: string): BranchLogs {
    if (this.#read?.now === now) return this.#read.logs;
    const { logs, skipped } = this.use.otherBranches.logsOnBranches(Date.parse(now));
    this.#skipped = skipped ?? this.#skipped;
    this.#read = { now, logs };
    return logs;
  }
}
