import type { RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';
import type { DriftedSpec } from './drift.js';

export type FindDriftRequest = Readonly<Record<string, never>>;

export interface FindDriftResult {
  /** By number. */
  readonly drifted: readonly DriftedSpec[];
}

/** Finds planned and complete specs whose code commits have changed since. */
export class FindDrift extends UseCase<FindDriftRequest, FindDriftResult> {
  static readonly request: RequestSchema<FindDriftRequest> = {};

  protected override async run(): Promise<FindDriftResult> {
    return { drifted: this.use.drift.ofAll(this.use.specCatalog.undated()) };
  }
}
