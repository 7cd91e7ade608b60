import { SpectoolError } from '../errors/spectoolError.js';

const LONGEST = 1000;

/**
 * Returns a frontmatter text of one line, trimmed.
 * @throws SpectoolError `FIELD_INVALID` if it is empty, too long or holds control characters.
 */
export function fieldText(field: string, value: string): string {
  const text = value.trim();
  if (text === '')
    throw new SpectoolError('FIELD_INVALID', `${field}: the value is empty.`, {
      hint: field === 'title' ? 'A spec always has a title.' : 'To remove a field, unset it.',
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

/** Removes surrogate pairs, as only lone surrogates cannot be written as UTF-8. */
function withoutPairs(text: string): string {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '');
}
