import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { membersIn, membersOf, removedIn, withMembers, type MemberChange } from './membersOfSetField.js';

/** A value that an event writes into a draft, or the removal of the field. */
export type WrittenValue = readonly [key: string, value: JsonValue, isGone: boolean];
/** A value written into a draft, or a change of the members of one of its fields, such as `tags`. */
export type Written = WrittenValue | readonly [key: string, change: MemberChange];

interface Held {
  /** The writes that are not applied to the draft yet, in order. */
  readonly written: Written[];
  /**
   * The members of each changed field with a list of members, such as `tags`, in order and without duplicates; they are kept
   * outside the frontmatter until the draft is finished.
   */
  readonly sets: Map<string, Set<string>>;
}

const heldBy = new WeakMap<JsonObject, Held>();

/**
 * Returns a draft: a copy of the frontmatter that may be changed in place while records are applied. A new copy for each of
 * thousands of records would take quadratic time. Fields with a list of members, such as `tags`, are outdated in a draft until
 * `finished` is called.
 */
export function draftOf(frontmatter: JsonObject): JsonObject {
  if (heldBy.has(frontmatter)) return frontmatter;
  const draft = { ...frontmatter };
  heldBy.set(draft, { written: [], sets: new Map() });
  return draft;
}

/**
 * Writes values into the frontmatter if it is a draft.
 * @returns false, without writing, if it is not a draft.
 */
export function isWritten(frontmatter: JsonObject, written: readonly Written[]): boolean {
  const held = heldBy.get(frontmatter);
  if (held === undefined) return false;
  for (const one of written) held.written.push(one);
  return true;
}

/**
 * Returns the value last written into a draft for a key and not applied yet; undefined if there is none. Changes of the members
 * of a field do not count.
 */
export function valueWritten(frontmatter: JsonObject, key: string): JsonValue | undefined {
  const written = heldBy.get(frontmatter)?.written.findLast((one) => one[0] === key && one.length === 3);
  return written?.length === 3 ? written[1] : undefined;
}

/**
 * Applies the written values to the draft.
 * @throws TypeError if added members are not a list; no value is applied then.
 */
export function takeWritten(draft: JsonObject): void {
  const held = heldBy.get(draft);
  if (held === undefined) return;
  // All changes are checked before any is applied, because an error in `withMembers` would leave some applied.
  for (const [, change] of held.written.filter((one) => one.length === 2))
    if (!Array.isArray(change.added)) throw new TypeError('additions that are no list');
  for (const one of held.written) {
    if (one.length === 2) changeSet(draft, held, one[0], one[1]);
    else {
      held.sets.delete(one[0]);
      if (one[2]) Reflect.deleteProperty(draft, one[0]);
      else put(draft, one[0], one[1]);
    }
  }
  held.written.length = 0;
}

/** Discards the values that were written into a draft but not applied yet. */
export function dropWritten(draft: JsonObject): void {
  const held = heldBy.get(draft);
  if (held !== undefined) held.written.length = 0;
}

/** Completes a draft and returns it as frontmatter, which must not be changed any more. */
export function finished(draft: JsonObject): JsonObject {
  for (const [key, members] of heldBy.get(draft)?.sets ?? []) put(draft, key, [...members]);
  heldBy.delete(draft);
  return draft;
}

/** True if a field such as `tags` has members. */
export function hasMembers(frontmatter: JsonObject, key: string): boolean {
  return heldBy.get(frontmatter)?.sets.has(key) === true || membersOf(frontmatter, key).length > 0;
}

function changeSet(draft: JsonObject, { sets }: Held, key: string, change: MemberChange): void {
  const known = sets.get(key);
  const before = known === undefined ? membersOf(draft, key) : [];
  const members = known ?? new Set(before);
  sets.delete(key);
  const isPlain =
    new Set(change.added).size === change.added.length && membersIn(change.added) === change.added;
  if (members.size >= before.length && isPlain) {
    for (const member of removedIn(change)) members.delete(member);
    for (const member of change.added) members.add(member);
    if (members.size === 0) Reflect.deleteProperty(draft, key);
    else {
      if (!Object.hasOwn(draft, key)) put(draft, key, []);
      sets.set(key, members);
    }
    return;
  }
  // The code below keeps repeated members and members that are not strings.
  const changed = withMembers(known === undefined ? before : [...known], change);
  if (changed.length === 0) Reflect.deleteProperty(draft, key);
  else put(draft, key, changed);
}

/** Sets a key of the draft. The key is defined as a property, because assigning to `__proto__` would not create a key. */
function put(draft: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(draft, key, { value, enumerable: true, configurable: true, writable: true });
}
