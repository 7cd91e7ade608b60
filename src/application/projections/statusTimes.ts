import type { LoggedTimes } from '../../domain/log/logSummary.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { dayOf, elapsedDays, instantOf } from '../../domain/value/dates.js';

import { type Status, isStatus } from '../../domain/fields/statusAndPriority.js';
import { isJsonObject, type JsonValue } from '../../domain/value/jsonValue.js';

/** The times at which a spec was created, begun and completed, if known. */
interface Timeline {
  readonly created: string | undefined;
  readonly started: string | undefined;
  readonly completed: string | undefined;
}

/** Returns the times from the log, else from the dates in the document. */
export function timeline(spec: SpecView, logged: LoggedTimes): Timeline {
  const steps = [...writtenSteps(spec), ...loggedSteps(logged)];
  const field = (name: string): string | undefined => {
    const value = Object.hasOwn(spec.fields, name) ? spec.fields[name] : undefined;
    return typeof value === 'string' && dayOf(value) !== undefined ? value : undefined;
  };
  return {
    created: logged.born ?? field('created_at') ?? spec.created ?? undefined,
    started: steps.find((step) => step.status === 'in-progress')?.at,
    completed:
      steps.findLast((step) => step.status === 'complete')?.at ??
      field('completed_at') ??
      spec.completed ??
      undefined,
  };
}

/** Returns the days from creation to completion; undefined if unknown. */
export function leadTime({ created, completed }: Timeline): number | undefined {
  return between(created, completed);
}

/** Returns the days from start to completion; undefined if unknown. */
export function cycleTime({ started, completed }: Timeline): number | undefined {
  return between(started, completed);
}

function between(from: string | undefined, to: string | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : elapsedDays(from, to);
}

/** A change of status, from the log or the document. */
export interface StatusStep {
  readonly status: Status;
  /** Day or timestamp. */
  readonly at: string;
}

/** Returns the time since which the spec has its status, taken from `steps` or the dates of the spec; null if unknown. */
export function stateSince(spec: SpecView, steps: readonly StatusStep[]): string | null {
  const last = steps.findLast((step) => step.status === spec.status);
  switch (spec.status) {
    case 'planned':
      return last?.at ?? spec.created ?? spec.updated;
    case 'in-progress':
      return last?.at ?? spec.updated ?? spec.created;
    case 'complete':
      // The time of a later edit does not show the day of completion, so an unknown day stays unknown.
      return last?.at ?? spec.completed ?? null;
    case null:
      return spec.updated ?? spec.created;
  }
}

/** Returns the status changes in a log, in its order. */
export function loggedSteps({ steps = [] }: LoggedTimes): readonly StatusStep[] {
  return steps.map(([status, at]) => ({ status, at: instantOf(at) }));
}

/** Returns the status changes listed in the field `transitions` (`status`, `at`) of an imported document, oldest first. */
export function writtenSteps(spec: SpecView): readonly StatusStep[] {
  const written = Object.hasOwn(spec.fields, 'transitions') ? spec.fields['transitions'] : undefined;
  if (!Array.isArray(written)) return [];
  return (written as readonly JsonValue[])
    .flatMap((step) => {
      const { status, at } = isJsonObject(step) ? step : {};
      return isStatus(status) && typeof at === 'string' && !Number.isNaN(Date.parse(at))
        ? [{ status, at }]
        : [];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
