import type { JsonObject, JsonValue } from '../value/json.js';
import { jsonEquals } from '../value/json.js';
import { SET_FIELDS } from './events.js';
import { memberChange, membersOf } from './members.js';

/** Keys that differ between two frontmatters, with the value of `to` (`null`: not there). Sets compare as sets. */
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
  if (!(SET_FIELDS as readonly string[]).includes(key)) return false;
  return (
    isSet(valueAt(from, key)) &&
    isSet(valueAt(to, key)) &&
    memberChange(membersOf(from, key), membersOf(to, key)) === undefined
  );
}

function isSet(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** An empty key and no key are the same. */
function valueAt(frontmatter: JsonObject, key: string): JsonValue {
  return Object.hasOwn(frontmatter, key) ? (frontmatter[key] ?? null) : null;
}
