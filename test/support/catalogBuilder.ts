import { SpecCatalog } from '../../src/application/specCatalog.js';
import type { SpecFolder } from '../../src/domain/naming/projectPath.js';
import type { SpecView } from '../../src/domain/spec/specView.js';

/** Returns a catalog of these specs, in which a spec is found only by its folder name. */
export function aCatalog(specs: readonly SpecView[]): SpecCatalog {
  return Object.assign(Object.create(SpecCatalog.prototype) as SpecCatalog, {
    all: () => specs,
    find: (reference: string): SpecFolder => specs.find((spec) => spec.ref === reference)!,
  });
}
