import { text, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import { UseCase } from '../useCase.js';
import type { Overlap, Overlaps } from './overlaps.js';

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

  constructor(
    private readonly catalog: SpecCatalog,
    private readonly overlaps: Overlaps,
  ) {
    super();
  }

  protected override async run({ spec }: FindOverlapsRequest): Promise<FindOverlapsResult> {
    const all = this.catalog.undated();
    const asked = spec === undefined ? undefined : this.catalog.find(spec).path;
    const own = all.filter(({ path, status, archived }) =>
      asked === undefined ? status === 'in-progress' && !archived : path === asked,
    );
    return { overlaps: this.overlaps.find(own, () => all) };
  }
}
