import { linkSync, lstatSync, readdirSync, readlinkSync, renameSync } from 'node:fs';
import { rmSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import type { BigIntStats, Dirent } from 'node:fs';
import { dirname } from 'node:path';
import { platform } from 'node:process';
import type { DirectoryEntry, FileKind, FileStat, FileSystem, OpenFile } from '../../../ports/fileSystem.js';
import type { StagedFile, WriteOptions } from '../../../ports/fileSystem.js';
import {
  flushFolder,
  flushingTogether,
  isTaken,
  isTemporaryName,
  isUnlinked,
  makeFolders,
  NodeStagedFile,
  sweepFolder,
} from './nodeStagedFile.js';
import { causeOf, fileFailure, SpectoolError, systemError } from '../../../domain/errors/spectoolError.js';
import { ProjectDiskPaths } from './projectDiskPaths.js';
import { openRegularFile, readRegularFile, TooLarge } from '../../files/regularFiles.js';

export interface NodeFileSystemOptions {
  /** False: do not use hard links, as if the file system did not support them. */
  readonly hardLinks?: boolean;
  /** The operating system; by default that of the process. */
  readonly platform?: NodeJS.Platform;
  /** Folder for temporary files, relative to the root; by default they are written beside their target. */
  readonly staging?: string;
}

/** Error codes that mean that a file to read does not exist. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);
const QUIET_BIGINT = { bigint: true, throwIfNoEntry: false } as const;
const NO_SYMBOLIC_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** The real file system below one root. Its methods are synchronous, because that is faster in a short-lived process. */
export class NodeFileSystem implements FileSystem {
  readonly root: string;
  readonly together: <T>(work: () => T) => T = flushingTogether;
  readonly #places: ProjectDiskPaths;
  readonly #hardLinks: boolean;
  readonly #staging: string | undefined;
  readonly #platform: NodeJS.Platform;
  /** One set for each unfinished `watch`, to which every accessed path is added. */
  readonly #watching = new Set<Set<string>>();

  constructor(root: string, options: NodeFileSystemOptions = {}) {
    this.#places = new ProjectDiskPaths(root);
    this.root = this.#places.root;
    this.#hardLinks = options.hardLinks ?? true;
    this.#staging = options.staging;
    this.#platform = options.platform ?? platform;
  }

  /** Starts to record the accessed paths. @returns a function that ends the recording and returns the paths. */
  watch(): () => Set<string> {
    const looked = new Set<string>();
    this.#watching.add(looked);
    return () => {
      this.#watching.delete(looked);
      return looked;
    };
  }

  read(path: string): Buffer | undefined {
    return this.#regular(path, readRegularFile);
  }

  readText(path: string): string | undefined {
    return this.read(path)?.toString('utf8');
  }

  open(path: string): OpenFile | undefined {
    return this.#regular(path, openRegularFile);
  }

  list(path: string): readonly DirectoryEntry[] {
    this.#look(path);
    const absolute = this.#places.readableFolder(path);
    return reading(path, [], () => readdirSync(absolute, { withFileTypes: true }))
      .filter((entry) => !isTemporaryName(entry.name))
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  stat(path: string): FileStat | undefined {
    this.#look(path);
    const absolute = this.#places.absolute(path);
    let stats;
    try {
      // `stat` is called for tens of thousands of files, so no closure is created here.
      stats = lstatSync(absolute, QUIET_BIGINT);
    } catch (error) {
      if (ABSENT.has(causeOf(error))) return undefined;
      throw fileFailure('READ_FAILED', path, error);
    }
    if (stats === undefined) return undefined;
    const { mtimeNs, ctimeNs, ino: inode } = stats;
    const kind = kindOf(stats);
    return { kind, size: Number(stats.size), mtimeNs, ctimeNs, inode };
  }

  stage(path: string, content: string | Uint8Array, options: WriteOptions = {}): StagedFile {
    const { entry, target } = this.#places.writable(path);
    const durable = options.durable ?? true;
    const staging =
      this.#staging === undefined ? {} : { staging: this.#places.writableTarget(this.#staging) };
    return new NodeStagedFile(
      {
        path,
        root: this.#places.realRoot(),
        entry,
        target,
        durable,
        hardLinks: this.#hardLinks,
        assertInside: (folder) => this.#places.assertInside(path, folder),
        ...staging,
      },
      content,
    );
  }

  write(path: string, content: string | Uint8Array, options: WriteOptions = {}): void {
    this.stage(path, content, options).commit();
  }

  createExclusive(path: string, content: string | Uint8Array, options: WriteOptions = {}): boolean {
    const entry = this.#places.writableEntry(path);
    if (writing(path, () => isTaken(entry))) return false;
    return this.stage(path, content, options).commitExclusive();
  }

  makeDirectory(path: string): void {
    const absolute = this.#places.writableTarget(path);
    writing(path, () => makeFolders(absolute));
  }

  move(from: string, to: string): void {
    // Throws if `from` is a link that leads out of the root, because such a link must not be moved either.
    this.#places.writableTarget(from);
    const source = this.#below(from);
    const target = this.#below(to);
    if (!isTaken(source)) throw fileFailure('WRITE_FAILED', from, systemError('ENOENT'));
    writing(to, () => {
      makeFolders(dirname(target));
      this.#places.assertInside(to, dirname(target));
      if (isTaken(target)) throw systemError('EEXIST');
      if (!this.#moveByLink(source, target)) renameSync(source, target);
      flushFolder(dirname(target));
      if (dirname(source) !== dirname(target)) flushFolder(dirname(source));
    });
  }

  remove(path: string): void {
    const absolute = this.#below(path);
    writing(path, () => {
      // Try unlink first. It is enough for a file, which is the usual case, while `rmSync` would load a further part of Node.
      if (isUnlinked(absolute)) return;
      try {
        rmSync(absolute, { recursive: true, force: true, maxRetries: 3 });
      } catch (error) {
        // If a file in the folder may not be removed, rmSync reports ENOTDIR instead of the real cause.
        throw causeOf(error) === 'ENOTDIR' ? systemError('EPERM') : error;
      }
    });
  }

  removeEmptyDirectory(path: string): boolean {
    const absolute = this.#below(path);
    return writing(path, () => {
      try {
        rmdirSync(absolute);
        return true;
      } catch (error) {
        if (['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(causeOf(error))) return false;
        throw error;
      }
    });
  }

  sweepTemporary(path: string, graceMs?: number): number {
    const absolute = this.#places.writableTarget(path);
    return writing(path, () => sweepFolder(absolute, graceMs));
  }

  link(target: string, path: string): boolean {
    // On Windows, a symbolic link needs administrator rights. Return false there, so that the caller always copies and all clones
    // on Windows are equal.
    if (this.#platform === 'win32') return false;
    const absolute = this.#below(path);
    return writing(path, () => {
      makeFolders(dirname(absolute));
      try {
        symlinkSync(target, absolute);
        return true;
      } catch (error) {
        if (NO_SYMBOLIC_LINKS.has(causeOf(error))) return false;
        throw error;
      }
    });
  }

  readLink(path: string): string | undefined {
    this.#look(path);
    const absolute = this.#places.absolute(path);
    return reading(path, undefined, () => {
      const stats = lstatSync(absolute, { throwIfNoEntry: false });
      return stats?.isSymbolicLink() === true ? readlinkSync(absolute) : undefined;
    });
  }

  isInside(path: string): boolean {
    return this.placeOf(path) !== undefined;
  }

  placeOf(path: string): string | undefined {
    this.#look(path);
    return this.#places.placeOf(path);
  }

  #look(path: string): void {
    if (this.#watching.size > 0) for (const looked of this.#watching) looked.add(path);
  }

  /**
   * Reads a regular file. Refuses a file that is reached through a link (the file itself or a parent folder) that leads out of
   * the root.
   */
  #regular<T>(path: string, read: (absolute: string, follow: () => void) => T): T | undefined {
    this.#look(path);
    const absolute = this.#places.readableFile(path);
    return reading(path, undefined, () => read(absolute, () => this.#places.assertReadable(absolute)));
  }

  /** Returns the path on disk for writing. @throws SpectoolError `WRITE_FAILED` for the root itself. */
  #below(path: string): string {
    if (path === '') throw fileFailure('WRITE_FAILED', path, systemError('EPROTECTED'));
    return this.#places.writableEntry(path);
  }

  /**
   * Moves a file with a hard link, because a rename would replace a file that another program made a moment ago. Returns false if
   * the caller must rename: for a folder (a rename replaces at most an empty folder), or where hard links do not work.
   */
  #moveByLink(source: string, target: string): boolean {
    if (!this.#hardLinks || !lstatSync(source).isFile()) return false;
    try {
      linkSync(source, target);
    } catch (error) {
      if (causeOf(error) === 'EEXIST') throw error;
      return false;
    }
    unlinkSync(source);
    return true;
  }
}

function reading<A, T>(path: string, absent: A, work: () => T): A | T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SpectoolError) throw error;
    if (error instanceof TooLarge)
      throw new SpectoolError('READ_FAILED', `Cannot read ${path}: ${error.message}.`, {
        hint: 'Restore the file from git, or make the file smaller.',
        details: { path, cause: 'EFBIG' },
      });
    if (ABSENT.has(causeOf(error))) return absent;
    throw fileFailure('READ_FAILED', path, error);
  }
}

function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SpectoolError ? error : fileFailure('WRITE_FAILED', path, error);
  }
}

function kindOf(entry: Dirent | BigIntStats): FileKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
