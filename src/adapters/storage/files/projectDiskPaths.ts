import { BOUNDS } from '../../../domain/value/bounds.js';
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { causeOf, fileFailure } from '../../../domain/errors/spectoolError.js';
import { assertProjectPath, outsideProject } from '../../../domain/naming/projectPath.js';
import { looksLikeGitFolder } from '../../files/regularFiles.js';

/** Maps paths in the project to paths on disk. Refuses links that lead out of the root. */
export class ProjectDiskPaths {
  readonly root: string;
  #realRoot: string | undefined;
  /**
   * Folders that are known to be reached without a link, with their device and inode. For an entry in such a folder, only the
   * entry itself needs to be checked.
   */
  readonly #direct = new Map<string, string>();
  /** Cached results of whether a path is git's own folder or inside it. */
  readonly #ofGit = new Map<string, boolean>();

  constructor(root: string) {
    this.root = resolve(root);
  }

  /** Returns the path on disk without following links. */
  absolute(path: string): string {
    assertProjectPath(path);
    if (path === '') return this.root;
    // On Windows a backslash separates folders, and a colon begins a drive or a stream; elsewhere both are ordinary characters.
    if (sep === '\\' && /[\\:]/.test(path)) throw outsideProject(path);
    return sep === '/' && this.root !== '/' ? `${this.root}/${path}` : join(this.root, path);
  }

  /**
   * Returns the path of the entry itself, with links in its parent folders followed, but not a link at the end.
   * @throws SpectoolError `OUTSIDE_PROJECT`.
   */
  writableEntry(path: string): string {
    const absolute = this.absolute(path);
    if (path === '') return this.#checked(path, this.#placeOf(path, absolute));
    return this.#checked(path, join(this.#placeOf(path, dirname(absolute)), basename(absolute)));
  }

  /**
   * Returns the path that a write to `path` reaches, with all links followed, also a link at the end.
   * @throws SpectoolError `OUTSIDE_PROJECT`.
   */
  writableTarget(path: string): string {
    return this.#checked(path, this.#placeOf(path, this.absolute(path)));
  }

  /** Returns the results of `writableEntry` and `writableTarget`. */
  writable(path: string): { readonly entry: string; readonly target: string } {
    const entry = this.writableEntry(path);
    // Most files are new. Resolving a missing file raises an error inside Node, which costs more than this check.
    return { entry, target: mayBeThere(entry) ? this.writableTarget(path) : entry };
  }

  /** Checks that a folder has not been replaced by a link that leads out of the root. @throws SpectoolError `OUTSIDE_PROJECT`. */
  assertInside(path: string, folder: string): void {
    this.#checked(path, this.#placeOf(path, folder));
  }

  /** Returns the path on disk of a folder to read. @throws SpectoolError `OUTSIDE_PROJECT` if a link leads out of the root. */
  readableFolder(path: string): string {
    const absolute = this.absolute(path);
    if (absolute !== this.root && !this.#isDirect(absolute)) this.assertReadable(absolute);
    return absolute;
  }

  /** Returns the path on disk of a file to read. Checks the file's folder as `readableFolder` does, but not the file itself. */
  readableFile(path: string): string {
    const absolute = this.absolute(path);
    const folder = dirname(absolute);
    if (path !== '' && folder !== this.root && !this.#isDirect(folder)) this.assertReadable(folder);
    return absolute;
  }

  /**
   * Checks that a file or folder may be read.
   * @param absolute path on disk. If nothing exists there, a later read reports the error.
   * @throws SpectoolError `OUTSIDE_PROJECT` if the path contains a link that leads out of the root.
   */
  assertReadable(absolute: string): void {
    const place = placeIfThere(absolute);
    const path = below(this.root, absolute);
    if (place !== undefined && !this.#isOurs(place)) throw outsideProject(path);
    if (place === join(this.realRoot(), path)) this.#noteDirect(absolute);
  }

  /**
   * True if the folder is reached without a link. If this is already known for the parent folder, only the folder itself is
   * checked, because resolving every folder from the root takes time cubic in the depth.
   */
  #isDirect(absolute: string): boolean {
    const parent = dirname(absolute);
    if (this.#isStillDirect(absolute)) return true;
    return (parent === this.root || this.#isStillDirect(parent)) && this.#noteDirect(absolute);
  }

  /** True if the folder is known to be reached without a link, and has not been replaced since. */
  #isStillDirect(absolute: string): boolean {
    const known = this.#direct.get(absolute);
    return known !== undefined && known === identityOf(absolute);
  }

  #noteDirect(absolute: string): boolean {
    const identity = identityOf(absolute);
    if (identity !== undefined) this.#direct.set(absolute, identity);
    return identity !== undefined;
  }

  /** Returns the path with all links followed, relative to the root; undefined if it leads out of the root. */
  placeOf(path: string): string | undefined {
    if (path === '') return path;
    const absolute = this.absolute(path);
    try {
      const place = finalPlace(absolute, 0);
      return this.#isOurs(place) ? below(this.realRoot(), place) : undefined;
    } catch {
      return undefined;
    }
  }

  #checked(path: string, place: string): string {
    if (!this.#isOurs(place)) throw outsideProject(path);
    return place;
  }

  /**
   * True if the path is below the root and not in git's own folder, because git's folder contains hooks, settings that name
   * programs, and secrets.
   */
  #isOurs(place: string): boolean {
    const root = this.realRoot();
    if (!isBelow(root, place) || /(?:^|[\\/])\.git(?:[\\/]|$)/i.test(place.slice(root.length))) return false;
    return place === root || !this.#isInGit(place, root);
  }

  /** True if the path is git's own folder or inside it, also if that folder has another name (`git init --separate-git-dir`). */
  #isInGit(place: string, root: string): boolean {
    let known = this.#ofGit.get(place);
    if (known === undefined) {
      const parent = dirname(place);
      known = looksLikeGitFolder(place) || (parent !== root && this.#isInGit(parent, root));
      this.#ofGit.set(place, known);
    }
    return known;
  }

  #placeOf(path: string, absolute: string): string {
    try {
      return finalPlace(absolute, 0);
    } catch (error) {
      throw fileFailure('WRITE_FAILED', path, error);
    }
  }

  /** Returns the root with all links resolved. */
  realRoot(): string {
    this.#realRoot ??= finalPlace(this.root, 0);
    return this.#realRoot;
  }
}

/** Returns the device and inode of a folder; undefined for any other entry, including a link to a folder. */
function identityOf(absolute: string): string | undefined {
  try {
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    return stats?.isDirectory() === true ? `${String(stats.dev)} ${String(stats.ino)}` : undefined;
  } catch {
    return undefined;
  }
}

function mayBeThere(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function placeIfThere(absolute: string): string | undefined {
  try {
    return realpathSync.native(absolute);
  } catch {
    return undefined;
  }
}

function below(root: string, place: string): string {
  return relative(root, place).split(sep).join('/');
}

function isBelow(root: string, place: string): boolean {
  return place === root || place.startsWith(root.endsWith(sep) ? root : root + sep);
}

/**
 * Like realpath, but also for paths that do not exist: the missing part is appended to the resolved part.
 * @throws ELOOP after 40 links.
 */
function finalPlace(absolute: string, links: number): string {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    const cause = causeOf(error);
    if (cause !== 'ENOENT' && cause !== 'ENOTDIR') throw error;
  }
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  const place = join(finalPlace(parent, links), basename(absolute));
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return place;
  if (links >= BOUNDS.links) throw Object.assign(new Error('ELOOP'), { code: 'ELOOP' });
  return finalPlace(resolve(dirname(place), readlinkSync(place)), links + 1);
}
