/** A spec folder known by its place alone; nothing in it has been read. */
export interface SpecFolder extends Labels {
  /** Relative to the project root, `/`-separated. */
  readonly path: string;
}

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

/**
 * True for names under which no specs are looked for: hidden, a package's or git's own. Some disks pass over letters that do not
 * show, and dots and blanks at the end.
 */
export function isUnseenFolder(name: string): boolean {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}+/gu, '').replace(/[. ]+$/, '');
  return shown === '' || shown.startsWith('.') || shown === 'node_modules' || /^git~\d+$/i.test(shown);
}
