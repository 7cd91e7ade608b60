import { LeftBehind } from '../../src/application/queries/leftBehind.js';
import {
  ShowDependencies,
  type ShowDependenciesRequest,
} from '../../src/application/queries/showDependencies.js';
import type { SpecView } from '../../src/domain/spec/specView.js';
import { aCatalog } from './aCatalog.js';

const nothingLeftBehind = Object.assign(Object.create(LeftBehind.prototype) as LeftBehind, {
  elsewhereIfAny: () => ({}),
});

/** What `deps` answers about a tree of these specs. */
export function graphOf(specs: readonly SpecView[], request: ShowDependenciesRequest = {}) {
  return new ShowDependencies({ specCatalog: aCatalog(specs), leftBehind: nothingLeftBehind }).execute(
    request,
  );
}
