import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { ChangeResult } from '../changes/changeResult.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { historyEvents } from '../../domain/log/historyEvent.js';
import { stillNeeded } from '../changes/stillNeeded.js';
import type { Needs } from '../services.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import { required, texts, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface ArchiveSpecsRequest {
  readonly specs: readonly string[];
}

export interface ArchiveSpecsResult extends ChangeResult {
  /** Every spec asked for; `spec` is the first. */
  readonly specs: readonly SpecView[];
}

/** Moves specs from the specs directory into its archive; all of them or none. Their numbers stay taken. */
export class ArchiveSpecs extends UseCase<ArchiveSpecsRequest, ArchiveSpecsResult> {
  static readonly needs = ['writeSession', 'specCatalog', 'changeSpecs'] as const;
  static readonly request: RequestSchema<ArchiveSpecsRequest> = { specs: required(texts) };
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

  protected override async run(request: ArchiveSpecsRequest): Promise<ArchiveSpecsResult> {
    const { direction } = this;
    return this.#access.change(direction, (drafts) => {
      const folders = distinct(request.specs.map((reference) => this.#catalog.find(reference)));
      const changed = this.#changes.apply(
        drafts,
        folders.map((folder) => ({
          folder,
          commands: () => [
            { type: direction === 'archive' ? ('Archive' as const) : ('Unarchive' as const), data: {} },
          ],
        })),
      );
      const specs = changed.map(({ folder, document, log }) => this.#catalog.viewOf(folder, document, log));
      const [spec] = specs;
      if (spec === undefined) throw new SpectoolError('USAGE', `Name at least one spec to ${direction}.`);
      const unchanged = changed
        .filter(({ record }) => record === undefined)
        .map(({ folder }): Warning => ({
          code: 'UNCHANGED',
          message: `${folder.ref} is ${direction}d already.`,
        }));
      return {
        spec,
        specs,
        events: changed.flatMap(({ record, folder }) => (record ? historyEvents(record, folder.ref) : [])),
        warnings: [
          ...changed.flatMap(changeWarnings),
          ...unchanged,
          ...(direction === 'archive' ? this.#stillNeeded(specs) : []),
        ],
      };
    });
  }

  /** Specs that are not done, and that others wait for. */
  #stillNeeded(archived: readonly SpecView[]): readonly Warning[] {
    const open = archived.filter(({ status }) => status !== 'complete');
    if (open.length === 0) return [];
    const all = this.#catalog.all();
    const find = referenceIndex(all);
    const unfinished = all.filter((spec) => !spec.archived && spec.status !== 'complete');
    return open.flatMap(({ ref }) =>
      stillNeeded(ref, unfinished, find, (depending) => `${ref} is not complete, and ${depending} on it.`),
    );
  }
}

/** Brings specs back from the archive; all of them or none. */
export class UnarchiveSpecs extends ArchiveSpecs {
  protected override readonly direction = 'unarchive';
}

function distinct(folders: readonly SpecFolder[]): readonly SpecFolder[] {
  return [...new Map(folders.map((folder) => [folder.path, folder])).values()];
}
