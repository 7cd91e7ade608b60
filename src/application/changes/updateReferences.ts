import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { PlannedChange } from './changeSpecs.js';
import { type FolderMove, renamesBy, updateAllReferences } from './folderMoves.js';
import { textsIn } from './updateLinks.js';

/**
 * Returns changes that update references to renamed folders in all other specs: fields such as `depends_on`, and links in texts.
 * @param moved folders of specs that the same command already changes, which are left out.
 * @param what `links` to update only links; used by undo, which restores the frontmatter from the log.
 */
export function updateReferences(
  store: SpecStore,
  moves: readonly FolderMove[],
  moved: readonly SpecFolder[],
  what: 'links' | 'references',
): readonly PlannedChange[] {
  if (moves.length === 0) return [];
  const own = new Set(moved.map(({ path }) => path));
  const renamed = renamesBy(moves);
  return store
    .summaries()
    .filter(({ folder, problem }) => problem === undefined && !own.has(folder.path))
    .flatMap(({ folder, frontmatter }) => {
      const commands = what === 'links' ? [] : renamed(frontmatter);
      const linked = isLinked(store, folder, moves);
      if (commands.length === 0 && !linked) return [];
      return [
        {
          folder,
          commands: () => commands,
          ...(linked && { editText: (text: string) => updateAllReferences(text, moves) }),
        },
      ];
    });
}

function isLinked(store: SpecStore, folder: SpecFolder, moves: readonly FolderMove[]): boolean {
  return textsIn(store, folder).some(({ text }) => updateAllReferences(text, moves) !== text);
}
