import { BOUNDS } from '../../domain/value/bounds.js';
import { fileFailure, systemError } from '../../domain/errors/spectoolError.js';
import { assertProjectPath, outsideProject, parentOf } from '../../domain/naming/projectPath.js';
import type { DirectoryEntry, FileStat, FileSystem, OpenFile, StagedFile } from '../../ports/fileSystem.js';

interface Times {
  readonly inode: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}
interface FileNode extends Times {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
}
interface LinkNode extends Times {
  readonly kind: 'link';
  readonly target: string;
}
interface DirectoryNode extends Times {
  readonly kind: 'directory';
  readonly entries: Map<string, Node>;
}
export type Node = FileNode | LinkNode | DirectoryNode;

/** The result of resolving a path. */
interface Location {
  /** Components of the path from `/` on, with links resolved. The last components need not exist. */
  readonly place: readonly string[];
  readonly node: Node | undefined;
}

/**
 * 2026-01-01 in nanoseconds since 1970, the time of the first change. Each change is one millisecond later than the change
 * before, so that changes can be ordered.
 */
const FIRST_NS = 1_767_225_600_000_000_000n;
const TICK_NS = 1_000_000n;

/** A disk in memory: a tree of folders, files and symbolic links below `/`. */
export class MemoryVolume {
  #changes = 0n;
  readonly #names: () => Map<string, Node>;
  readonly #root: DirectoryNode;

  /**
   * @param names makes the map of entries for a new folder. A test can pass a map that ignores differences in case or Unicode
   * form, like some disks.
   */
  constructor(names: () => Map<string, Node> = () => new Map<string, Node>()) {
    this.#names = names;
    this.#root = { kind: 'directory', entries: names(), ...this.#stamp() };
  }

  file(bytes: Uint8Array): FileNode {
    return { kind: 'file', bytes, ...this.#stamp() };
  }

  linkTo(target: string): LinkNode {
    return { kind: 'link', target, ...this.#stamp() };
  }

  /** Resolves a path. Follows every link in it, but a link at the end only with `follow`. @throws ELOOP after 40 links. */
  locate(path: string, follow: boolean): Location {
    let todo = path.split('/');
    let place: string[] = [];
    let node: Node | undefined = this.#root;
    let links = 0;
    for (let part = todo.shift(); part !== undefined; part = todo.shift()) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        place.pop();
        node = this.#at(place);
        continue;
      }
      const child: Node | undefined = node?.kind === 'directory' ? node.entries.get(part) : undefined;
      if (child?.kind === 'link' && (follow || todo.length > 0)) {
        links += 1;
        if (links > BOUNDS.links) throw systemError('ELOOP');
        if (child.target.startsWith('/')) {
          place = [];
          node = this.#root;
        }
        todo = [...child.target.split('/'), ...todo];
        continue;
      }
      place.push(part);
      node = child;
    }
    return { place, node };
  }

  /** Stores a file, folder or link under a path; creates missing parent folders. */
  put(place: readonly string[], node: Node): void {
    const name = place.at(-1);
    if (name === undefined) throw systemError('EISDIR');
    const parent = this.makeFolder(place.slice(0, -1));
    parent.entries.set(name, node);
    this.#touch(parent);
  }

  drop(place: readonly string[]): void {
    const parent = this.#at(place.slice(0, -1));
    if (parent?.kind !== 'directory') return;
    parent.entries.delete(place.at(-1) ?? '');
    this.#touch(parent);
  }

  /** Creates a folder and its missing parent folders. @throws ENOTDIR if one of them is a file. */
  makeFolder(place: readonly string[]): DirectoryNode {
    let folder = this.#root;
    for (const part of place) {
      let next = folder.entries.get(part);
      if (next === undefined) {
        next = { kind: 'directory', entries: this.#names(), ...this.#stamp() };
        folder.entries.set(part, next);
        this.#touch(folder);
      }
      if (next.kind !== 'directory') throw systemError('ENOTDIR');
      folder = next;
    }
    return folder;
  }

  #at(place: readonly string[]): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const part of place) node = node?.kind === 'directory' ? node.entries.get(part) : undefined;
    return node;
  }

  /** Sets a folder's modification time, because adding or removing an entry modifies the folder. */
  #touch(folder: DirectoryNode): void {
    const { mtimeNs, ctimeNs } = this.#stamp();
    Object.assign(folder, { mtimeNs, ctimeNs });
  }

  #stamp(): Times {
    this.#changes += 1n;
    const now = FIRST_NS + this.#changes * TICK_NS;
    return { inode: this.#changes, mtimeNs: now, ctimeNs: now };
  }
}

/**
 * A file system in memory: the part of a disk (`MemoryVolume`) below a root folder. It behaves like the real file system,
 * including links and errors.
 */
export class MemoryFileSystem implements FileSystem {
  readonly root: string;
  readonly #volume: MemoryVolume;
  readonly #rootPlace: readonly string[];

  /** @param volume the disk. File systems with the same volume see the same disk from different roots. */
  constructor(root = '/project', volume = new MemoryVolume()) {
    this.root = root;
    this.#volume = volume;
    this.#rootPlace = volume.locate(root, true).place;
    volume.makeFolder(this.#rootPlace);
  }

  read(path: string): Uint8Array | undefined {
    const node = this.#reading(path, true).node;
    if (node === undefined) return undefined;
    if (node.kind !== 'file') throw fileFailure('READ_FAILED', path, systemError('EISDIR'));
    return Uint8Array.from(node.bytes);
  }

  readText(path: string): string | undefined {
    const bytes = this.read(path);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  }

  open(path: string): OpenFile | undefined {
    const bytes = this.read(path);
    if (bytes === undefined) return undefined;
    return {
      size: bytes.length,
      read: (start, length) => bytes.slice(start, start + length),
      close: () => undefined,
    };
  }

  list(path: string): readonly DirectoryEntry[] {
    const node = this.#reading(path, true).node;
    if (node?.kind !== 'directory') return [];
    return [...node.entries]
      .map(([name, entry]) => ({ name, kind: entry.kind }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  stat(path: string): FileStat | undefined {
    const node = this.#reading(path, false).node;
    if (node === undefined) return undefined;
    const { kind, mtimeNs, ctimeNs, inode } = node;
    return { kind, size: node.kind === 'file' ? node.bytes.length : 0, mtimeNs, ctimeNs, inode };
  }

  stage(path: string, content: string | Uint8Array): StagedFile {
    const { place } = this.#target(path);
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : Uint8Array.from(content);
    writing(path, () => this.#volume.makeFolder(place.slice(0, -1)));
    let waiting = true;
    return {
      path,
      commit: () => {
        if (!waiting) throw fileFailure('WRITE_FAILED', path, systemError('ENOENT'));
        waiting = false;
        const before = this.#target(path);
        writing(path, () => this.#volume.put(before.place, this.#volume.file(bytes)));
      },
      commitExclusive: () => {
        if (!waiting) throw fileFailure('WRITE_FAILED', path, systemError('ENOENT'));
        waiting = false;
        const entry = this.#entry(path);
        if (entry.node !== undefined) return false;
        writing(path, () => this.#volume.put(entry.place, this.#volume.file(bytes)));
        return true;
      },
      discard: () => {
        waiting = false;
      },
    };
  }

  write(path: string, content: string | Uint8Array): void {
    this.stage(path, content).commit();
  }

  createExclusive(path: string, content: string | Uint8Array): boolean {
    if (this.#entry(path).node !== undefined) return false;
    return this.stage(path, content).commitExclusive();
  }

  makeDirectory(path: string): void {
    const { place } = this.#writable(path, true);
    writing(path, () => this.#volume.makeFolder(place));
  }

  move(from: string, to: string): void {
    this.#writable(from, true);
    const source = this.#entry(from);
    const target = this.#entry(to);
    const { node } = source;
    if (node === undefined) throw fileFailure('WRITE_FAILED', from, systemError('ENOENT'));
    if (target.node !== undefined) throw fileFailure('WRITE_FAILED', to, systemError('EEXIST'));
    const intoItself = source.place.every((part, index) => target.place[index] === part);
    if (intoItself) throw fileFailure('WRITE_FAILED', to, systemError('EINVAL'));
    writing(to, () => this.#volume.put(target.place, node));
    this.#volume.drop(source.place);
  }

  remove(path: string): void {
    this.#volume.drop(this.#entry(path).place);
  }

  removeEmptyDirectory(path: string): boolean {
    const { node, place } = this.#entry(path);
    if (node?.kind !== 'directory' || node.entries.size > 0) return false;
    this.#volume.drop(place);
    return true;
  }

  /** Returns 0, because a file system in memory has no temporary files that a killed process left over. */
  sweepTemporary(path: string): number {
    this.#writable(path, true);
    return 0;
  }

  link(target: string, path: string): boolean {
    const entry = this.#entry(path);
    if (entry.node !== undefined) throw fileFailure('WRITE_FAILED', path, systemError('EEXIST'));
    writing(path, () => this.#volume.put(entry.place, this.#volume.linkTo(target)));
    return true;
  }

  readLink(path: string): string | undefined {
    const node = this.#reading(path, false).node;
    return node?.kind === 'link' ? node.target : undefined;
  }

  isInside(path: string): boolean {
    return this.placeOf(path) !== undefined;
  }

  placeOf(path: string): string | undefined {
    assertProjectPath(path);
    try {
      const { place } = this.#volume.locate(`${this.root}/${path}`, true);
      return this.#contains(place) ? place.slice(this.#rootPlace.length).join('/') : undefined;
    } catch {
      return undefined;
    }
  }

  #reading(path: string, follow: boolean): Location {
    assertProjectPath(path);
    let location;
    try {
      location = this.#volume.locate(`${this.root}/${path}`, follow);
    } catch (error) {
      throw fileFailure('READ_FAILED', path, error);
    }
    if (follow && location.node !== undefined && !this.#contains(location.place)) throw outsideProject(path);
    return location;
  }

  #writable(path: string, follow: boolean): Location {
    assertProjectPath(path);
    const location = writing(path, () => this.#volume.locate(`${this.root}/${path}`, follow));
    if (!this.#contains(location.place)) throw outsideProject(path);
    return location;
  }

  /** Locates the entry at a path without following a link. Throws for the root, which must not be replaced or removed. */
  #entry(path: string): Location {
    if (path === '') throw fileFailure('WRITE_FAILED', path, systemError('EPROTECTED'));
    this.#writable(parentOf(path), true);
    return this.#writable(path, false);
  }

  #target(path: string): Location {
    const target = this.#writable(path, true);
    if (target.node?.kind === 'directory') throw fileFailure('WRITE_FAILED', path, systemError('EISDIR'));
    return target;
  }

  #contains(place: readonly string[]): boolean {
    const inGit = place.slice(this.#rootPlace.length).some((part) => part.toLowerCase() === '.git');
    return !inGit && this.#rootPlace.every((part, index) => place[index] === part);
  }
}

function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure('WRITE_FAILED', path, error);
  }
}
