import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { decodeRecords } from '../../domain/log/records/recordCodec.js';
import { orderRecords } from '../../domain/log/records/recordOrder.js';
import type { Spec } from '../../domain/spec/spec.js';
import type { OtherBranches } from '../../ports/repository/otherBranches.js';
import type { Services } from '../services.js';

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
