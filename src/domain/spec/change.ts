import type { JsonObject, JsonValue } from '../value/json.js';
import { type MemberChange, membersOf, withMembers } from './setMembers.js';

/** A value before and after; `null` stands for "not there". */
export interface Change<Value extends JsonValue = JsonValue> {
  readonly from: Value;
  readonly to: Value;
}

/** Changes by frontmatter key. */
export type Changes = Readonly<Record<string, Change>>;

/** An empty key and no key are the same. */
export function valueAt(frontmatter: JsonObject, key: string): JsonValue {
  return Object.hasOwn(frontmatter, key) ? (frontmatter[key] ?? null) : null;
}

/** `null` takes the field away. */
export function withField(frontmatter: JsonObject, key: string, value: JsonValue): JsonObject {
  if (value !== null) return { ...frontmatter, [key]: value };
  const { [key]: _gone, ...rest } = frontmatter;
  return rest;
}

export function withChanges(frontmatter: JsonObject, changes: Changes): JsonObject {
  // One copy for all of them: a record may change thousands.
  const result = { ...frontmatter, ...valuesWritten(changes) };
  for (const [key, { to }] of Object.entries(changes)) if (to === null) Reflect.deleteProperty(result, key);
  return result;
}

/** A set without members leaves the frontmatter. */
export function withMemberChange(frontmatter: JsonObject, field: string, change: MemberChange): JsonObject {
  const members = withMembers(membersOf(frontmatter, field), change);
  return withField(frontmatter, field, members.length === 0 ? null : members);
}

/** What the keys are set to. */
export function valuesWritten(changes: Changes): JsonObject {
  return Object.fromEntries(Object.entries(changes).map(([key, { to }]) => [key, to]));
}
