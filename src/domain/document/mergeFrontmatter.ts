import { valueAt } from '../spec/change.js';
import { isSetField } from '../spec/fields.js';
import { memberChange, membersOf, withMembers } from '../spec/setMembers.js';
import type { JsonObject, JsonValue } from '../value/json.js';
import { jsonEquals } from '../value/json.js';
import { canonicalJson } from '../log/canonicalJson.js';

/**
 * Three-way merge of frontmatters by field, the same from either side: what one side changed is taken, sets take both
 * sides' additions and removals, and a scalar both changed goes to the side that was updated last.
 */
export function mergeFrontmatter(base: JsonObject, ours: JsonObject, theirs: JsonObject): JsonObject {
  const oursIsLater = isLater(ours, theirs);
  const merged: Record<string, JsonValue> = {};
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const value = isSetField(key)
      ? mergedSet(key, base, ours, theirs)
      : mergedScalar(key, base, ours, theirs, oursIsLater);
    if (value !== null) merged[key] = value;
  }
  return merged;
}

function mergedScalar(
  key: string,
  base: JsonObject,
  ours: JsonObject,
  theirs: JsonObject,
  oursIsLater: boolean,
): JsonValue {
  const [was, our, their] = [valueAt(base, key), valueAt(ours, key), valueAt(theirs, key)];
  if (jsonEquals(our, their) || jsonEquals(their, was)) return our;
  if (jsonEquals(our, was)) return their;
  return oursIsLater ? our : their;
}

function mergedSet(key: string, base: JsonObject, ours: JsonObject, theirs: JsonObject): JsonValue {
  const members = membersOf(ours, key);
  const change = memberChange(membersOf(base, key), membersOf(theirs, key));
  const merged = change === undefined ? members : withMembers(members, change);
  if (merged.length === 0) return null;
  // Nothing changed on their side: what stands here stays as it is, even if it is no proper list.
  return change === undefined ? valueAt(ours, key) : merged;
}

function isLater(ours: JsonObject, theirs: JsonObject): boolean {
  const [our, their] = [textAt(ours, 'updated'), textAt(theirs, 'updated')];
  if (our !== their) return our > their;
  return canonicalJson(ours) > canonicalJson(theirs);
}

function textAt(frontmatter: JsonObject, key: string): string {
  const value = valueAt(frontmatter, key);
  return typeof value === 'string' ? value : '';
}
