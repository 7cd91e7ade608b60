import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { type EffectiveTimes, effectiveTimes } from '../../domain/log/records/recordOrder.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { isStatus, type Status } from '../../domain/spec/status.js';
import { type CalendarDate, dayOf } from '../../domain/value/calendarDate.js';
import { instantOf } from '../../domain/value/timestamp.js';
import type { PointInTime } from '../queries/parsePointInTime.js';
import { byDates, loggedSpec } from './projectAsOf.js';
import { writtenSteps } from './statusSince.js';

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
