import { foldSpec } from '../../domain/log/foldSpec.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { folderAt, type SpecFolder } from '../../domain/naming/specFolder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { TRASH_FOLDER, TRASH_IGNORE, trashMark, trashPlace } from '../../domain/project/projectFolders.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { SpecStore } from '../../ports/specStore.js';

/** Finds the folder of a deleted spec in the trash, or restores it into the trash from the last commit that had it. */
export class DeletedFolders {
  constructor(
    private readonly store: SpecStore,
    private readonly log: EventLog,
    private readonly files: FileSystem,
    private readonly commits: Commits,
    private readonly config: Configuration,
  ) {}

  /**
   * Returns the folder that the last deletion of a spec moved to the trash, with the name that it had among the specs. Older
   * folders of that spec in the trash are ignored.
   */
  folderOf(id: StreamId): SpecFolder | undefined {
    const records = this.log.records(id);
    const { spec } = foldSpec(records);
    if (spec.kind === 'absent' || spec.deleted === undefined) return undefined;
    const home = folderAt(this.config.specsDir, spec.labels);
    const deletions = records.filter(({ events }) => events.some(({ type }) => type === 'SpecDeleted'));
    const times = deletions.map(({ at = '' }) => at).reverse();
    const path = times.map((at) => this.#inTrash(id, home, at)).find((one) => one !== undefined);
    if (path !== undefined) return { ...home, path };
    const [last] = times;
    return last === undefined ? undefined : this.#fetched(home, trashPlace(home.ref, last));
  }

  /** Returns the path of the folder in the trash, named by its current name or by its name when it was deleted. */
  #inTrash(id: StreamId, home: SpecFolder, at: string): string | undefined {
    const isIts = (path: string) => this.store.open({ ...home, path }).frontmatter['id'] === id;
    const likely = trashPlace(home.ref, at);
    if (isIts(likely)) return likely;
    const gone = this.store.foldersIn(TRASH_FOLDER).filter(({ path }) => path.endsWith(trashMark(at)));
    return gone.find(({ path }) => isIts(path))?.path;
  }

  /** Restores the folder from git into the trash. Git ignores the trash, so a later failure leaves the project unchanged. */
  #fetched(home: SpecFolder, path: string): SpecFolder | undefined {
    const files = this.commits.lastFolder(home.path);
    if (files.size === 0) return undefined;
    if (this.files.stat(TRASH_IGNORE) === undefined) this.files.write(TRASH_IGNORE, '*\n');
    for (const [name, content] of files) this.files.write(`${path}/${name}`, content);
    return { ...home, path };
  }
}
