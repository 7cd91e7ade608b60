import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { recordFileName } from '../../domain/log/records/recordCodec.js';
import { ancestry } from '../../domain/log/records/recordOrder.js';
import { shownRecord } from '../../domain/reconcile/documentState.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { flag, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface StageRecordsRequest {
  /**
   * True for a call after a commit, which may have used a temporary index: stages log files that the commit has and git's
   * index lacks.
   */
  readonly afterCommit?: boolean | undefined;
}

export interface StageRecordsResult {
  /** Log files added to git's index. */
  readonly staged: readonly string[];
  /** Log files not staged, because the staged document does not contain their change. */
  readonly leftOut: readonly string[];
}

/** Stages the records of the changes in staged documents, and no other files. */
export class StageRecords extends UseCase<StageRecordsRequest, StageRecordsResult> {
  static readonly request: RequestSchema<StageRecordsRequest> = { afterCommit: flag };

  protected override async run({ afterCommit }: StageRecordsRequest): Promise<StageRecordsResult> {
    if (afterCommit === true) {
      const lost = this.use.commits.stagedFiles(LOG_FOLDER, 'removed');
      return { staged: this.#stage(lost), leftOut: [] };
    }
    const staged = new Set<string>();
    const leftOut = new Set<string>();
    for (const text of this.use.commits.stagedDocuments(this.use.config.specsDir)) {
      const { frontmatter, bodyStart } = this.use.specStore.parse(text);
      const { id } = frontmatter;
      if (typeof id !== 'string') continue;
      const open = new Set(this.use.commits.untracked(`${LOG_FOLDER}/${id}`));
      if (open.size === 0) continue;
      const records = this.use.eventLog.records(id);
      const shown = this.#shown(frontmatter, text.slice(bodyStart), records);
      for (const record of records) {
        const file = `${LOG_FOLDER}/${id}/${recordFileName(record)}`;
        if (open.has(file)) (shown.has(record.id) ? staged : leftOut).add(file);
      }
      // Also stage packs (log files with many records), because they may contain records of the staged document.
      for (const file of open) if (!leftOut.has(file)) staged.add(file);
    }
    // A moved document is staged twice, removed and added; only one of the two may show a record.
    return { staged: this.#stage([...staged]), leftOut: [...leftOut].filter((file) => !staged.has(file)) };
  }

  /**
   * Returns the records that led to the staged version of the document; all records if no recorded state matches that
   * version.
   */
  #shown(
    frontmatter: LogRecord['events'][number]['data'],
    body: string,
    records: readonly LogRecord[],
  ): ReadonlySet<string> {
    const all = new Set(records.map(({ id }) => id));
    const { spec } = foldSpec(records);
    const sha256 = (text: string) => this.use.hasher.sha256(text);
    const shown = spec.kind === 'absent' ? undefined : shownRecord(frontmatter, body, records, sha256);
    return shown === undefined ? all : ancestry([shown], new Map(records.map((one) => [one.id, one])));
  }

  #stage(paths: readonly string[]): readonly string[] {
    const found = paths.flatMap((path) => {
      const text = this.use.fileSystem.readText(path);
      return text === undefined ? [] : [{ path, text }];
    });
    this.use.merges.stage(found);
    return found.map(({ path }) => path);
  }
}
