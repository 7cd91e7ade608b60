import { historyEvents } from '../../domain/log/historyEvent.js';
import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { ChangeResult } from '../changes/changeResult.js';
import { brokenSpecs } from '../changes/conflictedSpecs.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { stillNeeded } from '../changes/statusWarnings.js';
import { flag, required, text, words, type RequestSchema } from '../requestSchema.js';
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

  protected override async run({ spec: named, reason, force }: DeleteSpecRequest): Promise<DeleteSpecResult> {
    return this.use.writeSession.change('delete', (drafts) => {
      const folder = this.use.specCatalog.find(named);
      const before = this.use.specCatalog.viewOf(folder);
      const needing = this.#needing(before);
      const known = this.use.commits.filesNotInHead(folder.path);
      const unsaved = known ?? this.use.specStore.files(folder).map((file) => `${folder.path}/${file}`);
      const complaint = known === undefined ? this.use.clone.complaint() : undefined;
      const data = {
        reason,
        unsaved,
        ...(force !== undefined && { force }),
        ...(complaint !== undefined && { complaint }),
      };
      const changed = this.use.changeSpecs.apply(drafts, [
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
    const all = this.use.specCatalog.all();
    const broken = all.filter((one) => one.broken === true && one.path !== spec.path).map(({ path }) => path);
    return [
      ...stillNeeded([spec], all, referenceIndex(all), 'deleted'),
      ...brokenSpecs(broken, `Specs that cannot be read may depend on ${spec.ref}.`),
    ];
  }
}
