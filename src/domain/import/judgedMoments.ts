import type { ImportedStatus } from '../project/configuration.js';
import type { CalendarDate } from '../value/calendarDate.js';
import { withoutMarkup } from '../document/sections/title.js';
import { cutText } from '../value/cutText.js';
import type { ImportedMoment } from './importedDocument.js';
import type { JudgedMoment } from './importedHistory.js';
import { meaningOf, NO_STATUS, type StatusMeaning, statusWord } from './statusWords.js';

/** What is known of a document's past besides its history. */
export interface KnownPast {
  readonly created: CalendarDate;
  readonly meaning: StatusMeaning | undefined;
  readonly completed?: CalendarDate;
  /** The day since which the document has its status. */
  readonly since?: CalendarDate;
  /** The day on which the document that replaces this one was created. */
  readonly successorSince: CalendarDate | undefined;
  readonly meansBy: ImportedStatus | undefined;
  /** Days on which the first status of several documents was written. */
  readonly together: ReadonlySet<string>;
}

interface Words {
  readonly source: string;
  readonly said: Readonly<Record<string, ImportedStatus>>;
}

/**
 * Converts the moments of a document's history to statuses of spectool, and adds those that only the document tells. Unknown status
 * words are skipped, with a note.
 */
export function judgedMoments(
  { source, said }: Words,
  told: readonly ImportedMoment[],
  past: KnownPast,
  notes: string[],
): readonly [JudgedMoment, ...JudgedMoment[]] {
  const { created, completed, meaning, meansBy } = past;
  const known = told.map(({ at, actor, commit, status }): JudgedMoment => {
    const meant = status === undefined ? undefined : meaningOf(statusWord(status), source, said, meansBy);
    if (status !== undefined && meant === undefined && statusWord(status) !== NO_STATUS)
      notes.push(
        `the status "${cutText(withoutMarkup(status), 40)}" of ${at.slice(0, 10)} is unknown and left out`,
      );
    return {
      at,
      ...(actor !== undefined && { actor }),
      ...(commit !== undefined && { commit }),
      ...(meant !== undefined && { meaning: meant }),
    };
  });
  const [first = { at: startOf(created) }, ...later] = fromBeginning(known, past, notes);
  // The creation date in the document may be earlier than the first commit; the history then begins at that date.
  const begun = created < first.at.slice(0, 10) ? { ...first, at: startOf(created) } : first;
  const meant = known.filter((one) => one.meaning !== undefined);
  const wasReplaced =
    known.length > 0 && meant.length < 2 ? replaced([begun, ...later], past, notes) : undefined;
  if (wasReplaced !== undefined) return wasReplaced;
  const isTold = [begun, ...later].some((one) => one.meaning?.status === 'complete');
  const last = later.at(-1) ?? begun;
  if (completed === undefined || meaning?.status !== 'complete' || isTold || startOf(completed) <= last.at)
    return [begun, ...later];
  // The completion date is only in the document, so a moment is added for it.
  const before: JudgedMoment =
    later.length === 0 ? { ...begun, meaning: begun.meaning ?? { status: 'planned' } } : begun;
  return [before, ...later, { at: startOf(completed), meaning }];
}

/**
 * Returns the moments with the first status at the beginning, if it was written for several documents at once: they had it before
 * that commit, and nobody knows since when.
 */
function fromBeginning(
  known: readonly JudgedMoment[],
  { together }: KnownPast,
  notes: string[],
): readonly JudgedMoment[] {
  const [first, ...later] = known;
  const at = later.findIndex((one) => one.meaning !== undefined);
  const told = later[at];
  if (first === undefined || first.meaning !== undefined || told?.meaning === undefined) return known;
  if (
    told.commit === first.commit ||
    !together.has(told.at.slice(0, 10)) ||
    told.meaning.outcome !== undefined
  )
    return known;
  notes.push(
    `the first status of several documents was written on ${told.at.slice(0, 10)}; the guess is that this one had it from the beginning`,
  );
  return [{ ...first, meaning: told.meaning }, ...later.toSpliced(at, 1)];
}

/**
 * Guesses the past of a superseded document of whose history no change of status is known: it was complete until the document that
 * replaces it was created. Undefined for all other documents.
 */
function replaced(
  [begun, ...later]: readonly [JudgedMoment, ...JudgedMoment[]],
  { meaning, since, successorSince }: KnownPast,
  notes: string[],
): readonly [JudgedMoment, ...JudgedMoment[]] | undefined {
  if (meaning?.outcome !== 'superseded') return undefined;
  const day = since ?? successorSince;
  const until = day !== undefined && startOf(day) > begun.at ? day : undefined;
  const when =
    until === undefined
      ? 'it was superseded'
      : since === undefined
        ? `its successor was created on ${until}`
        : `it was superseded on ${until}`;
  notes.push(`no change of its status is known; the guess is that it was complete until ${when}`);
  const last = later.at(-1) ?? begun;
  return [
    { ...begun, meaning: { status: 'complete' } },
    until === undefined ? { ...last, meaning } : { at: startOf(until), meaning },
  ];
}

function startOf(day: CalendarDate): string {
  return `${day}T00:00:00.000Z`;
}
