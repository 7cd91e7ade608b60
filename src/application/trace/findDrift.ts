import type { RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import { UseCase } from '../useCase.js';
import type { Drift, DriftedSpec } from './drift.js';

export type FindDriftRequest = Readonly<Record<string, never>>;

export interface FindDriftResult {
  /** By number. */
  readonly drifted: readonly DriftedSpec[];
}

/** Finds planned and complete specs whose code commits have changed since. */
export class FindDrift extends UseCase<FindDriftRequest, FindDriftResult> {
  static readonly request: RequestSchema<FindDriftRequest> = {};

  constructor(
    private readonly catalog: SpecCatalog,
    private readonly drift: Drift,
  ) {
    super();
  }

  protected override async run(): Promise<FindDriftResult> {
    return { drifted: this.drift.ofAll(this.catalog.undated()) };
  }
}
