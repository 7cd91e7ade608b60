import { linkSync, lstatSync, readdirSync, readlinkSync, renameSync } from 'node:fs';
import { rmSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import type { BigIntStats, Dirent } from 'node:fs';
import { basename, dirname } from 'node:path';
import { platform } from 'node:process';
import type { DirectoryEntry, FileKind, FileStat, FileSystem, OpenFile } from '../../../ports/fileSystem.js';
import type { StagedFile, WriteOptions } from '../../../ports/fileSystem.js';
import { flushFolder, flushingTogether, makeFolders } from './durability.js';
import { causeOf, fileFailure, systemError } from '../../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { parentOf } from '../../../domain/naming/projectPath.js';
import { isTaken, isUnlinked, NodeStagedFile } from './nodeStagedFile.js';
import { ProjectPlaces } from './projectPlaces.js';
import { openRegularFile, readRegularFile, TooLarge } from '../../files/readRegularFile.js';
import { sweepFolder } from './sweepFolder.js';
import { isTemporaryName } from './temporaryName.js';
import { systemFailure } from './systemFailure.js';

export interface NodeFileSystemOptions {
  /** False: never try link(2), as on file systems without hard links. */
  readonly hardLinks?: boolean;
  /** What the machine runs; the process's own by default. */
  readonly platform?: NodeJS.Platform;
  /** Folder for files under way, relative to the root; beside each target without it. */
  readonly staging?: string;
}

/** Causes that mean "not there" to a reader. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);
/** Stands for bytes of a name that are not UTF-8. */
const REPLACED = '\uFFFD';
/** In bytes, of one file or folder, nearly everywhere. */
const LONGEST_NAME = 255;
const QUIET_BIGINT = { bigint: true, throwIfNoEntry: false } as const;
const NO_SYMBOLIC_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** The real file system below one root. Synchronous, which is the faster way for a short-lived process. */
export class NodeFileSystem implements FileSystem {
  readonly root: string;
  readonly #places: ProjectPlaces;
  readonly #hardLinks: boolean;
  readonly #staging: string | undefined;
  readonly #platform: NodeJS.Platform;

  constructor(root: string, options: NodeFileSystemOptions = {}) {
    this.#places = new ProjectPlaces(root);
    this.root = this.#places.root;
    this.#hardLinks = options.hardLinks ?? true;
    this.#staging = options.staging;
    this.#platform = options.platform ?? platform;
  }

  read(path: string): Uint8Array | undefined {
    return this.#bytes(path);
  }

  readText(path: string): string | undefined {
    return this.#bytes(path)?.toString('utf8');
  }

  open(path: string): OpenFile | undefined {
    return this.#regular(path, openRegularFile);
  }

  list(path: string): readonly DirectoryEntry[] {
    const absolute = this.#places.readableFolder(path);
    return reading(path, [], () => entriesOf(absolute, path))
      .filter((entry) => !isTemporaryName(entry.name))
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  stat(path: string): FileStat | undefined {
    const absolute = this.#places.absolute(path);
    let stats;
    try {
      // Asked of tens of thousands: no function is made for each.
      stats = lstatSync(absolute, QUIET_BIGINT);
    } catch (error) {
      if (ABSENT.has(causeOf(error))) return undefined;
      throw systemFailure('READ_FAILED', path, error);
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
    // The first check also refuses a link that leads outside: what hangs on it is not ours to move.
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
      // The other way loads a part of Node, for the files that nearly all of them are.
      if (isUnlinked(absolute)) return;
      try {
        rmSync(absolute, { recursive: true, force: true, maxRetries: 3 });
      } catch (error) {
        // It asks of a file below that may not be unlinked whether it is a folder.
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
    // On Windows links need administrator privileges: copies are made there, always, so that clones agree.
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
    const absolute = this.#places.absolute(path);
    return reading(path, undefined, () => {
      const stats = lstatSync(absolute, { throwIfNoEntry: false });
      return stats?.isSymbolicLink() === true ? readlinkSync(absolute) : undefined;
    });
  }

  together<T>(work: () => T): T {
    return flushingTogether(work);
  }

  isInside(path: string): boolean {
    return this.#places.placeOf(path) !== undefined;
  }

  placeOf(path: string): string | undefined {
    return this.#places.placeOf(path);
  }

  #bytes(path: string): Buffer | undefined {
    return this.#regular(path, readRegularFile);
  }

  /** Never through a link that leads outside: neither the file's own nor one above it. */
  #regular<T>(path: string, read: (absolute: string, follow: () => void) => T): T | undefined {
    const absolute = this.#places.absolute(path);
    this.#places.readableFolder(parentOf(path));
    const content = reading(path, undefined, () => read(absolute, () => this.#places.assertReadable(path)));
    if (content === undefined && path.includes(REPLACED)) this.#assertFindable(path);
    return content;
  }

  /** @throws SpectoolError `READ_FAILED` for what is listed by a name that finds nothing, since it is not UTF-8. */
  #assertFindable(path: string): void {
    for (let end = path.indexOf(REPLACED); end >= 0; end = path.indexOf(REPLACED, end)) {
      end = (path.indexOf('/', end) + 1 || path.length + 1) - 1;
      if (isListedInVain(this.#places.absolute(path.slice(0, end))))
        throw fileFailure('READ_FAILED', path, systemError('EILSEQ'));
    }
  }

  /** Writable, and not the root itself. */
  #below(path: string): string {
    if (path === '') throw fileFailure('WRITE_FAILED', path, systemError('EPROTECTED'));
    return this.#places.writableEntry(path);
  }

  /**
   * A rename would replace a file that appeared a moment ago; a link does not. A folder can be renamed
   * over an empty folder only, which loses nothing.
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

function entriesOf(absolute: string, path: string): readonly Dirent[] {
  try {
    return readdirSync(absolute, { withFileTypes: true });
  } catch (error) {
    // Of names that a disk may have, what is too long is the way to them: they may be there all the same.
    const mayStand = path.split('/').every((name) => Buffer.byteLength(name) <= LONGEST_NAME);
    throw causeOf(error) === 'ENAMETOOLONG' && mayStand ? systemError('EDEEP') : error;
  }
}

function reading<A, T>(path: string, absent: A, work: () => T): A | T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SpectoolError) throw error;
    if (error instanceof TooLarge)
      throw new SpectoolError('READ_FAILED', `Cannot read ${path}: ${error.message}.`, {
        hint: 'Restore it from git, or make it smaller.',
        details: { path, cause: 'EFBIG' },
      });
    if (ABSENT.has(causeOf(error))) return absent;
    throw systemFailure('READ_FAILED', path, error);
  }
}

/** Listed, though nothing is found by that name. */
function isListedInVain(absolute: string): boolean {
  try {
    const isFound = lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
    return !isFound && readdirSync(dirname(absolute)).includes(basename(absolute));
  } catch {
    return false;
  }
}

function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SpectoolError ? error : systemFailure('WRITE_FAILED', path, error);
  }
}

function kindOf(entry: Dirent | BigIntStats): FileKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
