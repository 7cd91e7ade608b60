import { specPath } from './labels.js';
import type { SpecFolder } from './specFolder.js';
import type { Labels } from './labels.js';

/** The labels of a folder, without its path. */
export function labelsOf({ sequence, name, ref, group, archived }: SpecFolder): Labels {
  return { sequence, name, ref, ...(group !== undefined && { group }), archived };
}

/** The folder labels stand for. */
export function folderAt(specsDir: string, labels: Labels): SpecFolder {
  return { ...labels, path: specPath(specsDir, labels) };
}

/** Paths of the group folders a spec stands in, the innermost first, and of the archive. */
export function groupPlaces({
  path,
  group,
  archived,
}: Pick<SpecFolder, 'path' | 'group' | 'archived'>): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  const levels = (group === undefined ? 0 : group.split('/').length) + (archived ? 1 : 0);
  return Array.from({ length: levels }, (_, i) => parts.slice(0, parts.length - i).join('/'));
}
