import { type Insisted, withMemberChange } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { MemberChange } from '../setMembers.js';
import { reversedMembers } from '../undoing.js';

export type TagsChanged = Fact<'TagsChanged', MemberChange & Insisted>;

export const tagsChanged: EventDefinition<TagsChanged> = {
  type: 'TagsChanged',
  apply: (spec, change) => ({ ...spec, frontmatter: withMemberChange(spec.frontmatter, 'tags', change) }),
  inverse: (spec, change) =>
    change.kept ? [] : [{ type: 'TagsChanged', data: reversedMembers(spec, 'tags', change) }],
  writes: () => ({}),
};
