import { standardField } from '../fields/standardFields.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';

/** Matches dates, digests and ids, which are not searched because they are not words. */
const NOISE = /^(?:\d{4}-\d\d-\d\d.*|(?=.*\d)(?=.*[a-f])[0-9a-f-]{7,})$/is;

/**
 * True for fields whose values are searched as words: custom fields and names of people. Other standard fields are searched with
 * filters.
 */
export function isSearchedField(key: string): boolean {
  const field = standardField(key);
  return field === undefined || (field.kind === 'text' && field.kept !== true);
}

/** Returns the searchable texts of a document's fields, without tags. */
export function fieldValues(frontmatter: JsonObject): readonly string[] {
  return Object.keys(frontmatter).flatMap((key) =>
    isSearchedField(key) ? textsIn(frontmatter[key] ?? null) : [],
  );
}

function textsIn(value: JsonValue): readonly string[] {
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(textsIn);
  const text = String(value);
  return NOISE.test(text) ? [] : [text];
}
