import type { DistinctName } from '../../domain/naming/unambiguousSpecNames.js';
import { type ArchiveCounts, archiveCounts } from '../../domain/spec/archiveOutcome.js';
import { isBad } from '../../domain/proof/criterionStates.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { STATUSES, type Status } from '../../domain/spec/status.js';
import { elapsedDays } from '../../domain/value/elapsedDays.js';

/** Days without a change after which a spec in progress is stale. */
export const STALE_AFTER_DAYS = 14;

/**
 * Summary of the project's health. Specs are named as in the dependency graph, in board order. Only the counts of the archive
 * include archived specs.
 */
export interface BoardHealth extends ArchiveCounts {
  readonly total: number;
  readonly byStatus: Readonly<Record<Status, number>> & { readonly unknown?: number };
  /** Share of complete specs, 0 to 1, three decimals; 0 for an empty project. */
  readonly completionRate: number;
  readonly blocked: readonly string[];
  readonly stale: readonly string[];
  readonly oversized: readonly string[];
  /** True if some sizes in tokens are estimates, because many specs have not been counted yet. */
  readonly estimated: boolean;
  /** Specs that cannot be read or have invalid fields, and complete ones with failing criteria. */
  readonly problems: readonly string[];
}

export function boardHealth(
  specs: readonly SpecView[],
  facts: {
    /** Open dependencies of each spec, by path of the spec. */
    readonly waiting: ReadonlyMap<string, readonly string[]>;
    readonly nameOf: DistinctName;
    /** Archived specs. */
    readonly archived?: readonly SpecView[];
    /** Paths of specs above the size limit. */
    readonly sizes: { readonly above: ReadonlySet<string>; readonly estimated: boolean };
    readonly now: string;
  },
): BoardHealth {
  const count = (status: Status | null): number => specs.filter((spec) => spec.status === status).length;
  const refs = (test: (spec: SpecView) => boolean): readonly string[] => specs.filter(test).map(facts.nameOf);
  const unknown = count(null);
  const byStatus = Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as Record<
    Status,
    number
  >;
  return {
    total: specs.length,
    byStatus: unknown === 0 ? byStatus : { ...byStatus, unknown },
    completionRate: completionRate(byStatus.complete, specs.length),
    ...archiveCounts(facts.archived ?? []),
    blocked: refs((spec) => facts.waiting.has(spec.path)),
    stale: refs((spec) => isStale(spec, facts.now)),
    oversized: refs(({ path }) => facts.sizes.above.has(path)),
    estimated: facts.sizes.estimated,
    problems: refs(
      ({ problems, status, proof }) =>
        problems !== undefined || (status === 'complete' && isBad(proof?.state ?? 'proven')),
    ),
  };
}

/** Share of complete specs, 0 to 1, three decimals. */
export function completionRate(complete: number, total: number): number {
  return total === 0 ? 0 : Math.round((complete / total) * 1000) / 1000;
}

/** True if the spec is in progress and has not changed for `STALE_AFTER_DAYS`. */
export function isStale(spec: SpecView, now: string): boolean {
  if (spec.status !== 'in-progress') return false;
  const last = lastChange(spec);
  return last !== null && (elapsedDays(last, now) ?? 0) >= STALE_AFTER_DAYS;
}

function lastChange({ updated, created }: SpecView): string | null {
  return updated ?? created;
}
