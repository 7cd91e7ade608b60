import type { Labels } from '../naming/labels.js';
import type { JsonObject } from '../value/json.js';
import { withField } from './change.js';
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
  let merged: JsonObject = { ...before.frontmatter, ...frontmatter };
  for (const field of SET_FIELDS) {
    const members = withMembers(membersOf(before.frontmatter, field), {
      added: membersOf(frontmatter, field),
      removed: [],
    });
    if (members.length > 0) merged = withField(merged, field, members);
  }
  return { kind: 'active', labels, title, frontmatter: merged };
}
