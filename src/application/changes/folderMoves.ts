import { updateLinks } from '../../domain/document/updateLinks.js';
import { membersOf } from '../../domain/fields/membersOfSetField.js';
import { REFERENCE_FIELDS, SINGLE_REFERENCES } from '../../domain/fields/standardFields.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';

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
