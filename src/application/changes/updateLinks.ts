import { type LinkUpdate, followingMoves, type PlaceMove } from '../../domain/document/updateLinks.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import type { SpecStore } from '../../ports/specStore.js';

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
  const others = store
    .summaries()
    .filter(({ folder, problem }) => problem === undefined && !own.has(folder.path))
    .filter(({ folder }) =>
      textsIn(store, folder).some(({ path, text }) => follow(text, { from: path, to: path }) !== text),
    );
  return [
    ...changes.map((change) => ({
      ...change,
      editText: (text: string, file: PlaceMove) => {
        const followed = follow(text, file);
        return change.editText?.(followed, file) ?? followed;
      },
    })),
    ...others.map(({ folder }) => ({ folder, commands: () => [], editText: follow })),
  ];
}

/** Texts of a spec's document and its other Markdown files. */
export function textsIn(store: SpecStore, folder: SpecFolder) {
  return store
    .files(folder)
    .filter((name, i) => i === 0 || /\.(md|markdown)$/i.test(name))
    .map((name) => ({ path: `${folder.path}/${name}`, text: store.readFile(folder, name) ?? '' }));
}
