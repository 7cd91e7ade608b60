import type { Advice } from '../errors/advice.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { nearest } from '../naming/nearest.js';
import { OUTCOMES } from '../spec/outcome.js';
import { STATUSES, isStatus, type Status } from '../spec/status.js';
import type { JsonValue } from '../value/json.js';
import type { GivenFields } from './customField.js';
import { plain, wordMeant } from './knownWords.js';

/** How a spec ends, which is no status. */
const ENDS = ['archived', ...OUTCOMES] as const;

/** As `knownWord`. @throws SpectoolError `FIELD_INVALID` that tells of `archive` too, for a word that says how a spec ended. */
export function knownStatus(text: string): Status {
  const ended = wordMeant(text, ENDS);
  const outcome = ended === 'archived' ? undefined : ended;
  if (ended !== undefined) {
    throw new SpectoolError(
      'FIELD_INVALID',
      `"${text}" is not a status: it says how a spec ended. Allowed: ${STATUSES.join(', ')}.`,
      {
        advice: [
          outcome === undefined
            ? { useCase: 'archiveSpecs', needs: ['specs'], to: 'archive it' }
            : {
                useCase: 'archiveSpecs',
                request: { outcome },
                needs: ['specs', 'reason'],
                to: 'end it so',
              },
        ],
        details: { field: 'status', allowed: STATUSES },
      },
    );
  }
  return knownWord('status', text, STATUSES);
}

/**
 * What words of other tools mean here, as somebody says: `{ archived: 'complete' }`. Upper and lower case are the same.
 * @throws SpectoolError `FIELD_INVALID` for what means no status, or is one itself.
 */
export function statusWords(meanings: GivenFields): ReadonlyMap<string, Status> {
  return new Map(
    Object.entries(meanings).map(([word, meaning]) => {
      if (isStatus(word))
        throw new SpectoolError('FIELD_INVALID', `${word} is a status already, and needs no other meaning.`, {
          hint: 'Give the words that another tool has left.',
          details: { field: 'status' },
        });
      return [
        word.trim().toLowerCase(),
        knownStatus(typeof meaning === 'string' ? meaning : JSON.stringify(meaning ?? null)),
      ];
    }),
  );
}

/** The status that a word of another tool is said to mean; undefined for one of ours, and for any other. */
export function statusMeant(found: JsonValue, words: ReadonlyMap<string, Status>): Status | undefined {
  return typeof found !== 'string' || isStatus(found) ? undefined : words.get(found.trim().toLowerCase());
}

/** What to do about a status of another tool: say once, for every spec that has it, what it means, and how those specs ended. */
export function settlingWord(word: string): readonly Advice[] {
  const outcome = wordMeant(word, OUTCOMES);
  const meant = outcome === undefined ? meantValue(word, STATUSES) : 'planned';
  const settled: Advice = {
    useCase: 'updateSpecs',
    request: { map: { [word]: meant ?? '…' } },
    to: outcome === undefined ? 'settle every spec that has this status' : 'settle their status then',
  };
  if (outcome === undefined) return [settled];
  const where = { status: word };
  const needs = ['reason'] as const;
  return [
    {
      useCase: 'archiveSpecs',
      request: { where, outcome },
      needs,
      to: 'archive every spec that has this status',
    },
    settled,
  ];
}

/** The one of `allowed` that was probably meant by another word or spelling. */
export function meantValue<Value extends string>(text: string, allowed: readonly Value[]): Value | undefined {
  const known = wordMeant(text, [...allowed, 'archived']);
  if (known === 'archived') return allowed.find((value) => value === 'complete');
  return known ?? (nearest(plain(text), allowed)[0] as Value | undefined);
}

/**
 * The one of a field's words that a text stands for.
 * @throws SpectoolError `FIELD_INVALID` for any other, with the value that was probably meant.
 */
export function knownWord<Value extends string>(
  field: string,
  text: string,
  allowed: readonly Value[],
): Value {
  const found = wordMeant(text, allowed);
  if (found !== undefined) return found;
  const meant = meantValue(text, allowed);
  throw new SpectoolError(
    'FIELD_INVALID',
    `"${text}" is not a valid ${field}. Allowed: ${allowed.join(', ')}.`,
    {
      ...(meant !== undefined && { hint: `Did you mean ${meant}?` }),
      details: { field, allowed, ...(meant !== undefined && { nearest: [meant] }) },
    },
  );
}
