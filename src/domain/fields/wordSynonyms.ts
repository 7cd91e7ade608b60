import type { ImportedStatus } from '../project/configuration.js';
import type { Priority } from '../spec/priority.js';

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
 * Returns the value of `allowed` that a word means, in any spelling or as a synonym (`In Progress`, `WIP`); undefined for an
 * unknown word.
 */
export function wordMeant<Value extends string>(text: string, allowed: readonly Value[]): Value | undefined {
  const said = plain(text);
  const value = BY_WORD.get(said);
  return allowed.find((one) => one === value || plain(one) === said);
}

/** Normalizes a word for comparing: converts it to lower case, and removes separators and apostrophes. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_'\u2019-]/g, '');
}
