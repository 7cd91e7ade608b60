import type { Advice } from '../errors/advice.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { nearest } from '../naming/nearest.js';
import type { Priority } from './priority.js';
import type { GivenFields } from './customField.js';
import type { JsonValue } from '../value/json.js';
import { isStatus, type Status, STATUSES } from './status.js';

/** What people say elsewhere for a status or a priority. */
const ALSO_CALLED: Readonly<Record<Status | Priority, readonly string[]>> = {
  planned: ['todo', 'new', 'draft', 'backlog', 'open', 'proposed', 'pending', 'ready'],
  'in-progress': ['started', 'doing', 'wip', 'active', 'ongoing', 'working', 'implementing'],
  complete: [
    'done',
    'completed',
    'finished',
    'closed',
    'implemented',
    'shipped',
    'resolved',
    'archived',
    'accepted',
    'final',
    'released',
    'merged',
  ],
  low: ['minor', 'lowest', 'trivial'],
  medium: ['normal', 'moderate', 'default', 'middle'],
  high: ['major', 'important'],
  critical: ['urgent', 'highest', 'blocker', 'asap'],
};

/** @throws SpectoolError `FIELD_INVALID`, with the value that was probably meant. */
export function knownStatus(text: string): Status {
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

/** What to do about a status of another tool: say once, for every spec that has it, what it means. */
export function settlingWord(word: string): Advice {
  return {
    useCase: 'updateSpecs',
    request: { map: { [word]: meantValue(word, STATUSES) } },
    to: 'settle every spec that has this status',
  };
}

function alsoCalled(value: string): readonly string[] {
  return Object.hasOwn(ALSO_CALLED, value) ? ALSO_CALLED[value as Status | Priority] : [];
}

/** The one of `allowed` that was probably meant by another word or spelling. */
export function meantValue<Value extends string>(text: string, allowed: readonly Value[]): Value | undefined {
  const plain = text.toLowerCase().replace(/[\s_-]/g, '');
  return (
    allowed.find((value) => value.replaceAll('-', '') === plain || alsoCalled(value).includes(plain)) ??
    (nearest(plain, allowed)[0] as Value | undefined)
  );
}

/** @throws SpectoolError `FIELD_INVALID`, with the value that was probably meant. */
export function knownWord<Value extends string>(
  field: string,
  text: string,
  allowed: readonly Value[],
): Value {
  const found = allowed.find((value) => value === text);
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
