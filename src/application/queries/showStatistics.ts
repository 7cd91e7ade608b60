import { packingNotes } from '../validation/packingNotes.js';
import { flowMetrics, type FlowMetrics } from '../projections/flowMetrics.js';
import { brokenSpecs } from '../changes/conflictedSpecs.js';
import { PROOF_STATES, type ProofCounts } from '../../domain/proof/criterionStates.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Warning } from '../warning.js';
import type { RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface ShowStatisticsResult extends FlowMetrics {
  /** How many criteria of active specs are in each state; present if a test report was recorded. */
  readonly proof?: ProofCounts;
  /** Warnings about the project, such as specs that could not be read; absent if there are none. */
  readonly warnings?: readonly Warning[];
}

/** A request without fields. */
export type ShowStatisticsRequest = Readonly<Record<string, never>>;

/** Shows flow metrics: throughput, lead and cycle times, age of work in progress. */
export class ShowStatistics extends UseCase<ShowStatisticsRequest, ShowStatisticsResult> {
  static readonly request: RequestSchema<ShowStatisticsRequest> = {};

  protected override async run(): Promise<ShowStatisticsResult> {
    const specs = this.use.specCatalog.all();
    const broken = specs.flatMap((spec) => (spec.broken === true ? [spec.path] : []));
    const metrics = flowMetrics(
      specs,
      (spec) => (spec.id === null ? [] : this.use.eventLog.records(spec.id)),
      this.use.clock.now(),
    );
    return {
      ...metrics,
      ...this.#proof(specs.filter(({ archived }) => !archived)),
      ...this.use.projectWarnings.ifAny([
        ...brokenSpecs(broken, 'The status of specs that cannot be read counts as unknown.'),
        ...packingNotes(this.use.eventLog.ends?.(specs.flatMap(({ id }) => id ?? [])).values() ?? []),
      ]),
    };
  }

  #proof(specs: readonly SpecView[]): Pick<ShowStatisticsResult, 'proof'> {
    if (this.use.criterionProofs.proved(specs).length === 0) return {};
    const all = this.use.criterionProofs
      .withProof(specs)
      .flatMap(({ proof }) => (proof === undefined ? [] : [proof.counts]));
    const counts = PROOF_STATES.map(
      (state) => [state, all.reduce((sum, one) => sum + (one[state] ?? 0), 0)] as const,
    );
    return { proof: Object.fromEntries(counts.filter(([, count]) => count > 0)) };
  }
}
