import { SpectoolError } from '../errors/spectoolError.js';

/**
 * A path relative to the project's root: separated by `/`, without leading or trailing `/`, without `.` and `..`; `''` is the
 * root. Only such paths are passed to the file system.
 */
export type ProjectPath = string;

/** Matches a path with an empty part, `.`, `..`, or a zero byte. */
const NO_PLACE = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

/** True if `path` is a valid path within the project by its text alone; symbolic links are checked elsewhere. */
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
 * Returns a path relative to the project's root, of a file that a user named from a working folder; outside the project it
 * begins with `../`.
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

/** Returns the last name in a path: `b` of `a/b`. */
export function lastNameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
