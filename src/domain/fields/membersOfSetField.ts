import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { isLateField, isSetField, type SetField } from './standardFields.js';

/** Members that were added to a set and removed from it. */
export interface MemberChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /**
   * Set if the members did not change and the record only confirms them, so that merged branches agree; an undo does not remove
   * such members.
   */
  readonly kept?: true;
}

const NONE: readonly string[] = Object.freeze([]);

/** Returns the members of a field such as `tags` as texts; a single scalar counts as one member, nested values are ignored. */
export function membersOf(frontmatter: JsonObject, field: string): readonly string[] {
  return membersIn(Object.hasOwn(frontmatter, field) ? frontmatter[field] : undefined);
}

/**
 * Returns the members in the value of a field such as `tags` as texts; a single scalar counts as one member, nested values are
 * ignored.
 */
export function membersIn(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return NONE;
  if (isTexts(value)) return value;
  const items: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return items.filter((item) => typeof item !== 'object').map(String);
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * True if a field holds a set of members in all these values. A custom field with the name of a standard field of a later version
 * may have another type, and then keeps it.
 */
export function holdsSet(key: string, ...values: readonly JsonValue[]): key is SetField {
  return (
    isSetField(key) && (!isLateField(key) || values.every((value) => value === null || Array.isArray(value)))
  );
}

/** Returns the removed members; an empty list if a damaged record does not contain them. */
function removedIn({ removed }: MemberChange): readonly string[] {
  return Array.isArray(removed) ? removed : NONE;
}

/**
 * Returns the members after additions and removals; the remaining members keep their order.
 * @throws TypeError for additions that are not a list.
 */
export function withMembers(members: readonly string[], change: MemberChange): readonly string[] {
  const removed = new Set(removedIn(change));
  const kept = members.filter((member) => !removed.has(member));
  const known = new Set(kept);
  return [...kept, ...change.added.filter((member) => !known.has(member))];
}

/** Returns the members added and removed between two sets; undefined if both sets have the same members. */
export function memberChange(from: readonly string[], to: readonly string[]): MemberChange | undefined {
  const [before, after] = [new Set(from), new Set(to)];
  const added = [...after].filter((member) => !before.has(member));
  const removed = from.filter((member) => !after.has(member));
  return added.length === 0 && removed.length === 0 ? undefined : { added, removed };
}
