import { IMPORTED_STATUSES, type ImportedStatus } from '../project/configuration.js';
import { wordMeant } from '../fields/wordSynonyms.js';
import type { Outcome } from '../spec/archiveOutcome.js';
import type { Status } from '../spec/status.js';

/** The meaning of a status word of another tool. */
export interface StatusMeaning {
  /** The status that the word means; absent if the word means an outcome. */
  readonly status?: Status;
  readonly outcome?: Outcome;
  readonly isArchived?: true;
}

/** Work that is being reviewed or tested is in progress: `Review`, `In QA`, `Ready for code review`, `Awaiting user testing`. */
const LOOKED_AT = new RegExp(
  [
    '^(?:(?:in|under|to|for|on|at|needs?|pending|awaiting|waiting|ready) )*',
    '(?:(?:code|peer|pr|design|security|legal|tech|technical|team|final|user|acceptance|integration|manual|qa) )*',
    '(?:review|reviewing|qa|tests?|testing|verification|verify|verifying|validation|uat|acceptance|staging|audit|merge)',
    '(?: (?:in progress|ongoing|requested|needed|required|pending))?$',
  ].join(''),
);

/** Status words that have another meaning in one kind of source, by source and word. */
const OF_SOURCE: Readonly<Record<string, Readonly<Record<string, ImportedStatus>>>> = {
  // In this source, `active` describes an informational document that remains valid, so no work is left.
  flat: { active: 'complete' },
};

/** The key that stands for documents without a status when a user maps status words. */
export const NO_STATUS = 'none';

/**
 * Normalizes a status: `✅ **In-Progress** (since May)` becomes `in progress`, `Superseded by [5](5.md)` becomes `superseded`.
 * Struck-out text and a leading date are removed.
 */
export function statusWord(text: string | undefined): string {
  const word = (text ?? '')
    .slice(0, 200)
    .replace(/<!--.*?-->|~~.*?~~/g, '')
    .replace(/^\s*\d{4}-\d{2}-\d{2}\b[\s:|\u2013\u2014-]*(?=\S)/, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\))?/g, '$1')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()
    .replace(/[_-]/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/\s+(?:(?:by|in favou?r of|as of|since|with)\b|on \d).*$/, '')
    .split(/[^\p{L}\p{N}' ]/u, 1)[0]
    ?.replace(/\s+/g, ' ')
    .trim()
    .replace(/(?:\s+\d+)+$/, '');
  return word === undefined || word === '' ? NO_STATUS : word;
}

/**
 * Returns the meaning of a status word: the one that the user gave, or else the known one; undefined for an unknown word.
 * @param otherwise the meaning of the word in the source, used if the word is unknown.
 */
export function meaningOf(
  word: string,
  source: string,
  said: Readonly<Record<string, ImportedStatus>>,
  otherwise?: ImportedStatus,
): StatusMeaning | undefined {
  const own = Object.hasOwn(said, word) ? said[word] : undefined;
  const ofSource = OF_SOURCE[source];
  const special = ofSource !== undefined && Object.hasOwn(ofSource, word) ? ofSource[word] : undefined;
  const known = wordMeant(word, IMPORTED_STATUSES) ?? (LOOKED_AT.test(word) ? 'in-progress' : undefined);
  const status = own ?? special ?? known ?? otherwise;
  return status === undefined ? undefined : MEANINGS[status];
}

const MEANINGS: Readonly<Record<ImportedStatus, StatusMeaning>> = {
  planned: { status: 'planned' },
  'in-progress': { status: 'in-progress' },
  complete: { status: 'complete' },
  archived: { status: 'complete', isArchived: true },
  rejected: { outcome: 'rejected', isArchived: true },
  superseded: { outcome: 'superseded', isArchived: true },
  deferred: { outcome: 'deferred', isArchived: true },
};
