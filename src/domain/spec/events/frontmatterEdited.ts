import { type Changes, valueAt, valuesWritten, withChanges, withMemberChange } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { SET_FIELDS, type SetField } from '../fields.js';
import type { MemberChange } from '../setMembers.js';
import { reversedChanges, reversedMembers } from '../undoing.js';

type MemberChanges = Readonly<Partial<Record<SetField, MemberChange>>>;

/** The frontmatter was found changed by hand. */
export type FrontmatterEdited = Fact<
  'FrontmatterEdited',
  { readonly changes: Changes; readonly members?: MemberChanges }
>;

export const frontmatterEdited: EventDefinition<FrontmatterEdited> = {
  type: 'FrontmatterEdited',
  apply: (spec, { changes, members = {} }) => {
    let frontmatter = withChanges(spec.frontmatter, changes);
    for (const [field, change] of changed(members))
      frontmatter = withMemberChange(frontmatter, field, change);
    const { claim, ...unclaimed } = spec;
    const isWorkedOn = valueAt(frontmatter, 'status') === 'in-progress';
    return { ...unclaimed, frontmatter, ...(claim !== undefined && isWorkedOn && { claim }) };
  },
  inverse: (spec, { changes, members = {} }) => [
    {
      type: 'FrontmatterEdited',
      data: {
        changes: reversedChanges(spec, changes),
        members: Object.fromEntries(
          changed(members).map(([field, change]) => [field, reversedMembers(spec, field, change)]),
        ),
      },
    },
  ],
  writes: ({ changes }) => valuesWritten(changes),
};

function changed(members: MemberChanges): readonly (readonly [SetField, MemberChange])[] {
  return SET_FIELDS.flatMap((field) => {
    const change = members[field];
    return change === undefined ? [] : [[field, change] as const];
  });
}
