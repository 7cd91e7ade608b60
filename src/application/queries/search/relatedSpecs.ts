import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { referenceIndex } from '../../../domain/naming/referenceIndex.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import type { SpecCatalog } from '../../specCatalog.js';

const FROM_BEST = 5;
const MOST = 5;

/** Returns the specs that the best specs of `found` refer to and that are not in `found`, most referenced first. */
export function relatedSpecs(found: readonly SpecView[], catalog: SpecCatalog): readonly SpecView[] {
  const names = new Map<string, number>();
  for (const { dependsOn, related } of found.slice(0, FROM_BEST)) {
    for (const name of new Set([...dependsOn, ...related])) names.set(name, (names.get(name) ?? 0) + 1);
  }
  if (names.size === 0) return [];
  const here = new Set(found.map(({ path }) => path));
  const find = referenceIndex(catalog.folders());
  const named = [...names].sort((a, b) => b[1] - a[1]).flatMap(([name]) => find(name) ?? []);
  return [...new Set(named)]
    .filter(({ path }) => !here.has(path))
    .slice(0, MOST)
    .flatMap((folder) => viewOf(folder, catalog));
}

function viewOf(folder: SpecFolder, catalog: SpecCatalog): readonly SpecView[] {
  try {
    return [catalog.viewOf(folder)];
  } catch (error) {
    if (error instanceof SpectoolError) return [];
    throw error;
  }
}
