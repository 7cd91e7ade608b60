import { type Follow, followingMoves, type PlaceMove } from '../../domain/document/followLinks.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecCommand } from '../../domain/spec/commands.js';
import type { SpecStore } from '../../ports/specStore.js';

/** Of a change, what links that follow have to do with. */
interface Edited {
  readonly folder: SpecFolder;
  readonly editText?: Follow;
}

/** A spec that others lead to, or that leads to others, from where they go. */
interface Follower extends Edited {
  readonly commands: () => readonly SpecCommand[];
}

/**
 * The changes, and those of every other spec that links to a folder which goes elsewhere: all links lead where they led.
 * @param changes of one command, those that move the folders among them.
 */
export function withMoves<Change extends Edited>(
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

/** The document of a spec, and its other Markdown. */
export function textsIn(store: SpecStore, folder: SpecFolder) {
  return store
    .files(folder)
    .filter((name, i) => i === 0 || /\.(md|markdown)$/i.test(name))
    .map((name) => ({ path: `${folder.path}/${name}`, text: store.readFile(folder, name) ?? '' }));
}
