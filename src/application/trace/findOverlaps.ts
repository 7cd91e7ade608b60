import { text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';
import type { Overlap } from './overlaps.js';

export interface FindOverlapsRequest {
  /** Look for this spec only; by default for all specs in progress. */
  readonly spec?: string | undefined;
}

export interface FindOverlapsResult {
  readonly overlaps: readonly Overlap[];
}

/** Finds specs in progress on whose files others work: here, in other worktrees and on other branches of the clone. */
export class FindOverlaps extends UseCase<FindOverlapsRequest, FindOverlapsResult> {
  static readonly request: RequestSchema<FindOverlapsRequest> = { spec: text };

  protected override async run({ spec }: FindOverlapsRequest): Promise<FindOverlapsResult> {
    const all = this.use.specCatalog.undated();
    const asked = spec === undefined ? undefined : this.use.specCatalog.find(spec).path;
    const own = all.filter(({ path, status, archived }) =>
      asked === undefined ? status === 'in-progress' && !archived : path === asked,
    );
    return { overlaps: this.use.overlaps.find(own, () => all) };
  }
}
