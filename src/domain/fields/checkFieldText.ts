import { SpectoolError } from '../errors/spectoolError.js';

const LONGEST = 1000;

/**
 * Checks the text of a field that can be unset, and returns it trimmed.
 * @throws SpectoolError `FIELD_INVALID` as `fieldText`; for an empty text with the advice to unset the field.
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
 * Checks a line of text and returns it trimmed.
 * @throws SpectoolError `FIELD_INVALID` if the text is empty, is too long, or contains control characters.
 */
export function fieldText(field: string, value: string): string {
  const text = value.trim();
  if (text === '')
    throw new SpectoolError('FIELD_INVALID', `${field}: the value is empty.`, {
      hint:
        field === 'title'
          ? 'A spec always has a title; give another title.'
          : 'Give a text, or leave it out if it is optional.',
    });
  if (text.length > LONGEST)
    throw new SpectoolError('FIELD_INVALID', `${field}: the value is longer than ${LONGEST} characters.`);
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/.test(withoutPairs(text))) {
    throw new SpectoolError(
      'FIELD_INVALID',
      `${field}: the value holds a line break or another control character.`,
    );
  }
  return text;
}

/** Removes surrogate pairs, so that a check finds only lone surrogates, which UTF-8 cannot encode. */
function withoutPairs(text: string): string {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '');
}
