import type { JsonObject, JsonValue } from '../value/json.js';
import { membersIn, membersOf, removedIn, withMembers, type MemberChange } from './setMembers.js';

/** A value an event writes into a draft, or that it takes the field away. */
export type WrittenValue = readonly [key: string, value: JsonValue, isGone: boolean];
/** … or members that come and go. */
export type Written = WrittenValue | readonly [key: string, change: MemberChange];

interface Held {
  /** Not taken yet, in order. */
  readonly written: Written[];
  /** Members of sets that stand beside the frontmatter until it is finished; each once, in order. */
  readonly sets: Map<string, Set<string>>;
}

const heldBy = new WeakMap<JsonObject, Held>();

/**
 * A copy that one fold alone holds and writes in place, as a copy of the frontmatter, or of a set, for each of thousands of records would
 * take their square. What an event writes stands beside it until it is taken. Only `finished` has its sets as they are.
 */
export function draftOf(frontmatter: JsonObject): JsonObject {
  if (heldBy.has(frontmatter)) return frontmatter;
  const draft = { ...frontmatter };
  heldBy.set(draft, { written: [], sets: new Map() });
  return draft;
}

/** @returns false, and writes nothing, where it is no draft. */
export function isWritten(frontmatter: JsonObject, written: readonly Written[]): boolean {
  const held = heldBy.get(frontmatter);
  if (held === undefined) return false;
  for (const one of written) held.written.push(one);
  return true;
}

/** The value an event has written into a draft, but for members of a set; undefined where it wrote none. */
export function valueWritten(frontmatter: JsonObject, key: string): JsonValue | undefined {
  const written = heldBy.get(frontmatter)?.written.findLast((one) => one[0] === key && one.length === 3);
  return written?.length === 3 ? written[1] : undefined;
}

/** Into a draft goes what was written. @throws TypeError for additions that are no list; nothing was taken then. */
export function takeWritten(draft: JsonObject): void {
  const held = heldBy.get(draft);
  if (held === undefined) return;
  // As `withMembers` does, before anything is taken.
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

/** What was written to a draft is forgotten. */
export function dropWritten(draft: JsonObject): void {
  const held = heldBy.get(draft);
  if (held !== undefined) held.written.length = 0;
}

/** From now on it is a frontmatter as any other, which nothing changes. */
export function finished(draft: JsonObject): JsonObject {
  for (const [key, members] of heldBy.get(draft)?.sets ?? []) put(draft, key, [...members]);
  heldBy.delete(draft);
  return draft;
}

/** True where a set has members. */
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
  // Members that stand there twice stay so, and what is no text stays what it is.
  const changed = withMembers(known === undefined ? before : [...known], change);
  if (changed.length === 0) Reflect.deleteProperty(draft, key);
  else put(draft, key, changed);
}

/** By assignment the key `__proto__` would be no key. */
function put(draft: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(draft, key, { value, enumerable: true, configurable: true, writable: true });
}
