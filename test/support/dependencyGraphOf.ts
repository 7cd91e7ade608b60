import { ProjectWarnings } from '../../src/application/queries/project/projectWarnings.js';
import {
  ShowDependencies,
  type ShowDependenciesRequest,
} from '../../src/application/queries/showDependencies.js';
import type { SpecView } from '../../src/domain/spec/specView.js';
import { aCatalog } from './catalogBuilder.js';

const nothingLeftBehind = Object.assign(Object.create(ProjectWarnings.prototype) as ProjectWarnings, {
  ifAny: () => ({}),
});

/** Returns the result of `deps` for a project of these specs. */
export function graphOf(specs: readonly SpecView[], request: ShowDependenciesRequest = {}) {
  return new ShowDependencies(aCatalog(specs), nothingLeftBehind).execute(request);
}
