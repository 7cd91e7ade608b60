import type { LogEnd } from '../../domain/log/logSummary.js';
import { type ArchiveCounts, archiveCounts } from '../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { type Status, STATUSES } from '../../domain/fields/statusAndPriority.js';
import { dayOf, isoWeek, weeksBetween } from '../../domain/value/dates.js';
import { brokenSpecs } from '../changes/brokenAndDuplicateSpecs.js';
import { packingNotes } from '../commands/project/compactLog.js';
import { cycleTime, leadTime, timeline } from '../projections/statusTimes.js';
import { type Warning, useCase } from '../useCase.js';

export interface Spread {
  readonly p50: number | null;
  readonly p85: number | null;
}

/** Metrics of the flow of work. */
interface FlowMetrics extends ArchiveCounts {
  readonly byStatus: Readonly<Record<Status, number>> & { readonly unknown?: number };
  /** Completed specs for every week since the first completion, including empty weeks; at most one year. */
  readonly throughput: readonly { readonly week: string; readonly completed: number }[];
  /** Days from creation to completion. */
  readonly leadTimeDays: Spread;
  /** Days from start to completion. */
  readonly cycleTimeDays: Spread;
  /** Number of specs that were forced to complete with open criteria. */
  readonly completedByForce: number;
}

const WEEKS_KEPT = 53;

/**
 * Computes metrics from the log, else from dates in the documents. Complete specs count even if archived; planned and
 * in-progress ones only if active.
 */
export function flowMetrics(
  specs: readonly SpecView[],
  endOf: (spec: SpecView) => Partial<LogEnd>,
  now: string,
): FlowMetrics {
  const active = specs.filter((spec) => !spec.archived);
  const done = specs
    .filter((spec) => spec.status === 'complete')
    .map((spec) => timeline(spec, endOf(spec)))
    .filter((times) => times.completed !== undefined && (dayOf(times.completed) ?? '') <= now.slice(0, 10));
  const unknown = active.filter((spec) => spec.status === null).length;
  const byStatus = Object.fromEntries(
    STATUSES.map((status) => [status, active.filter((spec) => spec.status === status).length]),
  ) as Record<Status, number>;
  return {
    byStatus: unknown === 0 ? byStatus : { ...byStatus, unknown },
    ...archiveCounts(specs.filter(({ archived }) => archived)),
    throughput: throughput(
      done.map((times) => times.completed ?? now),
      now,
    ),
    leadTimeDays: spread(done.map(leadTime)),
    cycleTimeDays: spread(done.map(cycleTime)),
    completedByForce: specs.filter((spec) => spec.status === 'complete' && endOf(spec).forced !== undefined)
      .length,
  };
}

function throughput(completions: readonly string[], now: string): FlowMetrics['throughput'] {
  const days = completions.map((at) => dayOf(at) ?? now.slice(0, 10)).sort();
  const first = days[0];
  if (first === undefined) return [];
  const counts = new Map<string, number>();
  for (const day of days) counts.set(isoWeek(day), (counts.get(isoWeek(day)) ?? 0) + 1);
  return weeksBetween(first, now.slice(0, 10), WEEKS_KEPT).map((week) => ({
    week,
    completed: counts.get(week) ?? 0,
  }));
}

function spread(days: readonly (number | undefined)[]): Spread {
  const known = days.filter((value) => value !== undefined);
  const rounded = (share: number): number | null => {
    const value = percentile(known, share);
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  return { p50: rounded(0.5), p85: rounded(0.85) };
}

/** Nearest-rank percentile (`share` from 0 to 1): always an element of `values`. Undefined for an empty list. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export interface ShowStatisticsResult extends FlowMetrics {
  /** Warnings about the project, such as specs that could not be read; absent if there are none. */
  readonly warnings?: readonly Warning[];
}

/** Shows flow metrics: throughput, lead and cycle times. */
export const showStatistics = useCase({}, (use): ShowStatisticsResult => {
  const summaries = use.specCatalog.summaries();
  const ends = use.specCatalog.ends(summaries);
  const specs = use.specCatalog.views(summaries, ends);
  const broken = specs.flatMap((spec) => (spec.broken === true ? [spec.path] : []));
  return {
    ...flowMetrics(specs, ({ id }) => ends.get(id ?? '') ?? {}, use.clock.now()),
    ...use.projectWarnings.ifAny([
      ...brokenSpecs(broken, 'The status of specs that cannot be read counts as unknown.'),
      ...packingNotes(ends.values()),
    ]),
  };
});
