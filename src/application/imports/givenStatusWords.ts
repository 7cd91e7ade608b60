import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { wordMeant } from '../../domain/fields/knownWords.js';
import { statusWord } from '../../domain/import/statusWords.js';
import { IMPORTED_STATUSES, type ImportedStatus } from '../../domain/project/configuration.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';

/**
 * Returns the status for each status word of another tool that a request gives.
 * @param more a sentence that is added to the hint of the error.
 * @throws SpectoolError `USAGE` for an invalid word or status.
 */
export function givenStatusWords(
  given: Readonly<Record<string, JsonValue | undefined>>,
  more = '',
): Readonly<Record<string, ImportedStatus>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, to]) => {
      const word = name.trim() === '' ? '' : statusWord(name);
      const status = typeof to === 'string' ? wordMeant(to, IMPORTED_STATUSES) : undefined;
      if (word === '' || word.length > 60 || status === undefined)
        throw new SpectoolError(
          'USAGE',
          `The status word "${name}" cannot be mapped to ${JSON.stringify(to)}.`,
          {
            hint: `Use WORD=STATUS, with one of these statuses: ${IMPORTED_STATUSES.join(', ')}. ${more}`.trim(),
          },
        );
      return [word, status];
    }),
  );
}
