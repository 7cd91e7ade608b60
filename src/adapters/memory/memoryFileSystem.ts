import { fileFailure, systemError } from '../../domain/errors/fileFailure.js';
import { assertProjectPath, outsideProject, parentOf } from '../../domain/naming/projectPath.js';
import type {
  DirectoryEntry,
  FileContent,
  FileStat,
  FileSystem,
  OpenFile,
  StagedFile,
} from '../../ports/fileSystem.js';
import { MemoryVolume } from './memoryVolume.js';
import type { Location } from './memoryVolume.js';

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

  stage(path: string, content: FileContent): StagedFile {
    const { place } = this.#target(path);
    const bytes = bytesOf(content);
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

  write(path: string, content: FileContent): void {
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

function bytesOf(content: FileContent): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content, 'utf8');
  return content instanceof Uint8Array ? Uint8Array.from(content) : Buffer.concat([...content]);
}
