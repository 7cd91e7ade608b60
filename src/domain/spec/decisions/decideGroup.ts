import { SpectoolError } from '../../errors/spectoolError.js';
import { folderPattern } from '../../naming/folderPattern.js';
import { existingGroup, groupFields, groupFor } from '../../naming/groupFolder.js';
import type { StructureConfig } from '../../project/configuration.js';
import { dayOf } from '../../value/calendarDate.js';
import type { SpecCommand, SpecRequests } from '../specCommands.js';
import type { SpecRenamed } from '../events/locationEvents.js';
import type { ActiveSpec } from '../spec.js';

/**
 * Returns the events that move a spec to another group, if fields that determine its group were changed. Setting such a field to
 * the same value counts too, so that a spec without a group can get one.
 * @param groups returns the group folders that already exist in the project.
 * @throws SpectoolError `FIELD_INVALID` if the new values do not determine a group, but the old values did.
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
    // The values did not determine a group before this change either, so this is not an error.
    if (was instanceof SpectoolError) return [];
    const { code, message, hint, details } = is;
    throw new SpectoolError(code, message, {
      ...(hint !== undefined && { hint }),
      ...(details && { details }),
    });
  }
  return is === undefined || (is === was && !isSaid(commands, structure))
    ? []
    : decideRegrouped({ to: existingGroup(is, groups()) }, after);
}

function isSaid(commands: readonly SpecCommand[], structure: StructureConfig): boolean {
  const said = commands.flatMap((command) =>
    command.type === 'ChangeFields' ? [...Object.keys(command.data.set), ...command.data.unset] : [],
  );
  return groupFields(folderPattern(structure).group).some((field) => said.includes(field));
}

/**
 * Returns the event that moves the spec to another group.
 * @param request the new group; `''` for no group.
 */
export function decideRegrouped(
  { to }: SpecRequests['Regroup'],
  { labels }: ActiveSpec,
): readonly SpecRenamed[] {
  const from = labels.group ?? '';
  if (from === to) return [];
  const group = { from: from === '' ? null : from, to: to === '' ? null : to };
  return [{ type: 'SpecRenamed', data: { group } }];
}

/**
 * Returns the group that the spec's fields determine, or the error if the fields do not determine a group; undefined for a spec
 * without a creation date.
 */
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
