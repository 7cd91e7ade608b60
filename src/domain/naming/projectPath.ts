import { SpectoolError } from '../errors/spectoolError.js';

/**
 * A place below the project root: `/`-separated, no leading or trailing `/`, no `.` or `..`; `''` is the root.
 * Only such a path may reach a file system.
 */
export type ProjectPath = string;

/** An empty part, `.` or `..`; a zero byte. */
const [DOT, SLASH] = [0x2e, 0x2f];
const NO_PLACE = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

/** True when `path` names a place below the root by its text alone; links are another matter. */
export function isProjectPath(path: string): path is ProjectPath {
  return path === '' || isPlain(path) || !NO_PLACE.test(path);
}

/** Asked for every file of ten thousand: most paths have nothing the pattern would have to look at. */
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

/** @throws SpectoolError `OUTSIDE_PROJECT` for anything that is no {@link ProjectPath}. */
export function assertProjectPath(path: string): void {
  if (!isProjectPath(path)) throw outsideProject(path);
}

/** The one error for every path that leaves the project, by its text or through a link. */
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
