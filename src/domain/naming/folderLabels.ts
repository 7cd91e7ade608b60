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
