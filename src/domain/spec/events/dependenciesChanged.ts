import { type Insisted, withMemberChange } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ReferenceField } from '../fields.js';
import type { MemberChange } from '../setMembers.js';
import { reversedMembers } from '../undoing.js';

/** What a spec needs, or is related to. */
export type DependenciesChanged = Fact<
  'DependenciesChanged',
  MemberChange & Insisted & { readonly field: ReferenceField }
>;

export const dependenciesChanged: EventDefinition<DependenciesChanged> = {
  type: 'DependenciesChanged',
  apply: (spec, change) => ({
    ...spec,
    frontmatter: withMemberChange(spec.frontmatter, change.field, change),
  }),
  inverse: (spec, change) =>
    change.kept
      ? []
      : [
          {
            type: 'DependenciesChanged',
            data: { field: change.field, ...reversedMembers(spec, change.field, change) },
          },
        ],
  writes: () => ({}),
};
