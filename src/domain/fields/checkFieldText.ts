import { SpectoolError } from '../errors/spectoolError.js';

const LONGEST = 1000;

/**
 * Checks a text for the frontmatter and returns it trimmed.
 * @throws SpectoolError `FIELD_INVALID` if the text is empty, is too long, or contains control characters.
 */
export function fieldText(field: string, value: string): string {
  const text = value.trim();
  if (text === '')
    throw new SpectoolError('FIELD_INVALID', `${field}: the value is empty.`, {
      hint:
        field === 'title'
          ? 'A spec always has a title; give another title.'
          : 'Give a text; to remove a field of the frontmatter, unset it.',
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
