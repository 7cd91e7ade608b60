import type { ImportedStatus } from '../project/configuration.js';
import { nearestWords } from '../naming/nearestWords.js';
import { SpectoolError, type Advice } from '../errors/spectoolError.js';
import { quoted } from '../value/text.js';
import { type Priority, type Status, STATUSES } from './statusAndPriority.js';
import { OUTCOMES } from '../spec/archiveOutcome.js';

/** Synonyms of statuses, outcomes and priorities, normalized by `plain`. */
const ALSO_CALLED: Readonly<Record<ImportedStatus | Priority, string>> = {
  planned:
    'plan draft drafted proposed proposal provisional todo open new idea pending backlog ready notstarted notimplemented planning scheduled tbd discussion indiscussion rfc submitted specified pinned',
  'in-progress':
    'wip workinprogress active doing working started ongoing indev dev development implementing implementable indevelopment hooked blocked prototyping experimental partiallyimplemented partlyimplemented changesrequested lastcall finalcommentperiod review inreview underreview codereview testing qa',
  complete:
    'completed done closed implement implemented final finalized finalised finished merged shipped resolved released deployed live effective ineffect inforce',
  archived: 'archived',
  rejected:
    'reject withdraw withdrawn wontdo wontfix cancelled canceled decline declined abandoned notplanned dropped invalid tombstone',
  superseded: 'supersede superceded replaced obsolete obsoleted deprecate deprecated retired duplicate',
  deferred: 'postponed onhold parked stagnant stalled paused later icebox someday',
  low: 'minor lowest trivial',
  medium: 'normal moderate default middle',
  high: 'major important',
  critical: 'urgent highest blocker asap',
};

const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(ALSO_CALLED).flatMap(([value, words]) =>
    words.split(' ').map((word) => [word, value] as const),
  ),
);

/**
 * Returns the value in `allowed` to which a word corresponds, in any spelling or as a synonym (`In Progress`, `WIP`); undefined
 * for an unknown word.
 */
export function wordMeant<Value extends string>(text: string, allowed: readonly Value[]): Value | undefined {
  const said = plain(text);
  const value = BY_WORD.get(said);
  return allowed.find((one) => one === value || plain(one) === said);
}

/** Normalizes a word for comparing: converts it to lower case, and removes separators and apostrophes. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_'\u2019-]/g, '');
}

/** Returns the value in `allowed` that the user probably meant by a synonym or a misspelled word. */
export function meantValue<Value extends string>(text: string, allowed: readonly Value[]): Value | undefined {
  const known = wordMeant(text, [...allowed, 'archived']);
  if (known === 'archived') return allowed.find((value) => value === 'complete');
  return known ?? (nearestWords(plain(text), allowed)[0] as Value | undefined);
}

/**
 * Returns the value in `allowed` to which a text corresponds, in any spelling or as a synonym.
 * @throws SpectoolError `FIELD_INVALID` for any other text, suggesting the value that was probably meant.
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
    `${quoted(text)} is not a valid ${field}. Allowed: ${allowed.join(', ')}.`,
    {
      ...(meant !== undefined && { hint: `Did you mean ${meant}?` }),
      details: { field, allowed, ...(meant !== undefined && { nearest: [meant] }) },
    },
  );
}

/** Words for how a spec ended; these are outcomes of archiving, not statuses. */
const ENDS = ['archived', ...OUTCOMES] as const;

/**
 * Returns the status for a known word, in any spelling or as a synonym (see `knownWord`).
 * @throws SpectoolError `FIELD_INVALID`, with advice on `archive` for a word that describes how a spec ended.
 */
export function knownStatus(text: string): Status {
  const ended = wordMeant(text, ENDS);
  const outcome = ended === 'archived' ? undefined : ended;
  if (ended !== undefined) {
    throw new SpectoolError(
      'FIELD_INVALID',
      `${quoted(text)} is not a status: it says how a spec ended. Allowed: ${STATUSES.join(', ')}.`,
      {
        advice: [
          outcome === undefined
            ? { useCase: 'archiveSpecs', needs: ['specs'], to: 'archive it' }
            : {
                useCase: 'archiveSpecs',
                request: { outcome },
                needs: ['specs', 'reason'],
                to: 'archive the spec with that outcome',
              },
        ],
        details: { field: 'status', allowed: STATUSES },
      },
    );
  }
  return knownWord('status', text, STATUSES);
}

/**
 * Returns advice on a status word of another tool, which may be a known synonym: replace the word in all specs that have it, and
 * archive the specs that ended.
 */
export function statusWordAdvice(word: string): readonly Advice[] {
  const outcome = wordMeant(word, OUTCOMES);
  const meant = outcome === undefined ? meantValue(word, STATUSES) : 'planned';
  const settled: Advice = {
    useCase: 'updateSpecs',
    request: { where: { status: word }, status: meant ?? ('…' as Status), force: true },
    needs: ['reason'],
    to:
      outcome === undefined
        ? 'replace this status in every spec that has it'
        : 'replace the status of these specs afterwards',
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
