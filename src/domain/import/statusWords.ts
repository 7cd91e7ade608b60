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

/**
 * Work that is being reviewed, tested or revised is in progress: `Review`, `In QA`, `Ready for code review`, `Scheduled for review`,
 * `Awaiting user testing`, `Under revision`.
 */
const LOOKED_AT = new RegExp(
  [
    '^(?:(?:in|under|to|for|on|at|needs?|pending|awaiting|waiting|ready|active|scheduled) )*',
    '(?:(?:code|peer|pr|design|security|legal|tech|technical|team|final|user|acceptance|integration|manual|qa) )*',
    '(?:review|reviewing|revision|qa|tests?|testing|verification|verify|verifying|validation|uat|acceptance|staging|audit|merge)',
    '(?: (?:in progress|ongoing|requested|needed|required|pending|scheduled|active))?$',
  ].join(''),
);

/** Status words that have another meaning in one kind of source, by source and word. */
const OF_SOURCE: Readonly<Record<string, Readonly<Record<string, ImportedStatus>>>> = {
  // In this source, `active` describes an informational document that remains valid, so no work is left.
  flat: { active: 'complete' },
};

/** The key that stands for documents without a status when a user maps status words. */
export const NO_STATUS = 'none';

/** What may stand before a status word: `This RFC has been accepted`, `:white_check_mark: Accepted`, `Fully implemented`. */
const BEFORE = new RegExp(
  '^(?::[\\w+-]+: *)*(?:(?:current )?status *[:=] *)?(?:(?:this|the) )?(?:(?:adr|rfc|proposal|decision|document|spec) )?(?:(?:is|was|has been) )?(?:(?:fully|currently|already|now|all) )?',
);
/** What may stand behind one: a version, also of a product, a time, or where to find it: `in 3.0`, `for Node 20`, `May 5th 2021`. */
const BEHIND = new RegExp(
  [
    ' (?:(?:in|at|for|from|of) )?(?:the )?(?:(?:version|release|milestone) )?(?:v?\\d\\w*|q[1-4]',
    '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober)?)$',
    ' (?:in|for|with) (?!review|revision|qa|uat|test)[a-z]\\w* v?\\d\\w*$',
  ].join('|'),
);
/** A later clause of a status that replaces what stands before it: `Accepted, superseded by 12`. */
const REPLACED = /[\s\S]*[:;,.(\u2013\u2014-]\s*((?:super[cs]eded|replaced|obsoleted) by\b)/i;

/**
 * Normalizes a status: `✅ **In-Progress** (since May)` becomes `in progress`, `Superseded by [5](5.md)` becomes `superseded`.
 * Struck-out text, a leading date, and versions and dates behind the word are removed.
 */
export function statusWord(text: string | undefined): string {
  const said = (text ?? '').slice(0, 200);
  if (isListOfStatuses(said)) return NO_STATUS;
  const word = said
    .replace(REPLACED, '$1')
    .replace(/<!--.*?-->|~~.*?~~/g, '')
    .replace(/^\s*\d{4}-\d{2}-\d{2}\b[\s:|\u2013\u2014-]*(?=\S)/, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\))?/g, '$1')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()
    .replace(/\s+-+\s.*$/s, '')
    .replace(/^[^\p{L}\p{N}:]+/u, '')
    .replace(BEFORE, '')
    .replace(/[_-]/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/\s+(?:(?:by|in favou?r of|as of|since|with|until|till|through)\b|on \d).*$/, '')
    .split(/[^\p{L}\p{N}' ]/u, 1)[0]
    ?.replace(/\s+/g, ' ')
    .trim();
  return word === undefined || word === '' ? NO_STATUS : withoutBehind(word);
}

function withoutBehind(word: string): string {
  let rest = word;
  for (let shorter = rest.replace(BEHIND, ''); shorter !== rest; shorter = rest.replace(BEHIND, ''))
    rest = shorter;
  return rest;
}

/** True for the choice that a template offers and nobody made: `proposed | accepted | rejected`. */
function isListOfStatuses(text: string): boolean {
  const choices = text.split('|');
  return (
    choices.length > 2 && choices.every((one) => meantIn(one.split(/\s+by\b/, 1)[0] ?? '') !== undefined)
  );
}

function meantIn(text: string): ImportedStatus | undefined {
  return wordMeant(text.replace(/[^\p{L}' -]/gu, '').trim(), IMPORTED_STATUSES);
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
