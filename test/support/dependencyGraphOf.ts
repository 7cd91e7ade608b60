import { showDependencies } from '../../src/application/queries/showDependencies.js';
import type { UseCaseRequest } from '../../src/application/spectool.js';
import type { Services } from '../../src/application/services.js';
import type { SpecView } from '../../src/domain/spec/specView.js';
import { aCatalog } from './catalogBuilder.js';

const projectWarnings: Partial<Services['projectWarnings']> = { ifAny: () => ({}) };

/** Returns the result of `deps` for a project of these specs. */
export function graphOf(specs: readonly SpecView[], request: UseCaseRequest<'showDependencies'> = {}) {
  const services = { specCatalog: aCatalog(specs), projectWarnings } as Partial<Services> as Services;
  return showDependencies(services, request);
}
