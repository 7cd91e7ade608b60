import type { Clock } from '../../ports/system.js';
import type { EventLog } from '../../ports/eventLog.js';
import { flowMetrics, type FlowMetrics } from '../projections/flowMetrics.js';
import type { ProjectWarnings } from './project/projectWarnings.js';
import { brokenSpecs } from '../changes/conflictedSpecs.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface ShowStatisticsResult extends FlowMetrics {
  /** Specs that no command shows; only where there are some. */
  readonly warnings?: readonly Warning[];
}

/** There is nothing to say. */
export type ShowStatisticsRequest = Readonly<Record<string, never>>;

/** How work flows: throughput, lead and cycle times, what ages. */
export class ShowStatistics extends UseCase<ShowStatisticsRequest, ShowStatisticsResult> {
  static readonly request: RequestSchema<ShowStatisticsRequest> = {};

  constructor(
    private readonly catalog: SpecCatalog,
    private readonly projectWarnings: ProjectWarnings,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected override async run(): Promise<ShowStatisticsResult> {
    const specs = this.catalog.all();
    const broken = specs.flatMap((spec) => (spec.broken === true ? [spec.path] : []));
    const metrics = flowMetrics(
      specs,
      (spec) => (spec.id === null ? [] : this.log.records(spec.id)),
      this.clock.now(),
    );
    return {
      ...metrics,
      ...this.projectWarnings.ifAny(brokenSpecs(broken, 'Its status counts as unknown.')),
    };
  }
}
