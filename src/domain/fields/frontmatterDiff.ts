import { jsonEquals, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import { valueAt } from './fieldChange.js';
import { isSetField } from './standardFields.js';
import { memberChange, membersOf } from './membersOfSetField.js';

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
    memberChange(membersOf(from, key), membersOf(to, key)) === undefined
  );
}

/** True for a list without nested lists or objects. Members may have any type: `[007]` has the member 7. */
function isSet(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
}
