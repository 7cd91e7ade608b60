import type { SpecView } from '../../domain/spec/specView.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { type Warning, useCase, required, text } from '../useCase.js';
import { brokenSpec } from '../changes/brokenAndDuplicateSpecs.js';
import { reservedId } from '../changes/specLogs.js';

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

/** Lists the criteria of a spec, with the actor, time and proof of each tick. */
export const listCriteria = useCase(
  { spec: required(text) },
  (
    { specCatalog, specStore, criterionProofs, eventLog, projectWarnings },
    { spec: named },
  ): ListCriteriaResult => {
    const folder = specCatalog.find(named);
    const document = specStore.open(folder);
    const path = specStore.documentPath(folder);
    if (document.problem !== undefined && document.text === '') throw brokenSpec(path, document.problem);
    const view = specCatalog.viewOf(folder, document);
    const [spec = view] = criterionProofs.shown([view]);
    const records =
      spec.id === null || reservedId(document.frontmatter) !== undefined ? [] : eventLog.records(spec.id);
    const place = specStore.places(folder);
    const criteria = criterionProofs
      .reader()(document, records)
      .map((one) => ({ ...one, ...place(one.line) }));
    const counted = criteria.filter(({ retired }) => retired === undefined);
    const done = counted.filter((one) => one.done).length;
    const warnings = [
      ...projectWarnings.unfinished(),
      ...(document.remark === undefined ? [] : [{ code: 'ADOPTED', message: document.remark }]),
    ];
    return {
      spec,
      path,
      criteria,
      done,
      total: counted.length,
      ...(warnings.length > 0 && { warnings }),
    };
  },
);
