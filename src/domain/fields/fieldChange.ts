import { isJsonObject, jsonEquals, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import { IN_FILE, isSetField, SET_FIELDS, membersOfField } from './standardFields.js';

/** Members that were added to a set and removed from it. */
export interface MemberChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /**
   * Set if the event only confirms members that the field already had, so that merged branches agree on them. Undoing the event
   * does not remove these members.
   */
  readonly kept?: true;
}

/** Returns the removed members; an empty list if a damaged record does not contain them. */
function removedIn({ removed }: { readonly removed: unknown }): readonly string[] {
  return Array.isArray(removed) ? (removed as readonly string[]) : [];
}

/**
 * Applies a change of a field such as `tags` to its members; the remaining members keep their order.
 * @throws TypeError for additions that are not a list.
 */
export function applyMemberChange(members: readonly string[], change: MemberChange): readonly string[] {
  const removed = new Set(removedIn(change));
  const kept = members.filter((member) => !removed.has(member));
  const known = new Set(kept);
  return [...kept, ...change.added.filter((member) => !known.has(member))];
}

/** Returns the change of a field such as `tags`: the members added and removed; undefined if both sets have the same members. */
export function diffMembers(from: readonly string[], to: readonly string[]): MemberChange | undefined {
  const [before, after] = [new Set(from), new Set(to)];
  const added = [...after].filter((member) => !before.has(member));
  const removed = from.filter((member) => !after.has(member));
  return added.length === 0 && removed.length === 0 ? undefined : { added, removed };
}

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

export function withFieldChanges(frontmatter: JsonObject, changes: Changes): JsonObject {
  // The frontmatter is copied once and not for each field, because a record may change thousands of fields.
  const result = { ...frontmatter, ...changedFieldValues(changes) };
  for (const [key, { to }] of Object.entries(changes)) if (to === null) Reflect.deleteProperty(result, key);
  return result;
}

/**
 * Returns the frontmatter with these fields added or replaced; a set field, such as `tags`, gets the members of the old and of
 * the new value.
 */
export function withMergedFields(frontmatter: JsonObject, fields: JsonObject): JsonObject {
  let merged: JsonObject = { ...frontmatter, ...fields };
  for (const field of SET_FIELDS) {
    const [before, added] = [membersOfField(frontmatter, field), membersOfField(fields, field)];
    if (before.length + added.length > 0)
      merged = withField(merged, field, applyMemberChange(before, { added, removed: [] }));
  }
  return merged;
}

/** Adds and removes members of a field such as `tags`; a field without remaining members is removed. */
export function withMemberChange(frontmatter: JsonObject, field: string, change: MemberChange): JsonObject {
  const members = applyMemberChange(membersOfField(frontmatter, field), change);
  return withField(frontmatter, field, members.length === 0 ? null : members);
}

/** Returns the new value of each changed key. */
export function changedFieldValues(changes: Changes): JsonObject {
  return Object.fromEntries(Object.entries(changes).map(([key, { to }]) => [key, to]));
}

/**
 * Returns the keys that differ between two frontmatters, with their values in `to` (`null` if absent). In fields such as `tags`,
 * the order of the members does not matter.
 */
export function frontmatterDiff(from: JsonObject, to: JsonObject): ReadonlyMap<string, JsonValue | null> {
  const changes = new Map<string, JsonValue | null>();
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const wanted = valueAt(to, key);
    if (!sameValue(key, from, to)) changes.set(key, wanted);
  }
  return changes;
}

function sameValue(key: string, from: JsonObject, to: JsonObject): boolean {
  if (jsonEquals(valueAt(from, key), valueAt(to, key))) return true;
  if (!isSetField(key)) return false;
  return (
    isSet(valueAt(from, key)) &&
    isSet(valueAt(to, key)) &&
    diffMembers(membersOfField(from, key), membersOfField(to, key)) === undefined
  );
}

/** True for a list without nested lists or objects. Members may have any type: `[007]` has the member 7. */
function isSet(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
}

/** Returns the inverse of an event's change: with `from` and `to` swapped, without checking the current value. */
export function inverseFieldChange<Value extends JsonValue>({ from, to }: Change<Value>): Change<Value> {
  return { from: to, to: from };
}

/**
 * Returns changed fields with their old and new values. What documents of another tool say counts as fields, such as `boxes`, but
 * for fields that are among the changes anyway.
 */
export function changesWithSayings(changes: JsonObject | Changes): readonly (readonly [string, JsonValue])[] {
  return Object.entries(changes as JsonObject).flatMap(([field, change]) => {
    if (field !== IN_FILE || !isJsonObject(change)) return [[field, change] as const];
    const [was, now] = [sayingsOf(change['from']), sayingsOf(change['to'])];
    return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) => {
      const said = { from: was[key] ?? null, to: now[key] ?? null };
      return jsonEquals(said.from, said.to) || Object.hasOwn(changes, key) ? [] : [[key, said] as const];
    });
  });
}

/** Returns what documents said, in words for people. */
export function sayingsOf(said: JsonValue = null): JsonObject {
  if (!isJsonObject(said)) return {};
  return said['gone'] === true ? { files: 'deleted' } : said;
}
