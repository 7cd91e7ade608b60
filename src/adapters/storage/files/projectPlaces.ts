import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { assertProjectPath, outsideProject } from '../../../domain/naming/projectPath.js';
import { causeOf } from '../../../domain/errors/fileFailure.js';
import { looksLikeGitFolder } from '../../files/gitFolder.js';
import { systemFailure } from './systemFailure.js';

const MAX_LINKS = 40;

/** Turns project paths into places on disk, and keeps writers inside the root whatever links say. */
export class ProjectPlaces {
  readonly root: string;
  #realRoot: string | undefined;
  /** Folders that no link leads to, by what the system knows each by: of what is in them only the last step is looked at. */
  readonly #direct = new Map<string, string>();
  /** Whether a place is git's own folder, or in it. */
  readonly #ofGit = new Map<string, boolean>();

  constructor(root: string) {
    this.root = resolve(root);
  }

  /** Where `path` is by its text; links are not looked at. */
  absolute(path: string): string {
    assertProjectPath(path);
    if (path === '') return this.root;
    // Elsewhere a backslash is a letter; on Windows it separates, and a colon opens a drive or a stream.
    if (sep === '\\' && /[\\:]/.test(path)) throw outsideProject(path);
    return sep === '/' && this.root !== '/' ? `${this.root}/${path}` : join(this.root, path);
  }

  /** Where the entry itself is once the links among its parents are followed. */
  writableEntry(path: string): string {
    const absolute = this.absolute(path);
    if (path === '') return this.#checked(path, this.#placeOf(path, absolute));
    return this.#checked(path, join(this.#placeOf(path, dirname(absolute)), basename(absolute)));
  }

  /** Where a write to `path` ends up once all links are followed, its own too. */
  writableTarget(path: string): string {
    return this.#checked(path, this.#placeOf(path, this.absolute(path)));
  }

  /** Both. */
  writable(path: string): { readonly entry: string; readonly target: string } {
    const entry = this.writableEntry(path);
    // Most are new, and what is not there leads nowhere else: asked for, it would be an error, which costs more than the look.
    return { entry, target: mayBeThere(entry) ? this.writableTarget(path) : entry };
  }

  /**
   * A folder that `path` led to may have become a link since.
   * @throws SpectoolError `OUTSIDE_PROJECT`.
   */
  assertInside(path: string, folder: string): void {
    this.#checked(path, this.#placeOf(path, folder));
  }

  /**
   * Where the folder `path` is to be read; nothing is read through a link that leads outside.
   * @throws SpectoolError `OUTSIDE_PROJECT`.
   */
  readableFolder(path: string): string {
    const absolute = this.absolute(path);
    if (absolute !== this.root && !this.#isDirect(absolute)) this.#readable(path, absolute);
    return absolute;
  }

  /** @throws SpectoolError `OUTSIDE_PROJECT` for a file that is not to be read. */
  assertReadable(path: string): void {
    this.#readable(path, this.absolute(path));
  }

  /** False for what is not there or cannot be reached, which is told by the reading. */
  #readable(path: string, absolute: string): boolean {
    if (this.#nearby(absolute) !== undefined) return true;
    const place = placeIfThere(absolute);
    if (place !== undefined && !this.#isOurs(place)) throw outsideProject(path);
    if (place === join(this.#root(), path)) this.#noteDirect(absolute);
    return place !== undefined;
  }

  /** To find the real place of every folder from the top would take the cube of their depth. */
  #isDirect(absolute: string): boolean {
    const parent = dirname(absolute);
    if (this.#isStillDirect(absolute)) return true;
    return (parent === this.root || this.#isStillDirect(parent)) && this.#noteDirect(absolute);
  }

  /** It may have become a link since. */
  #isStillDirect(absolute: string): boolean {
    const known = this.#direct.get(absolute);
    return known !== undefined && known === identityOf(absolute);
  }

  #noteDirect(absolute: string): boolean {
    const identity = identityOf(absolute);
    if (identity !== undefined) this.#direct.set(absolute, identity);
    return identity !== undefined;
  }

  /**
   * Where the entry of a direct folder leads, below the root: a link is followed from there, not from the top. Undefined where that
   * leaves the root, is not there, or is not as simple.
   */
  #nearby(absolute: string, left = { links: MAX_LINKS }): string | undefined {
    const parent = dirname(absolute);
    if (sep !== '/' || (parent !== this.root && !this.#isDirect(parent))) return undefined;
    const target = linkTargetOf(absolute);
    if (target === '') return absolute;
    if (target === undefined || target.startsWith('/') || (left.links -= 1) < 0) return undefined;
    let at: string | undefined = parent;
    for (const step of target.split('/')) {
      if (step === '' || step === '.') continue;
      if (step === '..') at = at === this.root ? undefined : dirname(at);
      else at = this.#nearby(`${at}/${step}`, left);
      if (at === undefined) return undefined;
    }
    return this.#isOurs(at, this.root) ? at : undefined;
  }

  /** Where `path` is with all links followed, from the root; undefined outside. */
  placeOf(path: string): string | undefined {
    if (path === '') return path;
    const absolute = this.absolute(path);
    const near = this.#nearby(absolute);
    if (near !== undefined) return below(this.root, near);
    try {
      const place = finalPlace(absolute, 0);
      return this.#isOurs(place) ? below(this.#root(), place) : undefined;
    } catch {
      return undefined;
    }
  }

  #checked(path: string, place: string): string {
    if (!this.#isOurs(place)) throw outsideProject(path);
    return place;
  }

  /** Git's own folder holds programs (hooks), settings that name some, and secrets: a link there is as good as outside. */
  #isOurs(place: string, root = this.#root()): boolean {
    if (!isBelow(root, place) || /(?:^|[\\/])\.git(?:[\\/]|$)/i.test(place.slice(root.length))) return false;
    return place === root || !this.#isInGit(place, root);
  }

  /** Under a name of its own (`--separate-git-dir`), too. */
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
      throw systemFailure('WRITE_FAILED', path, error);
    }
  }

  /** The root with its own links followed. */
  realRoot(): string {
    return this.#root();
  }

  #root(): string {
    this.#realRoot ??= finalPlace(this.root, 0);
    return this.#realRoot;
  }
}

/** Of a link; empty for anything else, undefined for what is not there. */
function linkTargetOf(absolute: string): string | undefined {
  try {
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() === true ? readlinkSync(absolute) : stats && '';
  } catch {
    return undefined;
  }
}

/** Undefined for what is no folder, a link among it. */
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

/** realpath for places that need not exist yet: what is missing is appended to what is there. */
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
  if (links >= MAX_LINKS) throw Object.assign(new Error('ELOOP'), { code: 'ELOOP' });
  return finalPlace(resolve(dirname(place), readlinkSync(place)), links + 1);
}
