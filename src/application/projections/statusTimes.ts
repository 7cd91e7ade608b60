import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { type EffectiveTimes, effectiveTimes } from '../../domain/log/records/recordOrder.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { isStatus, type Status } from '../../domain/spec/status.js';
import { type CalendarDate, dayOf, elapsedDays, instantOf } from '../../domain/value/dates.js';
import { byDates, loggedSpec, loggedSteps, type PointInTime, writtenSteps } from './pointInTime.js';

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

type State = Status | 'archived' | 'unknown' | 'gone';

/**
 * State of a spec from the end of this day (UTC) on, until the next phase; `gone` before it existed and after its deletion.
 */
export interface Phase {
  readonly day: CalendarDate;
  readonly state: State;
}

/**
 * Maximum number of records to apply when computing the states of a log with branches, in which each day must be computed
 * separately. This many take a second or two.
 */
const MOST_FOLDED = 1_000_000;

/**
 * Returns the states of a spec by day, earliest first, the same as `board --as-of`. If a log with branches needs more than
 * `MOST_FOLDED` steps, the states of later days are less exact.
 * @param records records of the spec, in the order in which they apply.
 */
export function phasesOf(spec: SpecView, records: readonly LogRecord[], specsDir: string): readonly Phase[] {
  const times = effectiveTimes(records);
  const written = [spec.created, spec.updated, spec.completed, ...writtenSteps(spec).map(({ at }) => at)];
  const days = [...[...times.values()].map(instantOf), ...written].flatMap((at) =>
    at == null ? [] : (dayOf(at) ?? []),
  );
  const stateAt =
    records.length === 0
      ? (moment: PointInTime) => stateOf(byDates(spec, moment))
      : stateFinder(records, times, specsDir);
  const phases: Phase[] = [];
  for (const day of [...new Set(days)].sort()) {
    const state = stateAt({ instant: `${day}T23:59:59.999Z` });
    if (state !== (phases.at(-1)?.state ?? 'gone')) phases.push({ day, state });
  }
  return phases;
}

/**
 * Returns a function that finds the state of a spec at a moment; call it with increasing moments. The states of the part of
 * the log before its first branch are computed once for all moments.
 */
function stateFinder(
  records: readonly LogRecord[],
  times: EffectiveTimes,
  specsDir: string,
): (moment: PointInTime) => State {
  const done: { readonly at: number; readonly state: State }[] = [];
  foldSpec(records, ({ id, at }, spec) => {
    if (at === undefined) return;
    const { labels, frontmatter } = spec.kind === 'active' ? spec : {};
    const told = isStatus(frontmatter?.['status']) ? frontmatter['status'] : 'unknown';
    const state = labels === undefined ? 'gone' : labels.archived ? 'archived' : told;
    done.push({ at: times.get(id) ?? 0, state });
  });
  const branch = records.findIndex(
    ({ parents }, i) => i > 0 && (parents.length !== 1 || parents[0] !== records[i - 1]?.id),
  );
  const beside = branch < 0 ? [] : records.slice(branch);
  const straightUntil = beside.reduce((first, { id }) => Math.min(first, times.get(id) ?? 0), Infinity);
  let [next, foldedLeft] = [0, MOST_FOLDED];
  return (moment) => {
    const end = Date.parse(moment.instant);
    while ((done[next]?.at ?? Infinity) <= end) next += 1;
    if (next === 0) return stateOf(loggedSpec(records.slice(0, 1), moment, specsDir)?.spec);
    if (end >= straightUntil && foldedLeft > 0) {
      foldedLeft -= records.length;
      return stateOf(loggedSpec(records, moment, specsDir)?.spec);
    }
    return done[next - 1]?.state ?? 'gone';
  };
}

function stateOf(spec: SpecView | undefined): State {
  return spec === undefined ? 'gone' : spec.archived ? 'archived' : (spec.status ?? 'unknown');
}
