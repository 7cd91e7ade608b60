import { decodeRecords } from '../../domain/log/records/recordCodec.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type { CommittedSpec, Surroundings } from '../../domain/log/standing.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { Clock, Hasher } from '../../ports/system.js';
import type { SpecsOnBranches } from '../worktrees/specsOnBranches.js';

/** What decides, beside its log, how a document stands: the time, and what git has of the spec. */
export class CommittedSpecs {
  constructor(
    private readonly commits: Commits,
    private readonly branches: SpecsOnBranches,
    private readonly hasher: Hasher,
    private readonly clock: Clock,
  ) {}

  /** Git is asked only by who needs to know. @param document its path. */
  around(document: string, stream: StreamId): Surroundings {
    const now = this.clock.now();
    return {
      sha256: (text) => this.hasher.sha256(text),
      now,
      committed: () => this.#committed(document, stream),
      branches: () => this.branches.records(stream, now),
    };
  }

  #committed(document: string, stream: StreamId): CommittedSpec | undefined {
    const isUntouched = this.commits.isUntouched(document);
    if (isUntouched === undefined) return undefined;
    const texts = this.commits.textsBeside(document, `${LOG_FOLDER}/${stream}`);
    const records = decodeRecords(texts).filter(({ spec }) => spec === stream);
    return { isUntouched, records: new Set(records.map(({ id }) => id)) };
  }
}
