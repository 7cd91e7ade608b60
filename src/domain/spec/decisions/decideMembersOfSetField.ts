import { SpectoolError } from '../../errors/spectoolError.js';
import type { Insisted } from '../../fields/fieldChange.js';
import type { MemberRequest } from '../specCommands.js';
import { memberChange, membersOf, withMembers, type MemberChange } from '../../fields/membersOfSetField.js';
import type { SetField } from '../../fields/standardFields.js';
import { memberText } from '../../trace/codeGlobs.js';
import type { ActiveSpec } from '../spec.js';
import { takingAway } from './decideFields.js';

/**
 * Returns the added and removed members for a requested change of a field such as `tags`; undefined if the members stay the same.
 */
export function decideMembers(
  field: SetField,
  request: MemberRequest,
  spec: ActiveSpec,
): (MemberChange & Insisted) | undefined {
  const current = membersOf(spec.frontmatter, field);
  const base = request.replace?.map((member) => memberText(field, member)) ?? current;
  const wanted = withMembers(base, {
    added: (request.add ?? []).map((member) => memberText(field, member)),
    removed: request.remove ?? [],
  });
  if ((field === 'depends_on' || field === 'related') && wanted.includes(spec.labels.ref)) {
    throw new SpectoolError(
      'DEPENDENCY_CYCLE',
      `${spec.labels.ref} cannot ${field === 'related' ? 'relate to' : 'depend on'} itself.`,
    );
  }
  const change = memberChange(current, wanted);
  return change && { ...change, ...takingAway(wanted.length === 0 ? [field] : [], request.keeping, spec) };
}
