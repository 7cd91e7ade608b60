import { valueAt } from '../fields/fieldChange.js';
import type { Labels } from '../naming/projectPath.js';
import type { ImportedStatus } from '../project/configuration.js';
import { ABSENT, type ActiveSpec } from '../spec/spec.js';
import { evolve, type SpecEvent } from '../spec/specEvents.js';
import { present } from '../value/collections.js';
import type { CalendarDate } from '../value/dates.js';
import type { JsonObject } from '../value/jsonValue.js';
import type { ImportedMoment } from './importedDocument.js';
import { meaningOfStatusWord, type StatusMeaning, statusWord } from './statusWords.js';

/** A commit that changed a file: its author, its time, and the status that the file had then. */
export interface FileCommit {
  /** The author's time, UTC with milliseconds. */
  readonly at: string;
  /** The day of that time where the author was. */
  readonly day: CalendarDate;
  readonly actor: string;
  readonly status?: string;
}

/** A file's history in git, following renames. */
export interface FileHistory {
  /** The path under which the file was added, relative to the top of the repository. */
  readonly origin: string;
  /** The commit that added the file; absent in a shallow clone, where the commit that really added the file may be missing. */
  readonly commit?: string;
  readonly commits: readonly FileCommit[];
}

/**
 * Returns the changes in a document's git history: the first commit, and the commits that changed the status. A status that was
 * added to a document without one has no time, because the document may have had that status long before it was written down.
 */
export function momentsInGitHistory(histories: readonly FileHistory[]): readonly ImportedMoment[] {
  const commits = histories
    .flatMap((one) => one.commits)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const [first, ...later] = commits;
  if (first === undefined) return [];
  const moments: ImportedMoment[] = [first];
  let word = first.status === undefined ? undefined : statusWord(first.status);
  for (const commit of later) {
    const { status } = commit;
    if (status === undefined || statusWord(status) === word) continue;
    moments.push(word === undefined ? { status } : commit);
    word = statusWord(status);
  }
  return moments;
}

/** The facts about a document's past that are not in its git history. */
interface KnownPast {
  readonly created: CalendarDate;
  readonly meaning?: StatusMeaning;
  readonly completed?: CalendarDate;
  /** The meanings of status words whose meaning depends on the source, as in `ImportedDocument`. */
  readonly words?: Readonly<Record<string, ImportedStatus>>;
}

/**
 * Maps the status changes in a document's history (`told`) to spectool statuses, and adds the creation and completion dates that
 * only the document has. Unknown status words are skipped.
 * @param said the meanings of status words that the user gave.
 */
export function judgedMoments(
  said: Readonly<Record<string, ImportedStatus>>,
  told: readonly ImportedMoment[],
  { created, completed, meaning, words }: KnownPast,
): Moments {
  const [first, ...later] = told.map(({ status, ...one }): JudgedMoment => {
    const meant = status === undefined ? undefined : meaningOfStatusWord(statusWord(status), said, words);
    return { ...one, ...(meant !== undefined && { meaning: meant }) };
  });
  // The creation date in the document may be earlier than the first commit; the history then begins at that date.
  const isEarlier = first?.at === undefined || created < first.at.slice(0, 10);
  const begun = { ...first, at: isEarlier ? startOf(created) : first.at };
  const last = later.findLast(({ at }) => at !== undefined)?.at ?? begun.at;
  const isTold = [begun, ...later].some((one) => one.at !== undefined && one.meaning?.status === 'complete');
  if (completed === undefined || meaning?.status !== 'complete' || isTold || startOf(completed) <= last)
    return [begun, ...later];
  // If only the document contains the completion date, a status change on that date is added.
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

/** The events of one moment (a change, such as a new status) in a document's history before it became a spec. */
export interface HistoryStep {
  /** UTC with milliseconds; absent if the time of the events is unknown. */
  readonly at?: string;
  readonly actor?: string;
  readonly events: readonly SpecEvent[];
  /** The spec after these events. */
  readonly spec: ActiveSpec;
}

interface JudgedMoment {
  /** UTC with milliseconds; absent if the time at which the document got the status is unknown. */
  readonly at?: string;
  readonly actor?: string;
  readonly meaning?: StatusMeaning;
}

/** The moments of a document's history; the first is its creation, whose time is always known. */
export type Moments = readonly [JudgedMoment & { readonly at: string }, ...JudgedMoment[]];

export interface HistoryOf {
  readonly labels: Labels;
  readonly title: string;
  /** The frontmatter without the status and without the fields that depend on the status. */
  readonly frontmatter: JsonObject;
  /** The moments of the document's history; the first is its creation. */
  readonly moments: Moments;
  /** The document's current status. If none of `moments` has this status, it is recorded without a time. */
  readonly meaning: StatusMeaning;
  readonly isArchived: boolean;
  /** The completion date as written in the source document. */
  readonly completed?: CalendarDate;
  readonly supersededBy?: string;
}

/** Returns the steps of a document's history that lead to its current state, in order of time. */
export function importedHistory(past: HistoryOf): readonly HistoryStep[] {
  const { moments, meaning, isArchived, labels, title, completed } = past;
  const [first, ...later] = moments;
  const begun = { ...first, meaning: first.meaning ?? (later.length === 0 ? meaning : {}) };
  const status = begun.meaning.status ?? 'planned';
  const done = status === 'complete' && completed !== undefined ? { completed } : {};
  const frontmatter = { status, ...done, ...past.frontmatter };
  const event: SpecEvent = { type: 'SpecCreated', data: { ...labels, archived: false, title, frontmatter } };
  const birth = evolve(ABSENT, event);
  const steps: HistoryStep[] = [
    { ...present({ at: first.at, actor: first.actor }), events: [event], spec: birth },
  ];
  // The spec is archived at its creation if its first status means that it was already over.
  let spec = added(steps, birth, begun, ending(past, birth, begun.meaning));
  for (const moment of later) spec = added(steps, spec, moment, changed(past, spec, moment));
  spec = added(steps, spec, {}, changed(past, spec, { meaning }));
  // The last events get the last known time, because the time of the current status may be unknown.
  const end = moments.findLast((moment) => moment.at !== undefined) ?? first;
  spec = added(steps, spec, end, dated(past, spec));
  if ((isArchived || meaning.isArchived === true) && !spec.labels.archived)
    spec = added(steps, spec, end, [{ type: 'SpecArchived', data: {} }]);
  added(steps, spec, end, [{ type: 'SpecTakenOver', data: {} }]);
  return steps;
}

/** Adds events to the steps; events with the same time and actor are merged into one step. */
function added(
  steps: HistoryStep[],
  was: ActiveSpec,
  { at, actor }: JudgedMoment,
  events: readonly SpecEvent[],
): ActiveSpec {
  if (events.length === 0) return was;
  const before = steps.at(-1);
  const spec = events.reduce(evolve, was);
  const isSame = before !== undefined && before.at === at && before.actor === actor;
  if (isSame) steps.pop();
  steps.push({ ...present({ at, actor }), events: isSame ? [...before.events, ...events] : events, spec });
  return spec;
}

function changed(past: HistoryOf, spec: ActiveSpec, { at, meaning }: JudgedMoment): readonly SpecEvent[] {
  if (meaning === undefined) return [];
  const events: SpecEvent[] = [];
  const from = valueAt(spec.frontmatter, 'status');
  const ended = valueAt(spec.frontmatter, 'archived_as');
  const isBack = spec.labels.archived && meaning.isArchived !== true;
  if (isBack) events.push({ type: 'SpecUnarchived', data: {} });
  if (isBack && ended !== null)
    events.push({ type: 'FieldsChanged', data: { changes: { archived_as: { from: ended, to: null } } } });
  // An outcome other than superseded means that the document was not completed, so its status goes back to planned.
  const isOver = meaning.outcome !== undefined && meaning.outcome !== 'superseded' && from === 'complete';
  const to = meaning.status ?? (isOver ? 'planned' : from);
  const { created } = past.frontmatter;
  // The creation date in the document may be later than the change.
  const day = typeof created === 'string' && at !== undefined && created > at ? created : at?.slice(0, 10);
  const completed = {
    from: valueAt(spec.frontmatter, 'completed'),
    to: to === 'complete' ? (day ?? null) : null,
  };
  if (from !== to)
    events.push({
      type: 'StatusChanged',
      data: { from, to, ...(completed.from !== completed.to && { completed }) },
    });
  return [...events, ...ending(past, events.reduce(evolve, spec), meaning)];
}

/**
 * Returns the events that archive the spec with the outcome that its status word means; none if the word does not mean archived.
 */
function ending(
  { supersededBy }: HistoryOf,
  { frontmatter, labels }: ActiveSpec,
  { outcome, isArchived }: StatusMeaning,
): readonly SpecEvent[] {
  if (isArchived !== true) return [];
  const events: SpecEvent[] = [];
  const was = valueAt(frontmatter, 'archived_as');
  if (outcome !== undefined && was !== outcome) {
    const by = outcome === 'superseded' && supersededBy !== undefined ? supersededBy : null;
    const changes = {
      archived_as: { from: was, to: outcome },
      ...(by !== null && { superseded_by: { from: valueAt(frontmatter, 'superseded_by'), to: by } }),
    };
    events.push({ type: 'FieldsChanged', data: { changes } });
  }
  if (!labels.archived) events.push({ type: 'SpecArchived', data: {} });
  return events;
}

/** Returns the event that sets the completion date written in the document, which overrides the date from the history. */
function dated({ completed }: HistoryOf, { frontmatter }: ActiveSpec): readonly SpecEvent[] {
  const from = valueAt(frontmatter, 'completed');
  if (completed === undefined || frontmatter['status'] !== 'complete' || from === completed) return [];
  return [{ type: 'FieldsChanged', data: { changes: { completed: { from, to: completed } } } }];
}
