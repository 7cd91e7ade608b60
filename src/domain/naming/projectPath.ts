import { isMarkdown } from '../document/documentText.js';
import { SpectoolError } from '../errors/spectoolError.js';

/** The folder of a spec, described by its path alone, without reading its files. */
export interface SpecFolder extends Labels {
  /** Relative to the project root, `/`-separated. */
  readonly path: string;
}

/** The parts of a spec's path. Unlike the spec's id, they may change. */
export interface Labels {
  readonly sequence: number | null;
  readonly name: string;
  /** The folder name: `005-user-login`. */
  readonly ref: string;
  /** The group folders, separated by `/`; absent if the spec is not in a group. */
  readonly group?: string;
  readonly archived: boolean;
  /** The project path of a spec whose documents stay where another tool keeps them; absent for a spec in the specs folder. */
  readonly at?: string;
}

/** The name of the folder for archived specs, which is in the specs folder. */
export const ARCHIVE_FOLDER = 'archived';

/** Returns the project path of a spec's folder: relative to the project's root, `/`-separated. */
export function specPath(
  specsDir: string,
  labels: Pick<Labels, 'ref' | 'group' | 'archived' | 'at'>,
): string {
  if (labels.at !== undefined) return labels.at;
  return [specsDir, labels.archived ? ARCHIVE_FOLDER : '', labels.group ?? '', labels.ref]
    .filter((part) => part !== '')
    .join('/');
}

/** Returns the labels of a spec's folder, without its path. */
export function labelsOf({ sequence, name, ref, group, archived, at }: SpecFolder): Labels {
  return {
    ...{ sequence, name, ref, archived },
    ...(group !== undefined && { group }),
    ...(at !== undefined && { at }),
  };
}

/** Returns a spec folder: these labels, and the project path that follows from them. */
export function folderAt(specsDir: string, labels: Labels): SpecFolder {
  return { ...labels, path: specPath(specsDir, labels) };
}

/**
 * Returns the project paths of the folders above a spec's folder in the specs folder, innermost first: groups and the archive.
 */
export function groupPlaces({
  path,
  group,
  archived,
  at,
}: Pick<SpecFolder, 'path' | 'group' | 'archived' | 'at'>): readonly string[] {
  if (at !== undefined) return [];
  const parts = path.split('/').slice(0, -1);
  const levels = (group === undefined ? 0 : group.split('/').length) + (archived ? 1 : 0);
  return Array.from({ length: levels }, (_, i) => parts.slice(0, parts.length - i).join('/'));
}

/**
 * True for names in a project path that are folders in which specs are not searched: hidden folders, `node_modules`, and `git~1`,
 * a name of `.git` on Windows. Invisible characters, and dots and spaces at the end, are ignored, as on some disks.
 */
export function isUnseenFolder(name: string): boolean {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}+/gu, '').replace(/[. ]+$/, '');
  return shown === '' || shown.startsWith('.') || shown === 'node_modules' || /^git~\d+$/i.test(shown);
}

/**
 * A path relative to the project's root: separated by `/`, without leading or trailing `/`, without `.` and `..`; `''` is the
 * root. Only such paths are passed to the file system.
 */
type ProjectPath = string;

/** Matches a path with an empty part, `.`, `..`, or a zero byte. */
const NO_PLACE = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

/** True if `path` is a valid path inside the project, judged by its text alone; symbolic links are checked elsewhere. */
export function isProjectPath(path: string): path is ProjectPath {
  return path === '' || !NO_PLACE.test(path);
}

/**
 * Checks a path before it is used.
 * @throws SpectoolError `OUTSIDE_PROJECT` if the path is not a {@link ProjectPath}.
 */
export function assertProjectPath(path: string): void {
  if (!isProjectPath(path)) throw outsideProject(path);
}

/** Returns the error for a path that leads outside the project, by its text or through a symbolic link. */
export function outsideProject(path: string): SpectoolError {
  return new SpectoolError('OUTSIDE_PROJECT', `${path} leads outside the project.`, {
    hint: 'Only files inside the project can be read or written; use a path below its root.',
    details: { path },
  });
}

/** Returns the folder of a path: `a` for `a/b`, `''` for `a`. */
export function parentOf(path: ProjectPath): ProjectPath {
  const cut = path.lastIndexOf('/');
  return cut === -1 ? '' : path.slice(0, cut);
}

/** Joins a folder and a name: `a` and `b` give `a/b`; `''` and `b` give `b`. */
export function childOf(path: ProjectPath, name: string): ProjectPath {
  return path === '' ? name : `${path}/${name}`;
}

/** Returns all folders above a path, outermost first: `a` and `a/b` for `a/b/c`. */
export function foldersAbove(path: ProjectPath): readonly ProjectPath[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, depth) => names.slice(0, depth + 1).join('/'));
}

/**
 * Converts a path that a user gave, relative to a working folder, to a path relative to the project's root. For a file outside
 * the project, the result begins with `../`.
 * @param workingDirectory the working folder, relative to the root.
 */
export function pathFromRoot(workingDirectory: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${workingDirectory}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/** Returns the rest of an absolute path below the project's root; undefined for any other path. */
export function belowRoot(root: string, path: string): string | undefined {
  const base = `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return path.startsWith(base) ? path.slice(base.length) : undefined;
}

/** Converts a path that a user gave, absolute or relative to the working folder, like `pathFromRoot`. */
export function typedPath(
  path: string,
  { root, workingDirectory }: { readonly root: string; readonly workingDirectory: string },
): string {
  const below = belowRoot(root, path);
  if (below !== undefined) return pathFromRoot('', below);
  return pathFromRoot(/^(?:[/\\]|[a-z]:)/i.test(path) ? '..' : workingDirectory, path);
}

/** Returns the last name in a path: `b` of `a/b`. */
export function lastNameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Normalizes a folder in the configuration: `./specs/` becomes `specs`. */
export function plainFolder(value: string): string {
  return value.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
}

/** Returns the name of a folder, or of a file without its Markdown extension. */
export function nameIn(path: string): string {
  return lastNameIn(path).replace(/\.(?:md|markdown)$/i, '');
}

/**
 * Returns the project path of a file of a spec. If the spec is a file itself, the names of its files are relative to the folder of
 * that file.
 */
export function fileInSpec(
  { path, at, adopted }: Pick<SpecFolder, 'path' | 'at'> & { readonly adopted?: true },
  name: string,
): string {
  return (adopted ?? at) !== undefined && isMarkdown(path)
    ? pathFromRoot(parentOf(path), name)
    : `${path}/${name}`;
}
