import type { FileSystem, StagedFile, WriteOptions } from '../../ports/fileSystem.js';
import { systemError, fileFailure } from '../../domain/errors/fileFailure.js';

/** The name caches go by among the files of a project; they stand elsewhere. */
const CACHES = '.spectool/cache/';

/**
 * The files of a project, with its caches in a folder of their own: one that no clone, archive or commit brings. Without
 * such a folder nothing is remembered.
 */
export class CacheFiles implements FileSystem {
  readonly root: string;
  readonly #files: FileSystem;
  readonly #caches: FileSystem | undefined;

  constructor(files: FileSystem, caches: FileSystem | undefined) {
    this.root = files.root;
    this.#files = files;
    this.#caches = caches;
  }

  read(path: string) {
    return this.#at(path, undefined, (files, place) => files.read(place));
  }

  readText(path: string) {
    return this.#at(path, undefined, (files, place) => files.readText(place));
  }

  open(path: string) {
    return this.#at(path, undefined, (files, place) => files.open(place));
  }

  list(path: string) {
    return this.#at(path, [], (files, place) => files.list(place));
  }

  stat(path: string) {
    return this.#at(path, undefined, (files, place) => files.stat(place));
  }

  stage(path: string, content: string | Uint8Array, options?: WriteOptions): StagedFile {
    const [files, place] = this.#writable(path);
    return files.stage(place, content, options);
  }

  write(path: string, content: string | Uint8Array, options?: WriteOptions): void {
    const [files, place] = this.#writable(path);
    files.write(place, content, options);
  }

  createExclusive(path: string, content: string | Uint8Array, options?: WriteOptions): boolean {
    const [files, place] = this.#writable(path);
    return files.createExclusive(place, content, options);
  }

  makeDirectory(path: string): void {
    const [files, place] = this.#writable(path);
    files.makeDirectory(place);
  }

  move(from: string, to: string): void {
    this.#files.move(from, to);
  }

  remove(path: string): void {
    this.#at(path, undefined, (files, place) => files.remove(place));
  }

  removeEmptyDirectory(path: string): boolean {
    return this.#at(path, false, (files, place) => files.removeEmptyDirectory(place));
  }

  sweepTemporary(path: string, graceMs?: number): number {
    return this.#files.sweepTemporary(path, graceMs);
  }

  link(target: string, path: string): boolean {
    return this.#files.link(target, path);
  }

  readLink(path: string) {
    return this.#files.readLink(path);
  }

  isInside(path: string): boolean {
    return this.#files.isInside(path);
  }

  placeOf(path: string): string | undefined {
    return this.#files.placeOf(path);
  }

  #at<T>(path: string, absent: T, work: (files: FileSystem, place: string) => T): T {
    if (!path.startsWith(CACHES)) return work(this.#files, path);
    return this.#caches === undefined ? absent : work(this.#caches, path.slice(CACHES.length));
  }

  /** @throws SpectoolError `WRITE_FAILED` where no caches are kept. */
  #writable(path: string): readonly [FileSystem, string] {
    if (!path.startsWith(CACHES)) return [this.#files, path];
    if (this.#caches === undefined) throw fileFailure('WRITE_FAILED', path, systemError('EROFS'));
    return [this.#caches, path.slice(CACHES.length)];
  }
}
