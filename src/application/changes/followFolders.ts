import { followLinks } from '../../domain/document/followLinks.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecCommand } from '../../domain/spec/commands.js';
import { REFERENCE_FIELDS } from '../../domain/spec/fields.js';
import { membersOf } from '../../domain/spec/setMembers.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { PlannedChange } from './changeSpecs.js';
import { textsIn } from './withMoves.js';

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
