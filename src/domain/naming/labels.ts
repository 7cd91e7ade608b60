import type { Labels } from '../spec/events.js';

/** Folder for archived specs inside the specs directory. */
export const ARCHIVE_FOLDER = 'archived';

/** Path of a spec's folder, relative to the project root, `/`-separated. */
export function specPath(specsDir: string, labels: Pick<Labels, 'ref' | 'group' | 'archived'>): string {
  return [specsDir, labels.archived ? ARCHIVE_FOLDER : '', labels.group ?? '', labels.ref]
    .filter((part) => part !== '')
    .join('/');
}
