import type { JsonObject, JsonValue } from '../value/json.js';
import { type MemberChange, membersIn, withMembers } from './setMembers.js';

/** A value before and after; `null` stands for "not there". */
export interface Change<Value extends JsonValue = JsonValue> {
  readonly from: Value;
  readonly to: Value;
}

/** Changes by frontmatter key. */
export type Changes = Readonly<Record<string, Change>>;

/** What an event writes into a draft, until its fold takes it: in order, and the last of each field. */
interface Pending {
  readonly written: Written[];
  readonly last: Map<string, JsonValue>;
}

type Written = readonly [key: string, value: JsonValue, isGone: boolean];

const pendingOf = new WeakMap<JsonObject, Pending>();

/**
 * A copy that one fold alone holds. What is written into it stands beside it until it is taken, in place: a copy for each of thousands
 * of records would take records times fields.
 */
export function draftOf(frontmatter: JsonObject): JsonObject {
  if (pendingOf.has(frontmatter)) return frontmatter;
  const draft = { ...frontmatter };
  pendingOf.set(draft, { written: [], last: new Map() });
  return draft;
}

/** Into a draft goes what was written to it. */
export function takeWritten(draft: JsonObject): void {
  for (const [key, value, isGone] of pendingOf.get(draft)?.written ?? []) {
    if (isGone) Reflect.deleteProperty(draft, key);
    // By assignment the key `__proto__` would be no key.
    else Object.defineProperty(draft, key, { value, enumerable: true, configurable: true, writable: true });
  }
  dropWritten(draft);
}

/** What was written to a draft is forgotten. */
export function dropWritten(draft: JsonObject): void {
  const pending = pendingOf.get(draft);
  if (pending === undefined || pending.written.length === 0) return;
  pending.written.length = 0;
  pending.last.clear();
}

/** From now on it is a frontmatter as any other, which nothing changes. */
export function finished(draft: JsonObject): JsonObject {
  pendingOf.delete(draft);
  return draft;
}

/** An empty key and no key are the same. */
export function valueAt(frontmatter: JsonObject, key: string): JsonValue {
  const last = pendingOf.get(frontmatter)?.last.get(key);
  if (last !== undefined) return last;
  return Object.hasOwn(frontmatter, key) ? (frontmatter[key] ?? null) : null;
}

/** `null` takes the field away. */
export function withField(frontmatter: JsonObject, key: string, value: JsonValue): JsonObject {
  if (isWritten(frontmatter, [[key, value, value === null]])) return frontmatter;
  if (value !== null) return { ...frontmatter, [key]: value };
  const { [key]: _gone, ...rest } = frontmatter;
  return rest;
}

export function withChanges(frontmatter: JsonObject, changes: Changes): JsonObject {
  const written = Object.entries(changes).map(([key, { to }]): Written => [key, to, to === null]);
  if (isWritten(frontmatter, written)) return frontmatter;
  // One copy for all of them: a record may change thousands.
  const result = { ...frontmatter, ...valuesWritten(changes) };
  for (const [key, , isGone] of written) if (isGone) Reflect.deleteProperty(result, key);
  return result;
}

/** With these fields, or in their place. */
export function withFields(frontmatter: JsonObject, fields: JsonObject): JsonObject {
  const written = Object.entries(fields).map(([key, value]): Written => [key, value, false]);
  return isWritten(frontmatter, written) ? frontmatter : { ...frontmatter, ...fields };
}

/** Where it is a draft. */
function isWritten(frontmatter: JsonObject, fields: readonly Written[]): boolean {
  const pending = pendingOf.get(frontmatter);
  if (pending === undefined) return false;
  for (const one of fields) {
    pending.written.push(one);
    pending.last.set(one[0], one[1]);
  }
  return true;
}

/** A set without members leaves the frontmatter. */
export function withMemberChange(frontmatter: JsonObject, field: string, change: MemberChange): JsonObject {
  const members = withMembers(membersIn(valueAt(frontmatter, field)), change);
  return withField(frontmatter, field, members.length === 0 ? null : members);
}

/** What the keys are set to. */
export function valuesWritten(changes: Changes): JsonObject {
  return Object.fromEntries(Object.entries(changes).map(([key, { to }]) => [key, to]));
}
