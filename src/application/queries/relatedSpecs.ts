import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { titleOf } from '../../domain/document/title.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import type { SpecStore } from '../../ports/specStore.js';

const FROM_BEST = 5;
const MOST = 5;

/** Specs that the best of `found` depend on or name as related and that were not found themselves, most named first. */
export function relatedSpecs(found: readonly SpecView[], store: SpecStore): readonly SpecView[] {
  const names = new Map<string, number>();
  for (const { dependsOn, related } of found.slice(0, FROM_BEST)) {
    for (const name of new Set([...dependsOn, ...related])) names.set(name, (names.get(name) ?? 0) + 1);
  }
  if (names.size === 0) return [];
  const here = new Set(found.map(({ path }) => path));
  const folders = store.folders().filter(({ path }) => !here.has(path));
  return [...names]
    .sort((a, b) => b[1] - a[1])
    .flatMap(([name]) => folders.find((folder) => isCalled(folder, name)) ?? [])
    .slice(0, MOST)
    .flatMap((folder) => viewOf(folder, store));
}

function isCalled(folder: SpecFolder, name: string): boolean {
  return (
    folder.ref === name || folder.name === name || (/^\d+$/.test(name) && folder.sequence === Number(name))
  );
}

function viewOf(folder: SpecFolder, store: SpecStore): readonly SpecView[] {
  try {
    const document = store.open(folder);
    const { frontmatter, problem } = document;
    const title = titleOf(document, folder.name);
    return [toSpecView({ folder, frontmatter, title, ...(problem && { problem }) })];
  } catch (error) {
    if (error instanceof SpectoolError) return [];
    throw error;
  }
}
