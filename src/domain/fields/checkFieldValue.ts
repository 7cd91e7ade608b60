import { SpectoolError } from '../errors/spectoolError.js';
import { isCalendarDate } from '../value/calendarDate.js';
import type { JsonValue } from '../value/jsonValue.js';
import { ALLOWED, wrongType } from './customField.js';
import { unsettableText } from './checkFieldText.js';
import type { FieldRow } from './standardFields.js';
import { knownWord } from './parseStatus.js';

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
