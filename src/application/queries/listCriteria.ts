import type { CriterionView } from '../../domain/log/criteriaViews.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { brokenSpec } from '../changes/conflictedSpecs.js';
import { reservedId } from '../changes/specLogFinder.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import type { Warning } from '../warning.js';
import { UseCase } from '../useCase.js';

export interface ListCriteriaRequest {
  readonly spec: string;
}

export interface ListCriteriaResult {
  readonly spec: SpecView;
  /** Path of the document with the criteria. */
  readonly path: string;
  readonly criteria: readonly CriterionView[];
  readonly done: number;
  readonly total: number;
  /** Warnings, for example that a change was interrupted and the criteria may be half-written. */
  readonly warnings?: readonly Warning[];
}

/** Lists the criteria of a spec, each with who ticked it, when, and on what proof. */
export class ListCriteria extends UseCase<ListCriteriaRequest, ListCriteriaResult> {
  static readonly request: RequestSchema<ListCriteriaRequest> = { spec: required(text) };

  protected override async run({ spec: named }: ListCriteriaRequest): Promise<ListCriteriaResult> {
    const folder = this.use.specCatalog.find(named);
    const document = this.use.specStore.open(folder);
    const path = this.use.specStore.documentPath(folder);
    if (document.problem !== undefined && document.text === '') throw brokenSpec(path, document.problem);
    const view = this.use.specCatalog.viewOf(folder, document);
    const [spec = view] = this.use.criterionProofs.shown([view]);
    const records =
      spec.id === null || reservedId(document.frontmatter) !== undefined
        ? []
        : this.use.eventLog.records(spec.id);
    const criteria = this.use.criterionProofs.reader()(document, records);
    const counted = criteria.filter(({ retired }) => retired === undefined);
    const done = counted.filter((one) => one.done).length;
    const warnings = this.use.projectWarnings.unfinished();
    return {
      spec,
      path,
      criteria,
      done,
      total: counted.length,
      ...(warnings.length > 0 && { warnings }),
    };
  }
}
