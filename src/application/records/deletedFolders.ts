import { foldSpec } from '../../domain/log/foldSpec.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { folderAt, type SpecFolder } from '../../domain/naming/specFolder.js';
import { TRASH_FOLDER, TRASH_IGNORE, trashMark, trashPlace } from '../../domain/project/projectFolders.js';
import type { Services } from '../services.js';

/** Finds the folder of a deleted spec in the trash, or restores it into the trash from the last commit that had it. */
export class DeletedFolders {
  constructor(private readonly use: Services) {}

  /**
   * Returns the newest folder of a deleted spec in the trash, with the name that the folder had among the specs. If there is
   * none, restores the folder from git; undefined if git has none either, or if the spec is not deleted.
   */
  folderOf(id: StreamId): SpecFolder | undefined {
    const records = this.use.eventLog.records(id);
    const { spec } = foldSpec(records);
    if (spec.kind === 'absent' || spec.deleted === undefined) return undefined;
    const home = folderAt(this.use.config.specsDir, spec.labels);
    const deletions = records.filter(({ events }) => events.some(({ type }) => type === 'SpecDeleted'));
    const times = deletions.map(({ at = '' }) => at).reverse();
    const path = times.map((at) => this.#inTrash(id, home, at)).find((one) => one !== undefined);
    if (path !== undefined) return { ...home, path };
    const [last] = times;
    return last === undefined ? undefined : this.#fetched(home, trashPlace(home.ref, last));
  }

  /**
   * Returns the path of the folder in the trash. It is named after the spec's current name, or its name when it was deleted.
   */
  #inTrash(id: StreamId, home: SpecFolder, at: string): string | undefined {
    const isIts = (path: string) => this.use.specStore.open({ ...home, path }).frontmatter['id'] === id;
    const likely = trashPlace(home.ref, at);
    if (isIts(likely)) return likely;
    const gone = this.use.specStore
      .foldersIn(TRASH_FOLDER)
      .filter(({ path }) => path.endsWith(trashMark(at)));
    return gone.find(({ path }) => isIts(path))?.path;
  }

  /** Restores the folder from git into the trash. Git ignores the trash, so a later failure leaves the project unchanged. */
  #fetched(home: SpecFolder, path: string): SpecFolder | undefined {
    const files = this.use.commits.lastFolder(home.path);
    if (files.size === 0) return undefined;
    if (this.use.fileSystem.stat(TRASH_IGNORE) === undefined) this.use.fileSystem.write(TRASH_IGNORE, '*\n');
    for (const [name, content] of files) this.use.fileSystem.write(`${path}/${name}`, content);
    return { ...home, path };
  }
}
