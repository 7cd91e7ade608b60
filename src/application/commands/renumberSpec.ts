import { formatFolderName } from '../../domain/naming/folderName.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { renumberedRef } from '../../domain/naming/renumberedRef.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { ProjectConfig } from '../../domain/project/projectConfig.js';
import type { SpecStore } from '../../ports/specStore.js';
import { eventsOf, type NumberedResult } from '../changes/changeResult.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { followAll, followFolders, type FolderMove } from '../changes/followFolders.js';
import type { GivenNumber, NextNumbers } from '../worktrees/nextNumbers.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import type { SpecIdentities } from '../changes/specIdentities.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import type { Needs } from '../services.js';
import { positive, required, text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface RenumberSpecRequest {
  readonly spec: string;
  /** The next free number without it. */
  readonly to?: number | undefined;
}

/** Gives a spec another number; its folder, every `depends_on`, `related` and link follow in the same change. */
export class RenumberSpec extends UseCase<RenumberSpecRequest, NumberedResult> {
  static readonly needs = [
    'writeSession',
    'specCatalog',
    'specStore',
    'changeSpecs',
    'nextNumbers',
    'specIdentities',
    'config',
  ] as const;
  static readonly request: RequestSchema<RenumberSpecRequest> = { spec: required(text), to: positive };
  readonly #access: WriteSession;
  readonly #catalog: SpecCatalog;
  readonly #store: SpecStore;
  readonly #changes: ChangeSpecs;
  readonly #numbers: NextNumbers;
  readonly #identities: SpecIdentities;
  readonly #config: ProjectConfig;

  constructor(services: Needs<typeof RenumberSpec>) {
    super();
    this.#access = services.writeSession;
    this.#catalog = services.specCatalog;
    this.#store = services.specStore;
    this.#changes = services.changeSpecs;
    this.#numbers = services.nextNumbers;
    this.#identities = services.specIdentities;
    this.#config = services.config;
  }

  protected override async run(request: RenumberSpecRequest): Promise<NumberedResult> {
    return this.#access.change('renumber', (drafts) =>
      this.renumber(drafts, this.#catalog.find(request.spec), request.to),
    );
  }

  /** For commands that hold the lock already. */
  renumber(drafts: RecordDrafts, folder: SpecFolder, to: number | undefined): NumberedResult {
    const folders = this.#store.folders();
    const others = folders.filter(({ path }) => path !== folder.path);
    const spec = this.#identities.of(folder, this.#store.open(folder).frontmatter);
    const { name } = folder;
    const work = ({ sequence: number, registry, warnings }: GivenNumber): NumberedResult => {
      const ref = this.#refFor(folder, number);
      const move: FolderMove = { folder, from: folder.ref, to: ref };
      const followers =
        ref === folder.ref || sharesRef(folder, folders)
          ? []
          : followFolders(this.#store, [move], [folder], 'references');
      const changed = this.#changes.apply(drafts, [
        {
          folder,
          commands: () => [{ type: 'Renumber', data: { to: number, ref, others } }],
          editText: (text) => followAll(text, [move]),
        },
        ...followers,
      ]);
      const [own] = changed;
      if (own === undefined) throw new SpectoolError('INTERNAL', 'The change was not made.');
      return {
        spec: this.#catalog.viewOf(own.folder, own.document),
        events: eventsOf(changed),
        warnings: [...changeWarnings(own), ...(own.record ? warnings : [unchanged(folder)])],
        registry,
      };
    };
    if (to === undefined) return this.#numbers.next({ spec, name }, folders, { noGit: false }, work);
    const wanted = to === folder.sequence ? [] : [{ number: to, spec, name }];
    return this.#numbers.take(wanted, (given) => work({ ...given, sequence: to }));
  }

  /** A number of its own again gives a folder the name of today's configuration, if it has another. */
  #refFor(folder: SpecFolder, number: number): string {
    const { structure } = this.#config;
    const again = number === folder.sequence;
    const created = again ? this.#catalog.viewOf(folder).created : null;
    return created === null
      ? renumberedRef(folder, number, structure.sequenceDigits)
      : formatFolderName(structure, { sequence: number, name: folder.name, created });
  }
}

function unchanged({ ref, sequence }: SpecFolder): Warning {
  return {
    code: 'UNCHANGED',
    message: `${ref} has the number ${String(sequence)} already; nothing was changed.`,
  };
}

/** Two folders of one name (one of them archived): links mean the other as likely, so none follows. */
function sharesRef(folder: SpecFolder, folders: readonly SpecFolder[]): boolean {
  return folders.some(({ ref, path }) => ref === folder.ref && path !== folder.path);
}
