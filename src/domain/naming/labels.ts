/** Where a spec stands in the tree; labels, never identity. */
export interface Labels {
  readonly sequence: number | null;
  readonly name: string;
  /** Folder name, `005-user-login`. */
  readonly ref: string;
  /** Sub-folder of a custom pattern, `/`-separated; absent in a flat tree. */
  readonly group?: string;
  readonly archived: boolean;
}

/** Folder for archived specs inside the specs directory. */
export const ARCHIVE_FOLDER = 'archived';

/** Path of a spec's folder, relative to the project root, `/`-separated. */
export function specPath(specsDir: string, labels: Pick<Labels, 'ref' | 'group' | 'archived'>): string {
  return [specsDir, labels.archived ? ARCHIVE_FOLDER : '', labels.group ?? '', labels.ref]
    .filter((part) => part !== '')
    .join('/');
}
