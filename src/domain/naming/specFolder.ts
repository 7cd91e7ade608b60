/** A spec folder known only by its path; nothing in it has been read. */
export interface SpecFolder extends Labels {
  /** Relative to the project root, `/`-separated. */
  readonly path: string;
}

/** The parts of a spec's path; labels may change, unlike its id. */
export interface Labels {
  readonly sequence: number | null;
  readonly name: string;
  /** Folder name, `005-user-login`. */
  readonly ref: string;
  /** The group, `/`-separated; absent if specs have no groups. */
  readonly group?: string;
  readonly archived: boolean;
}

/** The folder for archived specs in the specs folder. */
export const ARCHIVE_FOLDER = 'archived';

/** Returns the path of a spec's folder, relative to the project root, `/`-separated. */
export function specPath(specsDir: string, labels: Pick<Labels, 'ref' | 'group' | 'archived'>): string {
  return [specsDir, labels.archived ? ARCHIVE_FOLDER : '', labels.group ?? '', labels.ref]
    .filter((part) => part !== '')
    .join('/');
}

/** Returns the labels of a folder, without its path. */
export function labelsOf({ sequence, name, ref, group, archived }: SpecFolder): Labels {
  return { sequence, name, ref, ...(group !== undefined && { group }), archived };
}

/** Returns the folder with these labels. */
export function folderAt(specsDir: string, labels: Labels): SpecFolder {
  return { ...labels, path: specPath(specsDir, labels) };
}

/** Returns the paths of a spec's group folders, innermost first, and of the archive. */
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
 * True for names under which specs are not searched: hidden folders, `node_modules`, or git's own. Some disks ignore invisible
 * characters, and dots and spaces at the end.
 */
export function isUnseenFolder(name: string): boolean {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}+/gu, '').replace(/[. ]+$/, '');
  return shown === '' || shown.startsWith('.') || shown === 'node_modules' || /^git~\d+$/i.test(shown);
}
