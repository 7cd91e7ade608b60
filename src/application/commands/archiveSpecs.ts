import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { type ChangesResult, noneChosen } from '../changes/changeResult.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { historyEvents } from '../../domain/log/historyEvent.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import { stillNeeded } from '../changes/stillNeeded.js';
import type { Needs } from '../services.js';
import type { Choice, SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import { fieldValues, flag, texts, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface ArchiveSpecsRequest extends Pick<Choice, 'specs' | 'where'> {
  /** Write nothing, and answer what would be. */
  readonly dryRun?: boolean | undefined;
}

/** Moves specs from the specs directory into its archive; all of them or none. Their numbers stay taken. */
export class ArchiveSpecs extends UseCase<ArchiveSpecsRequest, ChangesResult> {
  static readonly needs = ['writeSession', 'specCatalog', 'changeSpecs'] as const;
  static readonly request: RequestSchema<ArchiveSpecsRequest> = {
    specs: texts,
    where: fieldValues,
    dryRun: flag,
  };
  protected readonly direction: 'archive' | 'unarchive' = 'archive';
  readonly #access: WriteSession;
  readonly #catalog: SpecCatalog;
  readonly #changes: ChangeSpecs;

  constructor(services: Needs<typeof ArchiveSpecs>) {
    super();
    this.#access = services.writeSession;
    this.#catalog = services.specCatalog;
    this.#changes = services.changeSpecs;
  }

  protected override async run({ dryRun, ...choice }: ArchiveSpecsRequest): Promise<ChangesResult> {
    const { direction } = this;
    const work = (drafts: RecordDrafts) => this.#move(drafts, choice);
    return dryRun === true ? this.#access.rehearse(direction, work) : this.#access.change(direction, work);
  }

  #move(drafts: RecordDrafts, choice: Choice): ChangesResult {
    const { direction } = this;
    const scope = direction === 'archive' ? 'active' : 'archived';
    const changed = this.#changes.apply(
      drafts,
      this.#catalog.choose({ ...choice, scope }).map((folder) => ({
        folder,
        commands: () => [
          { type: direction === 'archive' ? ('Archive' as const) : ('Unarchive' as const), data: {} },
        ],
      })),
    );
    const specs = changed.map(({ folder, document, log }) => this.#catalog.viewOf(folder, document, log));
    const unchanged = changed
      .filter(({ record }) => record === undefined)
      .map(({ folder }): Warning => ({
        code: 'UNCHANGED',
        message: `${folder.ref} is ${direction}d already.`,
      }));
    return {
      specs,
      events: changed.flatMap(({ record, folder }) => (record ? historyEvents(record, folder.ref) : [])),
      warnings: [
        ...changed.flatMap(changeWarnings),
        ...unchanged,
        ...noneChosen(specs),
        ...(direction === 'archive' ? this.#stillNeeded(specs) : []),
      ],
      total: specs.length,
    };
  }

  /** Specs that are not done, and that others wait for. */
  #stillNeeded(archived: readonly SpecView[]): readonly Warning[] {
    const open = archived.filter(({ status }) => status !== 'complete');
    if (open.length === 0) return [];
    const all = this.#catalog.all();
    const find = referenceIndex(all);
    const going = new Set(archived.map(({ ref }) => ref));
    const unfinished = all.filter(
      (spec) => !spec.archived && spec.status !== 'complete' && !going.has(spec.ref),
    );
    return open.flatMap(({ ref }) =>
      stillNeeded(ref, unfinished, find, (depending) => `${ref} is not complete, and ${depending} on it.`),
    );
  }
}

/** Brings specs back from the archive; all of them or none. */
export class UnarchiveSpecs extends ArchiveSpecs {
  protected override readonly direction = 'unarchive';
}
