import type { FrontmatterConfig } from '../project/configuration.js';
import type { TemplateDefault } from '../template/templateDefaults.js';
import type { JsonValue } from '../value/jsonValue.js';
import { memberText } from '../trace/codeGlobs.js';
import { ALLOWED, isOfType, typedValue, wrongType } from './customField.js';

import { scalarValue } from './checkFieldValue.js';
import { isSetField, standardField } from './standardFields.js';

/**
 * Converts the default value that a template gives a field to the field's type. If the value came from a placeholder, it is a
 * text, which is parsed as if a user had typed it.
 * @throws SpectoolError `FIELD_INVALID` for a value of another type.
 */
export function defaultValue(
  key: string,
  { value, isFilled }: TemplateDefault,
  { custom }: FrontmatterConfig,
): JsonValue {
  if (isSetField(key)) return memberTexts(key, value);
  const field = standardField(key);
  if (field !== undefined) return scalarValue(field, value);
  const type = Object.hasOwn(custom, key) ? custom[key] : undefined;
  if (type === undefined) return value;
  if (isFilled) return typedValue(key, value, type);
  if (!isOfType(value, type)) throw wrongType(key, value, ALLOWED[type]);
  return value;
}

/** Returns the members of a field such as `tags` as texts. A single text is split at commas, as on the command line. */
function memberTexts(key: string, value: JsonValue): readonly string[] {
  const members = typeof value === 'string' ? value.split(',') : isList(value) ? value : [value];
  const texts = members.map((member) => {
    if (typeof member === 'object') throw wrongType(key, value, 'a list of strings');
    return memberText(key, String(member));
  });
  return [...new Set(texts)];
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
