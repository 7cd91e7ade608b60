import { SpectoolError } from '../errors/spectoolError.js';
import type { FrontmatterConfig } from '../project/configuration.js';
import type { TemplateDefault } from '../template/template.js';
import { memberText } from '../trace/codeGlobs.js';
import { isCalendarDate } from '../value/dates.js';
import type { JsonValue } from '../value/jsonValue.js';
import { ALLOWED, isOfType, typedValue, unsettableText, wrongType } from './customField.js';
import { knownWord } from './parseStatus.js';
import { type FieldRow, isSetField, standardField } from './standardFields.js';

/**
 * Checks the value of a standard field with a single value, and returns it as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` if the value is not allowed; the error names the field and the allowed values.
 */
export function scalarValue({ key, kind, values = [] }: FieldRow, value: JsonValue): string {
  if (kind === 'word')
    return knownWord(key, typeof value === 'string' ? value : JSON.stringify(value), values);
  if (kind === 'day') return knownDay(key, value);
  if (typeof value !== 'string') throw wrongType(key, value, ALLOWED.string);
  return unsettableText(key, value);
}

/**
 * Checks that a value is an existing day (`YYYY-MM-DD`) and returns it.
 * @throws SpectoolError `FIELD_INVALID` if it is not.
 */
export function knownDay(key: string, value: JsonValue): string {
  if (isCalendarDate(value)) return value;
  throw new SpectoolError('FIELD_INVALID', `${key}: ${JSON.stringify(value)} is not a date YYYY-MM-DD.`, {
    hint: 'Write a day that exists, such as 2026-01-05.',
    details: { field: key, allowed: 'YYYY-MM-DD' },
  });
}

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
