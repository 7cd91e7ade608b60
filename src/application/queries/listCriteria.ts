import type { SpecView } from '../../domain/spec/specView.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { type Warning, useCase, required, text } from '../useCase.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { SpecStore } from '../../ports/specStore.js';
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
    const criteria = inFiles(specStore, folder, criterionProofs.reader()(document, records));
    const counted = criteria.filter(({ retired }) => retired === undefined);
    const done = counted.filter((one) => one.done).length;
    const unused = specStore.adoption(folder)?.unusedBoxes;
    const warnings = [
      ...projectWarnings.unfinished(),
      ...(unused === undefined ? [] : [{ code: 'ADOPTED', message: unused }]),
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

/** Returns criteria with the file and the line there of each, if another tool keeps the document of the spec. */
export function inFiles(
  specStore: SpecStore,
  folder: SpecFolder,
  criteria: readonly CriterionView[],
): readonly CriterionView[] {
  if (folder.at === undefined) return criteria;
  const place = specStore.places(folder);
  return criteria.map((one) => ({ ...one, ...place(one.line) }));
}
