import type { Labels } from '../naming/specFolder.js';
import { valueAt } from '../fields/change.js';
import { ABSENT, type ActiveSpec } from '../spec/spec.js';
import { evolve, type SpecEvent } from '../spec/specEvents.js';
import type { SpecTakenOver } from '../spec/events/lifecycle.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { JsonObject } from '../value/json.js';
import { decideReimport, type SourceState } from '../spec/decisions/decideReimport.js';
import type { StatusMeaning } from './statusWords.js';

/** The events of one moment before the document became a spec. */
export interface HistoryStep {
  /** UTC with milliseconds. */
  readonly at: string;
  readonly actor?: string;
  readonly events: readonly SpecEvent[];
  /** The spec after these events. */
  readonly spec: ActiveSpec;
}

export interface JudgedMoment {
  readonly at: string;
  readonly actor?: string;
  /** The commit at that moment. */
  readonly commit?: string;
  readonly meaning?: StatusMeaning;
}

export interface HistoryOf {
  readonly labels: Labels;
  readonly title: string;
  /** Fields without the status and those that depend on it. */
  readonly frontmatter: JsonObject;
  /** The first one is its creation. */
  readonly moments: readonly [JudgedMoment, ...JudgedMoment[]];
  /** The final status, applied at the last moment if no moment has it. */
  readonly meaning: StatusMeaning;
  readonly isArchived: boolean;
  /** The completion date in the source itself. */
  readonly completed?: CalendarDate;
  readonly supersededBy?: string;
  /** True if the moments come from the history, and are not assumed. */
  readonly isKnown: boolean;
  readonly taken: SpecTakenOver['data'];
}

/** Returns the steps that lead to a document's current state, in order; each has its own moment. */
export function importedHistory(past: HistoryOf): readonly HistoryStep[] {
  const { moments, meaning, isArchived, taken } = past;
  const [first, ...later] = moments;
  const last = moments.at(-1) ?? first;
  const begun = { ...first, meaning: first.meaning ?? (later.length === 0 ? meaning : {}) };
  const birth = created(past, begun);
  const steps = [birth];
  // Archived at creation if it was already over then.
  let spec = added(steps, birth.spec, begun, ending(past, birth.spec, begun.meaning));
  for (const moment of later) spec = added(steps, spec, moment, changed(past, spec, moment));
  const end = { at: last.at, ...(last.actor !== undefined && { actor: last.actor }) };
  spec = added(steps, spec, end, changed(past, spec, { ...end, meaning }));
  spec = added(steps, spec, end, dated(past, spec));
  if ((isArchived || meaning.isArchived === true) && !spec.labels.archived)
    spec = added(steps, spec, end, [{ type: 'SpecArchived', data: {} }]);
  added(steps, spec, end, [{ type: 'SpecTakenOver', data: taken }]);
  return steps;
}

/**
 * Returns the steps of a document since its import; the last one makes the spec match the current document, with time and actor.
 */
export function laterHistory(
  past: HistoryOf,
  begun: ActiveSpec,
  moments: readonly JudgedMoment[],
  end: Pick<JudgedMoment, 'at' | 'actor'>,
  source: SourceState,
): readonly HistoryStep[] {
  const steps: HistoryStep[] = [];
  let spec = begun;
  for (const moment of moments) spec = added(steps, spec, moment, changed(past, spec, moment));
  // In a step of its own, so that no step changes a field twice and each can be undone.
  const events = decideReimport(source, spec);
  return [...steps, { ...end, events, spec: events.reduce(evolve, spec) }];
}

/** Adds events; those of the same time and actor are merged into one step. */
function added(
  steps: HistoryStep[],
  was: ActiveSpec,
  { at, actor }: Pick<JudgedMoment, 'at' | 'actor'>,
  events: readonly SpecEvent[],
): ActiveSpec {
  if (events.length === 0) return was;
  const before = steps.at(-1);
  const spec = events.reduce(evolve, was);
  const isSame = before !== undefined && before.at === at && before.actor === actor;
  if (isSame) steps.pop();
  steps.push({
    at,
    ...(actor !== undefined && { actor }),
    events: isSame ? [...before.events, ...events] : events,
    spec,
  });
  return spec;
}

function created(past: HistoryOf, { at, actor, meaning = {} }: JudgedMoment): HistoryStep {
  const { labels, title, isKnown, completed } = past;
  const status = meaning.status ?? 'planned';
  const day = completed ?? (isKnown ? dayAt(past, at) : undefined);
  const done = status === 'complete' && day !== undefined ? { completed: day } : {};
  const frontmatter = { status, ...done, ...past.frontmatter };
  const event: SpecEvent = { type: 'SpecCreated', data: { ...labels, archived: false, title, frontmatter } };
  return { at, ...(actor !== undefined && { actor }), events: [event], spec: evolve(ABSENT, event) };
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
  // A completed document has no other outcome, unless it was superseded.
  const isOver = meaning.outcome !== undefined && meaning.outcome !== 'superseded' && from === 'complete';
  const to = meaning.status ?? (isOver ? 'planned' : from);
  const completed = {
    from: valueAt(spec.frontmatter, 'completed'),
    to: to === 'complete' && past.isKnown ? dayAt(past, at) : null,
  };
  if (from !== to)
    events.push({
      type: 'StatusChanged',
      data: { from, to, ...(completed.from !== completed.to && { completed }) },
    });
  return [...events, ...ending(past, events.reduce(evolve, spec), meaning)];
}

/** Returns the events that archive it, with a changed outcome. */
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

/** Applies the completion date in the document, which overrides that of its history. */
function dated({ completed }: HistoryOf, { frontmatter }: ActiveSpec): readonly SpecEvent[] {
  const from = valueAt(frontmatter, 'completed');
  if (completed === undefined || frontmatter['status'] !== 'complete' || from === completed) return [];
  return [{ type: 'FieldsChanged', data: { changes: { completed: { from, to: completed } } } }];
}

/** Returns the day of a moment, but not one before the document's creation. */
function dayAt({ frontmatter: { created } }: HistoryOf, at: string): CalendarDate {
  const day = at.slice(0, 10);
  return typeof created === 'string' && created > day ? created : day;
}
