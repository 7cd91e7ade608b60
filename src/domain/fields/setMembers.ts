import type { JsonObject, JsonValue } from '../value/json.js';

/** What was added to a set and removed from it. */
export interface MemberChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** It stood so already, and was said again so that branches agree; taking the record back leaves it. */
  readonly kept?: true;
}

const NONE: readonly string[] = Object.freeze([]);

/** Members of a set field, as texts; a lone scalar counts as one member, anything nested as none. */
export function membersOf(frontmatter: JsonObject, field: string): readonly string[] {
  return membersIn(Object.hasOwn(frontmatter, field) ? frontmatter[field] : undefined);
}

/** As `membersOf`, of the value alone. */
export function membersIn(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return NONE;
  if (isTexts(value)) return value;
  const items: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return items.filter((item) => typeof item !== 'object').map(String);
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** What a change takes out: records may be anybody's, and say nothing of it. */
export function removedIn({ removed }: MemberChange): readonly string[] {
  return Array.isArray(removed) ? removed : NONE;
}

/** Applies additions and removals, keeping the order of what stays. @throws TypeError for additions that are no list. */
export function withMembers(members: readonly string[], change: MemberChange): readonly string[] {
  const removed = new Set(removedIn(change));
  const kept = members.filter((member) => !removed.has(member));
  const known = new Set(kept);
  return [...kept, ...change.added.filter((member) => !known.has(member))];
}

/** What leads from one set to the other; undefined when they hold the same members. */
export function memberChange(from: readonly string[], to: readonly string[]): MemberChange | undefined {
  const [before, after] = [new Set(from), new Set(to)];
  const added = [...after].filter((member) => !before.has(member));
  const removed = from.filter((member) => !after.has(member));
  return added.length === 0 && removed.length === 0 ? undefined : { added, removed };
}
