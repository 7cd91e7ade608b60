import { BOUNDS } from '../value/bounds.js';
import { SpectoolError } from '../errors/spectoolError.js';
import type { JsonValue } from '../value/jsonValue.js';

/**
 * Checks the text of a custom field or another field that can be unset, and returns the text trimmed.
 * @throws SpectoolError `FIELD_INVALID` as in `fieldText`; for an empty text, the error suggests unsetting the field.
 */
export function unsettableText(field: string, value: string): string {
  if (value.trim() !== '') return fieldText(field, value);
  throw new SpectoolError('FIELD_INVALID', `${field}: the value is empty.`, {
    advice: [
      {
        useCase: 'updateSpec',
        request: { unset: [field] },
        needs: ['spec'],
        to: 'remove the field from a spec',
      },
    ],
  });
}

/**
 * Checks the text of a custom field, a title or another one-line value, and returns it trimmed.
 * @throws SpectoolError `FIELD_INVALID` if the text is empty, is too long, or contains control characters.
 */
export function fieldText(field: string, value: string): string {
  const text = value.trim();
  if (text === '')
    throw new SpectoolError('FIELD_INVALID', `${field}: the value is empty.`, {
      hint:
        field === 'title'
          ? 'A spec always has a title; choose another title.'
          : 'Enter a text, or omit the field if it is optional.',
    });
  if (text.length > BOUNDS.line)
    throw new SpectoolError('FIELD_INVALID', `${field}: the value is longer than ${BOUNDS.line} characters.`);
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/.test(withoutPairs(text))) {
    throw new SpectoolError(
      'FIELD_INVALID',
      `${field}: the value contains a line break or another control character.`,
    );
  }
  return text;
}

/** Removes surrogate pairs, so that a check finds only lone surrogates, which UTF-8 cannot encode. */
function withoutPairs(text: string): string {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '');
}

/**
 * Returns the error for a value that does not have the type of its custom field or standard field.
 * @param found the value as parsed from YAML.
 */
export function wrongType(key: string, found: JsonValue, allowed: string): SpectoolError {
  return new SpectoolError('FIELD_INVALID', `${key}: ${JSON.stringify(found)} is not ${allowed}.`, {
    details: { field: key, allowed },
  });
}
