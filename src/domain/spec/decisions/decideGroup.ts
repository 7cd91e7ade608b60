import { SpectoolError } from '../../errors/spectoolError.js';
import { folderPattern } from '../../naming/folderPattern.js';
import { existingGroup, groupFields, groupFor } from '../../naming/groupFolder.js';
import type { StructureConfig } from '../../project/configuration.js';
import { dayOf } from '../../value/calendarDate.js';
import type { SpecCommand } from '../commands.js';
import type { SpecRenamed } from '../events/place.js';
import type { ActiveSpec } from '../spec.js';

/**
 * A folder follows the fields that its group is called after, once they say another group than before, or are said again: so a spec
 * from before there were groups gets into one.
 * @param groups there are already.
 * @throws SpectoolError `FIELD_INVALID` for values that name no group any more.
 */
export function decideGroup(
  before: ActiveSpec,
  after: ActiveSpec,
  structure: StructureConfig,
  commands: readonly SpecCommand[],
  groups: () => readonly string[],
): readonly SpecRenamed[] {
  if (folderPattern(structure).group === '') return [];
  const was = named(before, structure);
  const is = named(after, structure);
  if (is instanceof SpectoolError) {
    // What named no group before is not asked to now.
    if (was instanceof SpectoolError) return [];
    const { code, message, hint, details } = is;
    throw new SpectoolError(code, message, {
      ...(hint !== undefined && { hint }),
      ...(details && { details }),
    });
  }
  return is === undefined || (is === was && !isSaid(commands, structure))
    ? []
    : decideRegrouped(existingGroup(is, groups()), after);
}

function isSaid(commands: readonly SpecCommand[], structure: StructureConfig): boolean {
  const said = commands.flatMap((command) =>
    command.type === 'ChangeFields' ? [...Object.keys(command.data.set), ...command.data.unset] : [],
  );
  return groupFields(folderPattern(structure).group).some((field) => said.includes(field));
}

/** The spec goes to another group. @param to the group, `''` for none. */
export function decideRegrouped(to: string, { labels }: ActiveSpec): readonly SpecRenamed[] {
  const from = labels.group ?? '';
  if (from === to) return [];
  const group = { from: from === '' ? null : from, to: to === '' ? null : to };
  return [{ type: 'SpecRenamed', data: { group } }];
}

/** The group that fields say; undefined for a spec that nobody knows the day of. */
function named({ frontmatter }: ActiveSpec, structure: StructureConfig): string | SpectoolError | undefined {
  const created = dayOf(frontmatter['created']) ?? dayOf(frontmatter['created_at']);
  if (created === undefined) return undefined;
  try {
    return groupFor(structure, frontmatter, created);
  } catch (error) {
    if (error instanceof SpectoolError) return error;
    throw error;
  }
}
