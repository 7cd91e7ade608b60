import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { wordMeant } from '../../domain/fields/wordSynonyms.js';
import { NO_STATUS, statusWord } from '../../domain/import/statusWords.js';
import { IMPORTED_STATUSES, type ImportedStatus } from '../../domain/project/configuration.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';

/** Returns the statuses that `map` gives for status words. @throws SpectoolError `USAGE` for an invalid word or status. */
export function saidWords(
  map: Readonly<Record<string, JsonValue | undefined>>,
): Readonly<Record<string, ImportedStatus>> {
  return Object.fromEntries(
    Object.entries(map).map(([given, to]) => {
      const word = given.trim() === '' ? '' : statusWord(given);
      const status = typeof to === 'string' ? wordMeant(to, IMPORTED_STATUSES) : undefined;
      if (word === '' || word.length > 60 || status === undefined)
        throw new SpectoolError('USAGE', `The status word "${given}" cannot mean ${JSON.stringify(to)}.`, {
          hint: `Use WORD=MEANING. The meaning is one of: ${IMPORTED_STATUSES.join(', ')}. The word "${NO_STATUS}" is for documents without a status.`,
        });
      return [word, status];
    }),
  );
}
