import { SpectoolError } from '../errors/spectoolError.js';

/**
 * A path below the project root: `/`-separated, no leading or trailing `/`, no `.` or `..`; `''` is the root. Only such a path
 * may reach the file system.
 */
export type ProjectPath = string;

/** Matches an empty part, `.`, `..`, or a zero byte. */
const [DOT, SLASH] = [0x2e, 0x2f];
const NO_PLACE = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

/** True if the text of `path` names a place below the root; symbolic links are checked elsewhere. */
export function isProjectPath(path: string): path is ProjectPath {
  return path === '' || isPlain(path) || !NO_PLACE.test(path);
}

/** A fast check without the pattern that accepts most paths, as ten thousand files may be checked. */
function isPlain(path: string): boolean {
  const first = path.charCodeAt(0);
  return (
    first !== DOT &&
    first !== SLASH &&
    !path.endsWith('/') &&
    !path.includes('/.') &&
    !path.includes('//') &&
    !path.includes('\0')
  );
}

/** @throws SpectoolError `OUTSIDE_PROJECT` for anything but a {@link ProjectPath}. */
export function assertProjectPath(path: string): void {
  if (!isProjectPath(path)) throw outsideProject(path);
}

/** The error for every path that leads outside the project, by its text or through a symbolic link. */
export function outsideProject(path: string): SpectoolError {
  return new SpectoolError('OUTSIDE_PROJECT', `${path} leads outside the project.`, {
    hint: 'Only files inside the project can be read or written; use a path below its root.',
    details: { path },
  });
}

/** `a/b` → `a`, `a` → `''`. */
export function parentOf(path: ProjectPath): ProjectPath {
  const cut = path.lastIndexOf('/');
  return cut === -1 ? '' : path.slice(0, cut);
}

/** `a` and `b` → `a/b`, `''` and `b` → `b`. */
export function childOf(path: ProjectPath, name: string): ProjectPath {
  return path === '' ? name : `${path}/${name}`;
}

/** `a/b/c` → `a`, `a/b`. */
export function foldersAbove(path: ProjectPath): readonly ProjectPath[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, depth) => names.slice(0, depth + 1).join('/'));
}
