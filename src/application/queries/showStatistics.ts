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
  /** Warnings about the project, such as specs that could not be read; absent if there are none. */
  readonly warnings?: readonly Warning[];
}

/** A request without fields. */
export type ShowStatisticsRequest = Readonly<Record<string, never>>;

/** Shows flow metrics: throughput, lead and cycle times, age of work in progress. */
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
      ...this.projectWarnings.ifAny(
        brokenSpecs(broken, 'The status of specs that cannot be read counts as unknown.'),
      ),
    };
  }
}
