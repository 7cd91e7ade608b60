import type { Labels } from '../naming/labels.js';
import type { JsonObject } from '../value/json.js';
import { withField, withFields } from './change.js';
import { SET_FIELDS } from './fields.js';
import { membersOf, withMembers } from './setMembers.js';
import { type ActiveSpec, NOT_CREATED } from './spec.js';

/** Two beginnings of one stream (two branches imported the folder) become one spec: the later scalars, all members. */
export function mergeCreations(
  before: ActiveSpec,
  data: Labels & { readonly title: string; readonly frontmatter: JsonObject },
): ActiveSpec {
  const { title, frontmatter, ...labels } = data;
  if (before === NOT_CREATED) return { kind: 'active', labels, title, frontmatter };
  const sets = SET_FIELDS.map((field) => {
    const added = membersOf(frontmatter, field);
    return [field, withMembers(membersOf(before.frontmatter, field), { added, removed: [] })] as const;
  });
  let merged = withFields(before.frontmatter, frontmatter);
  for (const [field, members] of sets) if (members.length > 0) merged = withField(merged, field, members);
  return { kind: 'active', labels, title, frontmatter: merged };
}
