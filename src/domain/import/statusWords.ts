import { SpectoolError } from '../errors/spectoolError.js';
import { IMPORTED_STATUSES, type ImportedStatus } from '../project/configuration.js';
import type { Status } from '../fields/statusAndPriority.js';
import { wordMeant } from '../fields/knownWords.js';
import type { Outcome } from '../spec/archiveOutcome.js';
import type { JsonValue } from '../value/jsonValue.js';

/** The meaning of a status word of another tool. */
export interface StatusMeaning {
  /** The status that the word means; absent if the word means an outcome. */
  readonly status?: Status;
  readonly outcome?: Outcome;
  readonly isArchived?: true;
}

/**
 * Matches statuses of work that is being reviewed, tested or revised, and therefore in progress: `Review`, `In QA`,
 * `Ready for code review`, `Awaiting user testing`, `Under revision`.
 */
const LOOKED_AT = new RegExp(
  [
    '^(?:(?:in|under|to|for|on|at|needs?|pending|awaiting|waiting|ready|active|scheduled) )*',
    '(?:(?:code|peer|pr|design|security|legal|tech|technical|team|final|user|acceptance|integration|manual|qa) )*',
    '(?:review|reviewing|revision|qa|tests?|testing|verification|verify|verifying|validation|uat|acceptance|staging|audit|merge)',
    '(?: (?:in progress|ongoing|requested|needed|required|pending|scheduled|active))?$',
  ].join(''),
);

/** Matches statuses of work that can begin: `Approved for implementation`, `Ready for dev`, `ready to start`. */
const READY =
  /^(?:approved?|signed off|draft|proposed?)\b|^ready (?:for|to) (?:be )?(?:dev|development|implementation|planning|work|build|code|start|implement)\w*$/;

/** Words for an agreement. They complete a decision; a plan or proposal still has to be carried out. */
const SETTLED = ['accept', 'accepted', 'adopt', 'adopted', 'agreed', 'decided', 'ratified'];

/** Words for decisions that hold, at least in part. */
const HELD = ['committed', 'published', 'amended', 'partly superseded', 'partially superseded'];

type Words = Readonly<Record<string, ImportedStatus>>;

/** The meaning of status words by the kind of a document, for words whose meaning depends on the kind. */
export const WORDS_OF = {
  /** A decision, or an RFC, which is complete when it is accepted. */
  decision: {
    ...Object.fromEntries(SETTLED.map((word) => [word, 'complete' as const])),
    ...Object.fromEntries(HELD.map((word) => [word, 'complete' as const])),
  },
  /** Series of proposals such as PEPs: `accepted` means in progress there, because implemented proposals become `Final`. */
  proposal: {
    ...Object.fromEntries(SETTLED.map((word) => [word, 'in-progress' as const])),
    living: 'in-progress',
    candidate: 'planned',
  },
  /** Work: a plan, a design, a story, a feature. */
  work: {
    ...Object.fromEntries(SETTLED.map((word) => [word, 'planned' as const])),
    executed: 'complete',
    contexted: 'in-progress',
    optional: 'planned',
  },
} as const satisfies Readonly<Record<string, Words>>;

/** The word by which users map documents without a status: `--map none=complete`. */
const NO_STATUS = 'none';

/** Matches text before a status word: `This RFC has been accepted`, `:white_check_mark: Accepted`, `Fully implemented`. */
const BEFORE = new RegExp(
  '^(?::[\\w+-]+: *)*(?:(?:(?:current|overall|program|project|plan) )?(?:status|state|milestone|current) *[:=] *)?(?:(?:this|the) )?(?:(?:adr|rfc|proposal|decision|document|spec) )?(?:(?:is|was|has been) )?(?:(?:fully|currently|already|now|all) )?(?:implementation[ -](?=complete|in[ -]progress|done|finished))?',
);
/** Matches text that may follow a status word, such as a version or a time: `in 3.0`, `in PR`, `for Node 20`, `May 5th 2021`. */
const BEHIND = new RegExp(
  [
    ' (?:(?:in|at|for|from|of) )?(?:the )?(?:(?:version|release|milestone) )?(?:v?\\d\\w*|q[1-4]',
    '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober)?)$',
    ' (?:in|via|by) (?:pr|pull request|commit)s?$',
    ' (?:in|for|with) (?!review|revision|qa|uat|test)[a-z]\\w* v?\\d\\w*$',
  ].join('|'),
);
/** Matches a later clause of a status that replaces the words before it: `Accepted, superseded by 12`. */
const REPLACED = /[\s\S]*[:;,.(\u2013\u2014-]\s*((?:super[cs]eded|replaced|obsoleted) by\b)/i;

/** Matches a later clause of a status by which the work still has to be done: `Approved, pending implementation`. */
const PENDING =
  /[:;,.(\u2013\u2014-]\s*(?:\w+ )?(?:pending|awaiting|waiting|not (?:yet )?(?:implemented|started|built|done)|ready (?:for|to)|to be (?:implemented|built|done)|(?:implementation|work) (?:in progress|pending|planned|ongoing|not started|to follow))\b/i;
const PENDING_WORD = /^(.+), pending$/;

/**
 * Normalizes a status: `✅ **In-Progress** (since May)` becomes `in progress`, `Superseded by [5](5.md)` becomes `superseded`.
 * Struck-out text, a leading date, and versions and dates behind the word are removed. `Approved, ready for planning` becomes
 * `approved, pending`.
 */
export function statusWord(text: string | undefined): string {
  const said = (text ?? '').slice(0, 200);
  // A template's list of choices, which nobody has edited: `proposed | accepted | rejected`.
  if (said.split('|').length > 2) return NO_STATUS;
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
  if (word === undefined || word === '') return NO_STATUS;
  return PENDING.test(said) ? `${withoutBehind(word)}, pending` : withoutBehind(word);
}

function withoutBehind(word: string): string {
  let rest = word;
  for (let shorter = rest.replace(BEHIND, ''); shorter !== rest; shorter = rest.replace(BEHIND, ''))
    rest = shorter;
  return rest;
}

/**
 * Returns the meaning of a status word: the one that the user gave (`said`), or else the general one, or else the one in `words`;
 * undefined for an unknown word.
 * @param words the meanings of words in the document's tool.
 */
export function meaningOfStatusWord(
  word: string,
  said: Words,
  words: Words = WORDS_OF.work,
): StatusMeaning | undefined {
  const [, settled] = PENDING_WORD.exec(word) ?? [];
  const status =
    valueOf(said, word) ?? (settled === undefined ? known(word, words) : pending(settled, words));
  return status === undefined ? undefined : MEANINGS[status];
}

/** Returns the status of work that is called pending: `accepted, pending` is planned, `implemented, pending` is in progress. */
function pending(settled: string, words: Words): ImportedStatus | undefined {
  const status = known(settled, words);
  if (status !== 'complete') return status;
  return SETTLED.includes(settled) ? 'planned' : 'in-progress';
}

function known(word: string, words: Words): ImportedStatus | undefined {
  return (
    wordMeant(word, IMPORTED_STATUSES) ??
    (LOOKED_AT.test(word) ? 'in-progress' : READY.test(word) ? 'planned' : undefined) ??
    valueOf(words, word) ??
    valueOf(WORDS_OF.work, word)
  );
}

function valueOf(words: Words, word: string): ImportedStatus | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined;
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

/**
 * Returns the status for each status word of another tool that a request gives.
 * @throws SpectoolError `USAGE` for an invalid word or status.
 */
export function givenStatusWords(given: Readonly<Record<string, JsonValue | undefined>>): Words {
  return Object.fromEntries(
    Object.entries(given).map(([name, to]) => {
      const word = name.trim() === '' ? '' : statusWord(name);
      const status = typeof to === 'string' ? wordMeant(to, IMPORTED_STATUSES) : undefined;
      if (word === '' || word.length > 60 || status === undefined)
        throw new SpectoolError(
          'USAGE',
          `The status word "${name}" cannot be mapped to ${JSON.stringify(to)}.`,
          {
            hint: `Use WORD=STATUS, with one of these statuses: ${IMPORTED_STATUSES.join(', ')}.`,
          },
        );
      return [word, status];
    }),
  );
}
