/** The folder of a spec, described by its path alone, without reading its files. */
export interface SpecFolder extends Labels {
  /** Relative to the project root, `/`-separated. */
  readonly path: string;
}

/** The parts of a spec's path. They may change, unlike the spec's id. */
export interface Labels {
  readonly sequence: number | null;
  readonly name: string;
  /** The folder name: `005-user-login`. */
  readonly ref: string;
  /** The group folders, separated by `/`; absent if the spec is not in a group. */
  readonly group?: string;
  readonly archived: boolean;
}

/** The name of the folder for archived specs, which is in the specs folder. */
export const ARCHIVE_FOLDER = 'archived';

/** Returns the path of a spec's folder, relative to the project root, `/`-separated. */
export function specPath(specsDir: string, labels: Pick<Labels, 'ref' | 'group' | 'archived'>): string {
  return [specsDir, labels.archived ? ARCHIVE_FOLDER : '', labels.group ?? '', labels.ref]
    .filter((part) => part !== '')
    .join('/');
}

/** Returns the labels of a spec's folder, without its path. */
export function labelsOf({ sequence, name, ref, group, archived }: SpecFolder): Labels {
  return { sequence, name, ref, ...(group !== undefined && { group }), archived };
}

/** Returns the spec folder that has these labels. */
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
 * True for names of folders in which specs are not searched: hidden folders, `node_modules` and git's own. Invisible characters,
 * and dots and spaces at the end, are removed first, because some disks ignore them.
 */
export function isUnseenFolder(name: string): boolean {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}+/gu, '').replace(/[. ]+$/, '');
  return shown === '' || shown.startsWith('.') || shown === 'node_modules' || /^git~\d+$/i.test(shown);
}
