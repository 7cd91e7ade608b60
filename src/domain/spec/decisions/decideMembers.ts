import { SpectoolError } from '../../errors/spectoolError.js';
import type { Edge } from '../../graph/edge.js';
import { wouldCycle } from '../../graph/wouldCycle.js';
import type { MemberRequest } from '../commands.js';
import type { MemberChange } from '../setMembers.js';
import type { SetField } from '../fields.js';
import { fieldText } from '../fieldText.js';
import { memberChange, membersOf, withMembers } from '../setMembers.js';
import type { ActiveSpec } from '../spec.js';

/** The change a request makes to a set field; undefined when the members stay the same. */
export function decideMembers(
  field: SetField,
  request: MemberRequest,
  spec: ActiveSpec,
): MemberChange | undefined {
  const current = membersOf(spec.frontmatter, field);
  const base = request.replace?.map((member) => fieldText(field, member)) ?? current;
  const wanted = withMembers(base, {
    added: (request.add ?? []).map((member) => fieldText(field, member)),
    removed: request.remove ?? [],
  });
  if (field !== 'tags' && wanted.includes(spec.labels.ref)) {
    throw new SpectoolError(
      'DEPENDENCY_CYCLE',
      `${spec.labels.ref} cannot ${field === 'related' ? 'relate to' : 'depend on'} itself.`,
    );
  }
  return memberChange(current, wanted);
}

/**
 * A spec may not need itself, directly or through others.
 * @throws SpectoolError `DEPENDENCY_CYCLE` naming the way round.
 */
export function refuseCycle(
  { replace = [], add = [], needs = [] }: MemberRequest & { readonly needs?: readonly Edge[] },
  { labels: { ref } }: ActiveSpec,
): void {
  for (const to of [...replace, ...add]) {
    const cycle = wouldCycle(needs, ref, to);
    if (cycle === undefined) continue;
    throw new SpectoolError('DEPENDENCY_CYCLE', `${ref} would depend on itself: ${cycle.join(' → ')}.`, {
      hint: 'Remove one of these dependencies first.',
      advice: [{ useCase: 'showDependencies', to: 'see the graph' }],
      details: { cycle },
    });
  }
}
