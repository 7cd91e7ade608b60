import { historyEvents } from '../../domain/log/historyEvent.js';
import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Clone } from '../../ports/repository/cloneInfo.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { ChangeResult } from '../changes/changeResult.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import { brokenSpecs } from '../changes/conflictedSpecs.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { stillNeeded } from '../changes/statusWarnings.js';
import type { WriteSession } from '../changes/writeSession.js';
import { flag, required, text, words, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import { UseCase } from '../useCase.js';
import type { Warning } from '../warning.js';

export interface DeleteSpecRequest {
  readonly spec: string;
  /** Reason, stored in the log. */
  readonly reason: string;
  /** Delete the folder even if git's HEAD does not contain all of its content. */
  readonly force?: boolean | undefined;
}

export interface DeleteSpecResult extends ChangeResult {
  /** Path in the trash to which the folder was moved. */
  readonly trash: string;
}

/** Moves a spec created by mistake to the trash; its history stays in the log. */
export class DeleteSpec extends UseCase<DeleteSpecRequest, DeleteSpecResult> {
  static readonly request: RequestSchema<DeleteSpecRequest> = {
    spec: required(text),
    reason: required(words),
    force: flag,
  };

  constructor(
    private readonly access: WriteSession,
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly changes: ChangeSpecs,
    private readonly commits: Commits,
    private readonly clone: Clone,
  ) {
    super();
  }

  protected override async run({ spec: named, reason, force }: DeleteSpecRequest): Promise<DeleteSpecResult> {
    return this.access.change('delete', (drafts) => {
      const folder = this.catalog.find(named);
      const before = this.catalog.viewOf(folder);
      const needing = this.#needing(before);
      const known = this.commits.filesNotInHead(folder.path);
      const unsaved = known ?? this.store.files(folder).map((file) => `${folder.path}/${file}`);
      const complaint = known === undefined ? this.clone.complaint() : undefined;
      const data = {
        reason,
        unsaved,
        ...(force !== undefined && { force }),
        ...(complaint !== undefined && { complaint }),
      };
      const changed = this.changes.apply(drafts, [
        { folder, commands: () => [{ type: 'Delete' as const, data }] },
      ]);
      return {
        spec: before,
        events: changed.flatMap(({ record }) => (record ? historyEvents(record, folder.ref) : [])),
        warnings: [...changed.flatMap(changeWarnings), ...needing],
        trash: changed.map(({ folder: { path } }) => path).join(),
      };
    });
  }

  /** Warns of specs that depend on the deleted one, are parts of it or name it as related. */
  #needing(spec: SpecView): readonly Warning[] {
    const all = this.catalog.all();
    const broken = all.filter((one) => one.broken === true && one.path !== spec.path).map(({ path }) => path);
    return [
      ...stillNeeded([spec], all, referenceIndex(all), 'deleted'),
      ...brokenSpecs(broken, `Specs that cannot be read may depend on ${spec.ref}.`),
    ];
  }
}
