import type { BranchRecords, CommittedSpec } from '../../domain/log/standing.js';
import { decodeRecords } from '../../domain/log/records/recordCodec.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { Clock } from '../../ports/system.js';
import type { SpecsOnBranches } from '../worktrees/specsOnBranches.js';

/** What git has of specs whose documents are not what their logs tell. */
export class CommittedSpecs {
  constructor(
    private readonly commits: Commits,
    private readonly branches: SpecsOnBranches,
    private readonly clock: Clock,
  ) {}

  onBranches(stream: StreamId): readonly BranchRecords[] {
    return this.branches.records(stream, this.clock.now());
  }

  /** Undefined without git. @param document its path. */
  of(document: string, stream: StreamId): CommittedSpec | undefined {
    const isUntouched = this.commits.isUntouched(document);
    if (isUntouched === undefined) return undefined;
    const texts = this.commits.textsInHead(`${LOG_FOLDER}/${stream}`);
    const records = decodeRecords(texts).filter(({ spec }) => spec === stream);
    return { isUntouched, records: new Set(records.map(({ id }) => id)) };
  }
}
