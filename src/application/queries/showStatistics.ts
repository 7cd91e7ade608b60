import type { Clock } from '../../ports/clock.js';
import type { EventLog } from '../../ports/eventLog.js';
import { flowMetrics, type FlowMetrics } from '../projections/flowMetrics.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Needs } from '../services.js';
import type { RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export type ShowStatisticsResult = FlowMetrics;

/** There is nothing to say. */
export type ShowStatisticsRequest = Readonly<Record<string, never>>;

/** How work flows: throughput, lead and cycle times, what ages. */
export class ShowStatistics extends UseCase<ShowStatisticsRequest, ShowStatisticsResult> {
  static readonly needs = ['specCatalog', 'eventLog', 'clock'] as const;
  static readonly request: RequestSchema<ShowStatisticsRequest> = {};
  readonly #catalog: SpecCatalog;
  readonly #log: EventLog;
  readonly #clock: Clock;

  constructor(services: Needs<typeof ShowStatistics>) {
    super();
    this.#catalog = services.specCatalog;
    this.#log = services.eventLog;
    this.#clock = services.clock;
  }

  protected override async run(): Promise<ShowStatisticsResult> {
    return flowMetrics(
      this.#catalog.all(),
      (spec) => (spec.id === null ? [] : this.#log.records(spec.id)),
      this.#clock.now(),
    );
  }
}
