import { followLinks, followMoves, type PlaceMove } from '../../domain/document/followLinks.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecCommand } from '../../domain/spec/commands.js';
import { REFERENCE_FIELDS } from '../../domain/spec/fields.js';
import { membersOf } from '../../domain/spec/setMembers.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { PlannedChange } from './changeSpecs.js';

/** A spec folder that gets another name. */
export interface FolderMove {
  readonly folder: SpecFolder;
  readonly from: string;
  readonly to: string;
}

/**
 * The changes by which every other spec follows: `depends_on`, `related` and links in texts.
 * @param moved folders that have a change of their own in the same command.
 * @param what `links` when the frontmatter is changed back by the log itself (undo).
 */
export function followFolders(
  store: SpecStore,
  moves: readonly FolderMove[],
  moved: readonly SpecFolder[],
  what: 'links' | 'references',
): readonly PlannedChange[] {
  if (moves.length === 0) return [];
  const own = new Set(moved.map(({ path }) => path));
  return store
    .summaries()
    .filter(({ folder, problem }) => problem === undefined && !own.has(folder.path))
    .flatMap(({ folder, frontmatter }) => {
      const commands = what === 'links' ? [] : moves.flatMap((move) => renamedMembers(frontmatter, move));
      const linked = isLinked(store, folder, moves);
      if (commands.length === 0 && !linked) return [];
      return [
        {
          folder,
          commands: () => commands,
          ...(linked && { editText: (text: string) => followAll(text, moves) }),
        },
      ];
    });
}

/**
 * The changes, and those of every other spec that links to a folder which goes elsewhere: all links lead where they led.
 * @param changes of one command, those that move the folders among them.
 */
export function withMoves(
  store: SpecStore,
  changes: readonly PlannedChange[],
  moves: readonly PlaceMove[],
): readonly PlannedChange[] {
  const own = new Set(changes.map(({ folder }) => folder.path));
  const follow = (text: string, file: PlaceMove) => followMoves(text, file, moves);
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

export function followAll(text: string, moves: readonly FolderMove[]): string {
  return moves.reduce((result, { from, to }) => followLinks(result, from, to), text);
}

function renamedMembers(
  frontmatter: Parameters<typeof membersOf>[0],
  { from, to }: FolderMove,
): readonly SpecCommand[] {
  const members = REFERENCE_FIELDS.filter((field) => membersOf(frontmatter, field).includes(from));
  return [
    ...members.map((field) => ({
      type: 'ChangeDependencies' as const,
      data: { field, add: [to], remove: [from] },
    })),
    ...(frontmatter['superseded_by'] === from ? [{ type: 'FollowRef' as const, data: { from, to } }] : []),
  ];
}

function isLinked(store: SpecStore, folder: SpecFolder, moves: readonly FolderMove[]): boolean {
  return textsIn(store, folder).some(({ text }) => followAll(text, moves) !== text);
}

/** The Markdown of a spec. */
function textsIn(store: SpecStore, folder: SpecFolder) {
  return store
    .files(folder)
    .filter((name) => /\.(md|markdown)$/i.test(name))
    .map((name) => ({ path: `${folder.path}/${name}`, text: store.readFile(folder, name) ?? '' }));
}
