import { isMarkdown } from '../../domain/document/documentText.js';
import { followingMoves, type LinkUpdate, type PlaceMove, updateLinks } from '../../domain/document/links.js';
import { membersOfField, REFERENCE_FIELDS, SINGLE_REFERENCES } from '../../domain/fields/standardFields.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { folderAt, type SpecFolder, fileInSpec } from '../../domain/naming/projectPath.js';
import { TRASH_FOLDER, TRASH_IGNORE, trashMark, trashPlace } from '../../domain/project/projectFolders.js';
import type { SpecCommand } from '../../domain/spec/specEvents.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import type { SpecStore } from '../../ports/specStore.js';
import { Service } from '../useCase.js';

/** Finds the folder of a deleted spec in the trash, or restores it into the trash from the last commit that had it. */
export class DeletedFolders extends Service {
  /**
   * Returns the newest folder of a deleted spec in the trash, with the name that the folder had among the specs. If there is
   * none, restores the folder from git; undefined if git has none either, or if the spec is not deleted.
   */
  folderOf(id: StreamId): SpecFolder | undefined {
    const records = this.use.eventLog.records(id);
    const { spec } = foldSpec(records);
    if (spec.kind === 'absent' || spec.deleted === undefined) return undefined;
    const home = folderAt(this.use.config.specsDir, spec.labels);
    if (home.at !== undefined) return home;
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

/** A renamed spec folder. */
export interface FolderMove {
  readonly folder: SpecFolder;
  readonly from: string;
  readonly to: string;
}

/** Returns a text with each link to a renamed folder updated. */
export function updateAllReferences(text: string, moves: readonly FolderMove[]): string {
  return moves.reduce((result, { from, to }) => updateLinks(result, from, to), text);
}

/** Returns a function that returns the commands to update the references in a frontmatter. */
export function renamesBy(moves: readonly FolderMove[]): (frontmatter: JsonObject) => readonly SpecCommand[] {
  const names = new Map(moves.map(({ from, to }) => [from, to]));
  return (frontmatter) => {
    const members = REFERENCE_FIELDS.flatMap((field): readonly SpecCommand[] => {
      const remove = membersOfField(frontmatter, field).filter((name) => names.has(name));
      if (remove.length === 0) return [];
      const add = remove.map((name) => names.get(name) ?? name);
      return [{ type: 'ChangeDependencies', data: { field, add, remove } }];
    });
    const single = SINGLE_REFERENCES.flatMap((field): readonly SpecCommand[] => {
      const from = frontmatter[field];
      const to = typeof from === 'string' ? names.get(from) : undefined;
      return typeof from === 'string' && to !== undefined
        ? [{ type: 'FollowRef', data: { field, from, to } }]
        : [];
    });
    return [...members, ...single];
  };
}

/**
 * Returns changes that update the fields of all other specs that refer to renamed folders. Links are updated
 * when the folders move.
 * @param own folders of specs that the same command already changes, which are left out.
 */
export function referenceChanges(store: SpecStore, moves: readonly FolderMove[], own: readonly SpecFolder[]) {
  const left = new Set(own.map(({ path }) => path));
  const renamed = renamesBy(moves);
  return store.summaries().flatMap(({ folder, problem, frontmatter }) => {
    const commands = problem === undefined && !left.has(folder.path) ? renamed(frontmatter) : [];
    return commands.length === 0 ? [] : [{ folder, commands: () => commands }];
  });
}

/** The parts of a change that matter for updating links. */
interface Edited {
  readonly folder: SpecFolder;
  readonly editText?: LinkUpdate;
}

/** A spec whose links to moved folders are updated. */
interface Follower extends Edited {
  readonly commands: () => readonly SpecCommand[];
}

/**
 * Returns the changes, and a change for every other spec that links to a moved folder, so that all links keep their targets.
 * @param changes changes of one command, including those that move folders.
 */
export function withUpdatedLinks<Change extends Edited>(
  store: SpecStore,
  changes: readonly Change[],
  moves: readonly PlaceMove[],
): readonly (Change | Follower)[] {
  const own = new Set(changes.map(({ folder }) => folder.path));
  const follow = followingMoves(moves);
  // Only the tool that writes a document elsewhere changes its links.
  const isOurs = ({ folder }: Edited) => folder.at === undefined;
  const others = store
    .summaries()
    .filter((one) => one.problem === undefined && isOurs(one) && !own.has(one.folder.path))
    .filter(({ folder }) =>
      textsIn(store, folder).some(({ path, text }) => follow(text, { from: path, to: path }) !== text),
    );
  return [
    ...changes.map((change) => {
      const editText = (text: string, file: PlaceMove) => {
        const followed = follow(text, file);
        return change.editText?.(followed, file) ?? followed;
      };
      return isOurs(change) ? { ...change, editText } : change;
    }),
    ...others.map(({ folder }) => ({ folder, commands: () => [], editText: follow })),
  ];
}

/** Texts of a spec's document and its other Markdown files. */
export function textsIn(store: SpecStore, folder: SpecFolder) {
  return store
    .files(folder)
    .filter((name, i) => i === 0 || isMarkdown(name))
    .map((name) => ({ path: fileInSpec(folder, name), text: store.readFile(folder, name) ?? '' }));
}
