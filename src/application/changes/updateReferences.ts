import { updateLinks } from '../../domain/document/updateLinks.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import { REFERENCE_FIELDS, SINGLE_REFERENCES } from '../../domain/fields/standardFields.js';
import { membersOf } from '../../domain/fields/membersOfSetField.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { PlannedChange } from './changeSpecs.js';
import { textsIn } from './updateLinks.js';

/** A renamed spec folder. */
export interface FolderMove {
  readonly folder: SpecFolder;
  readonly from: string;
  readonly to: string;
}

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

export function updateAllReferences(text: string, moves: readonly FolderMove[]): string {
  return moves.reduce((result, { from, to }) => updateLinks(result, from, to), text);
}

/** Returns a function from frontmatter to the commands that update its references. */
export function renamesBy(moves: readonly FolderMove[]): (frontmatter: JsonObject) => readonly SpecCommand[] {
  const names = new Map(moves.map(({ from, to }) => [from, to]));
  return (frontmatter) => {
    const members = REFERENCE_FIELDS.flatMap((field): readonly SpecCommand[] => {
      const remove = membersOf(frontmatter, field).filter((name) => names.has(name));
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

function isLinked(store: SpecStore, folder: SpecFolder, moves: readonly FolderMove[]): boolean {
  return textsIn(store, folder).some(({ text }) => updateAllReferences(text, moves) !== text);
}
