import type { Advice } from '../errors/advice.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { nearest } from '../naming/nearest.js';
import { type Outcome, OUTCOMES } from './outcome.js';
import type { Priority } from './priority.js';
import type { GivenFields } from './customField.js';
import type { JsonValue } from '../value/json.js';
import { isStatus, type Status, STATUSES } from './status.js';

/** What people say elsewhere for a status or a priority. */
const ALSO_CALLED: Readonly<Record<Status | Priority | Outcome, readonly string[]>> = {
  planned: ['todo', 'new', 'draft', 'backlog', 'open', 'proposed', 'pending', 'ready'],
  'in-progress': [
    'started',
    'doing',
    'wip',
    'active',
    'ongoing',
    'working',
    'implementing',
    'review',
    'inreview',
    'underreview',
    'codereview',
    'testing',
    'qa',
  ],
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
  rejected: [
    'declined',
    'withdrawn',
    'wontfix',
    'wontdo',
    'cancelled',
    'canceled',
    'abandoned',
    'dropped',
    'invalid',
  ],
  superseded: ['superceded', 'replaced', 'obsolete', 'deprecated', 'duplicate'],
  deferred: ['postponed', 'onhold', 'parked', 'paused', 'later', 'icebox', 'someday'],
  low: ['minor', 'lowest', 'trivial'],
  medium: ['normal', 'moderate', 'default', 'middle'],
  high: ['major', 'important'],
  critical: ['urgent', 'highest', 'blocker', 'asap'],
};

/** @throws SpectoolError `FIELD_INVALID`, with the value that was probably meant. */
export function knownStatus(text: string): Status {
  const outcome = outcomeMeant(text);
  if (outcome !== undefined || plain(text) === 'archived') {
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
  const outcome = outcomeMeant(word);
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

/** How a spec with such a word has ended; undefined where it does not say so. */
function outcomeMeant(word: string): Outcome | undefined {
  return OUTCOMES.find((one) => one === plain(word) || alsoCalled(one).includes(plain(word)));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_'-]/g, '');
}

function alsoCalled(value: string): readonly string[] {
  return Object.hasOwn(ALSO_CALLED, value) ? ALSO_CALLED[value as Status | Priority | Outcome] : [];
}

/** The one of `allowed` that was probably meant by another word or spelling. */
export function meantValue<Value extends string>(text: string, allowed: readonly Value[]): Value | undefined {
  const said = plain(text);
  return (
    allowed.find((value) => value.replaceAll('-', '') === said || alsoCalled(value).includes(said)) ??
    (nearest(said, allowed)[0] as Value | undefined)
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
