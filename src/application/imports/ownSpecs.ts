import { folderAt, type SpecFolder } from '../../domain/naming/specFolder.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import type { SourceTree } from '../../ports/importSource.js';
import { moveInto } from '../shellWord.js';
import type { Warning } from '../warning.js';
import type { OwnDocument } from './foreignDocuments.js';
import { inTree } from './importedPlaces.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** Specs of this project whose documents an import comes upon. */
export class OwnSpecs {
  constructor(
    private readonly specStore: SpecStore,
    private readonly eventLog: EventLog,
    private readonly config: Configuration,
  ) {}

  /** Their folders, by `id`, as far as they stand where specs do. */
  here(summaries = this.specStore.summaries()): ReadonlyMap<StreamId, SpecFolder> {
    return new Map(
      summaries.flatMap(({ folder, frontmatter: { id } }) => (typeof id === 'string' ? [[id, folder]] : [])),
    );
  }

  /** How to get back those that no command shows, as after a change of `specsDir`. */
  lost(tree: SourceTree, own: ReadonlyMap<string, OwnDocument>): readonly Warning[] {
    const here = own.size === 0 || tree.inProject === undefined ? undefined : this.here();
    const lost = new Map(
      [...own.values()].flatMap((one) => (here?.has(one.id) === false ? [[one.id, one.folder]] : [])),
    );
    const [first] = lost;
    if (first === undefined) return [];
    const [id, folder] = first;
    const from = inTree(tree, folder);
    const to = this.#home(id) ?? from;
    const within = to.slice(this.config.specsDir.length);
    const former = from.endsWith(within) ? from.slice(0, -within.length) : undefined;
    return [
      {
        code: 'OWN_SPECS',
        message: `${lost.size === 1 ? 'A spec of this project stands' : `${String(lost.size)} specs of this project stand`} where no command looks, such as ${from}.`,
        hint: `Move each to its place: \`${moveInto(from, parentOf(to))}\`.`,
        ...(former !== undefined && {
          advice: [
            {
              useCase: 'setSetting',
              request: { key: 'specsDir', values: [former] },
              to: `have specs in ${former} again instead`,
            },
          ],
        }),
      },
    ];
  }

  /** Where its log says that it is. */
  #home(id: StreamId): string | undefined {
    const { eventLog, config } = this;
    const { spec } = foldSpec(eventLog.records(id));
    return spec.kind === 'absent' ? undefined : folderAt(config.specsDir, spec.labels).path;
  }
}
