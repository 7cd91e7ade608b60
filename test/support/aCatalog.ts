import { SpecCatalog } from '../../src/application/specCatalog.js';
import type { SpecFolder } from '../../src/domain/naming/specFolder.js';
import type { SpecView } from '../../src/domain/spec/specView.js';

/** A catalogue of given specs; a reference is a folder name. */
export function aCatalog(specs: readonly SpecView[]): SpecCatalog {
  return Object.assign(Object.create(SpecCatalog.prototype) as SpecCatalog, {
    all: () => specs,
    find: (reference: string): SpecFolder => specs.find((spec) => spec.ref === reference)!,
  });
}
