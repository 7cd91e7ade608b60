import { standardField } from '../fields/fields.js';
import type { JsonObject, JsonValue } from '../value/json.js';

/** Days and moments, digests and identities: made by programs, and no word. */
const NOISE = /^(?:\d{4}-\d\d-\d\d.*|(?=.*\d)(?=.*[a-f])[0-9a-f-]{7,})$/is;

/** People's names, and what a project's own fields hold; what has a few known words, or is the tool's, is asked for by filters. */
export function isSearchedField(key: string): boolean {
  const field = standardField(key);
  return field === undefined || (field.kind === 'text' && field.kept !== true);
}

/** The words of a document's fields that people would look for, tags aside. */
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
