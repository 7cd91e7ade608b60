import { quoted } from '../value/quoted.js';
import type { ImportedStatus } from '../project/configuration.js';
import type { CalendarDate } from '../value/calendarDate.js';
import { withoutMarkup } from '../document/sections/title.js';
import { cutText } from '../value/cutText.js';
import type { ImportedDocument, ImportedMoment } from './importedDocument.js';
import type { JudgedMoment, Moments } from './importedHistory.js';
import { meaningOf, NO_STATUS, type StatusMeaning, statusWord } from './statusWords.js';

/** What is known of a document's past besides its history. */
export interface KnownPast {
  readonly created: CalendarDate;
  readonly meaning: StatusMeaning | undefined;
  readonly completed?: CalendarDate;
  /** The meaning of status words in the source. */
  readonly words: ImportedDocument['words'];
}

/**
 * Converts the moments of a document's history to statuses of spectool, and adds those that only the document tells. Unknown status
 * words are skipped, with a note.
 */
export function judgedMoments(
  said: Readonly<Record<string, ImportedStatus>>,
  told: readonly ImportedMoment[],
  past: KnownPast,
  notes: string[],
): Moments {
  const { created, completed, meaning, words } = past;
  const [first, ...later] = told.map(({ at, actor, status }): JudgedMoment => {
    const meant = status === undefined ? undefined : meaningOf(statusWord(status), said, words);
    if (status !== undefined && meant === undefined && statusWord(status) !== NO_STATUS)
      notes.push(
        `the status ${quoted(cutText(withoutMarkup(status), 40))}${at === undefined ? '' : ` of ${at.slice(0, 10)}`} is unknown and left out`,
      );
    return {
      ...(at !== undefined && { at }),
      ...(actor !== undefined && { actor }),
      ...(meant !== undefined && { meaning: meant }),
    };
  });
  // The creation date in the document may be earlier than the first commit; the history then begins at that date.
  const isEarlier = first?.at === undefined || created < first.at.slice(0, 10);
  const begun = { ...first, at: isEarlier ? startOf(created) : first.at };
  const last = later.findLast(({ at }) => at !== undefined)?.at ?? begun.at;
  const isTold = [begun, ...later].some((one) => one.at !== undefined && one.meaning?.status === 'complete');
  if (completed === undefined || meaning?.status !== 'complete' || isTold || startOf(completed) <= last)
    return [begun, ...later];
  // The completion date is only in the document, so a moment is added for it.
  const before =
    later.length === 0 ? { ...begun, meaning: begun.meaning ?? { status: 'planned' as const } } : begun;
  return [
    before,
    ...later.filter((one) => one.at !== undefined || one.meaning?.status !== 'complete'),
    { at: startOf(completed), meaning },
  ];
}

function startOf(day: CalendarDate): string {
  return `${day}T00:00:00.000Z`;
}
