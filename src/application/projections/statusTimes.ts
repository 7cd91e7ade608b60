import type { LogRecord } from '../../domain/log/records/record.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { dayOf, elapsedDays } from '../../domain/value/dates.js';
import { loggedSteps, writtenSteps } from './pointInTime.js';

/** The times at which a spec was created, begun and completed, if known. */
interface Timeline {
  readonly created: string | undefined;
  readonly started: string | undefined;
  readonly completed: string | undefined;
}

/** Returns the times from the log, else from the dates in the document. */
export function timeline(spec: SpecView, records: readonly LogRecord[]): Timeline {
  const logged = loggedSteps(records);
  const steps = [...writtenSteps(spec), ...logged];
  const birth = records.find((record) => record.events.some((event) => event.type === 'SpecCreated'))?.at;
  const field = (name: string): string | undefined => {
    const value = Object.hasOwn(spec.fields, name) ? spec.fields[name] : undefined;
    return typeof value === 'string' && dayOf(value) !== undefined ? value : undefined;
  };
  return {
    created: birth ?? field('created_at') ?? spec.created ?? undefined,
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
