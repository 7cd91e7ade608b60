import { firstOf } from '../../../domain/value/bounds.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import type { SpecStore } from '../../../ports/specStore.js';
import { type FolderMove, renamesBy, textsIn, updateAllReferences } from '../../changes/folderMoves.js';
import type { Warning } from '../../warning.js';

/** A spec that gets another folder, because both sides created a spec with the same folder name. */
export interface SplitSpec extends FolderMove {
  readonly id: string;
}

/** Names the specs that refer to a renamed spec by the name that the other spec keeps, since either may be meant. */
export function ambiguousReferences(
  store: SpecStore,
  parted: readonly SplitSpec[],
  others: readonly SpecFolder[],
): readonly Warning[] {
  return parted.flatMap((move): readonly Warning[] => {
    const refs = others
      .filter(({ path }) => path !== move.folder.path)
      .filter((folder) => refersTo(store, folder, move))
      .map(({ ref }) => ref);
    if (refs.length === 0) return [];
    const { from, to } = move;
    return [
      {
        code: 'REFERENCE_AMBIGUOUS',
        message: `${firstOf(refs)} ${refs.length === 1 ? 'refers' : 'refer'} to ${from}, which was the name of ${to} on the other branch; the reference was not changed.`,
        hint: `If the reference means ${to}, change the reference to that name.`,
      },
    ];
  });
}

/** True if a field or a link of a spec names the former folder of a renamed one. */
function refersTo(store: SpecStore, folder: SpecFolder, move: FolderMove): boolean {
  return (
    renamesBy([move])(store.open(folder).frontmatter).length > 0 ||
    textsIn(store, folder).some(({ text }) => updateAllReferences(text, [move]) !== text)
  );
}

/**
 * Names the files that stay in folders without their document: those of a spec that got another folder, or of one that both sides
 * moved.
 */
export function leftFiles(store: SpecStore, places: readonly string[], to: string): readonly Warning[] {
  const files = places.flatMap((path) => {
    const folder = { path, ref: '', name: '', sequence: null, archived: false };
    return store
      .files(folder)
      .map((name) => `${path}/${name}`)
      .filter((file) => file !== store.documentPath({ path }));
  });
  if (files.length === 0) return [];
  return [
    {
      code: 'FILES_STAY',
      message: `Files of a spec that is now in ${to} may have been left in ${firstOf(places)}: ${firstOf(files)}.`,
      hint: `Move the files of that spec to ${to}.`,
    },
  ];
}
