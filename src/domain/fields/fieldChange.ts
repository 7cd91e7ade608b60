import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { SET_FIELDS } from './standardFields.js';
import { membersOf, withMembers, type MemberChange } from './membersOfSetField.js';

/** A value before and after a change; `null` means absent. */
export interface Change<Value extends JsonValue = JsonValue> {
  readonly from: Value;
  readonly to: Value;
}

/** Changes by frontmatter key. */
export type Changes = Readonly<Record<string, Change>>;

/** The part of an event that records that a change was forced against a rule, and why. */
export interface Insisted {
  readonly forced?: true;
  readonly reason?: string;
}

/** Returns the value of a frontmatter key; `null` if the key is empty or absent. */
export function valueAt(frontmatter: JsonObject, key: string): JsonValue {
  return Object.hasOwn(frontmatter, key) ? (frontmatter[key] ?? null) : null;
}

/** Returns the frontmatter with one field changed; the value `null` removes the field. */
export function withField(frontmatter: JsonObject, key: string, value: JsonValue): JsonObject {
  if (value !== null) return { ...frontmatter, [key]: value };
  const { [key]: _gone, ...rest } = frontmatter;
  return rest;
}

export function withChanges(frontmatter: JsonObject, changes: Changes): JsonObject {
  // The frontmatter is copied once and not for each field, because a record may change thousands of fields.
  const result = { ...frontmatter, ...valuesWritten(changes) };
  for (const [key, { to }] of Object.entries(changes)) if (to === null) Reflect.deleteProperty(result, key);
  return result;
}

/**
 * Returns the frontmatter with these fields added or replaced; a set field, such as `tags`, gets the members of the old and of
 * the new value.
 */
export function withMerged(frontmatter: JsonObject, fields: JsonObject): JsonObject {
  let merged: JsonObject = { ...frontmatter, ...fields };
  for (const field of SET_FIELDS) {
    const [before, added] = [membersOf(frontmatter, field), membersOf(fields, field)];
    if (before.length + added.length > 0)
      merged = withField(merged, field, withMembers(before, { added, removed: [] }));
  }
  return merged;
}

/** Adds and removes members of a field such as `tags`; a field without remaining members is removed. */
export function withMemberChange(frontmatter: JsonObject, field: string, change: MemberChange): JsonObject {
  const members = withMembers(membersOf(frontmatter, field), change);
  return withField(frontmatter, field, members.length === 0 ? null : members);
}

/** Returns the new value of each changed key. */
export function valuesWritten(changes: Changes): JsonObject {
  return Object.fromEntries(Object.entries(changes).map(([key, { to }]) => [key, to]));
}
