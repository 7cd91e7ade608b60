import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pid } from 'node:process';
import { causeOf, fileFailure, SpectoolError, systemError } from '../../../domain/errors/spectoolError.js';
import type { StagedFile } from '../../../ports/fileSystem.js';
import { isProcessAlive } from '../lock/processTable.js';

/** Folders that `flushingTogether` flushes at its end; undefined outside of it, when each folder is flushed at once. */
let waiting: Set<string> | undefined;

/**
 * Runs `work` and then flushes each folder that it changed, so that a folder that gets hundreds of new names is flushed only
 * once. Until then, a power cut may lose the changes, so `work` must be repeatable.
 */
export function flushingTogether<T>(work: () => T): T {
  if (waiting !== undefined) return work();
  const folders = (waiting = new Set<string>());
  try {
    return work();
  } finally {
    waiting = undefined;
    for (const folder of folders) flushFolder(folder);
  }
}

/** Flushes a folder to disk, so that names that were made or changed in the folder survive a power cut. */
export function flushFolder(folder: string): void {
  if (waiting !== undefined) {
    waiting.add(folder);
    return;
  }
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch {
    // Ignore the error: Windows and some network shares cannot flush a folder, but the file itself has been flushed.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function made(folder: string): string | undefined {
  try {
    return mkdirSync(folder, { recursive: true });
  } catch (error) {
    // On a read-only file system, the recursive mkdir reports ENOENT although the parent folder exists; a plain mkdir reports the
    // real cause.
    if (existsSync(dirname(folder))) mkdirSync(folder);
    throw error;
  }
}

/** Creates a folder with its missing parent folders, and flushes them to disk. */
export function makeFolders(folder: string): void {
  const first = made(folder);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) flushFolder(dirname(made));
}

const PREFIX = '.spectool-tmp-';
const SHAPE = /^\.spectool-tmp-(\d{1,10})-[a-z0-9]+$/;
let count = 0;

/**
 * Returns a name for a temporary file. The name contains the process id, so that the files of processes that have ended can be
 * removed.
 */
function temporaryName(pid: number): string {
  count += 1;
  return `${PREFIX}${pid}-${Math.random().toString(36).slice(2, 10)}${count.toString(36)}`;
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Returns the id of the process that wrote a temporary file, from the file's name; undefined for any other name. */
function temporaryOwner(name: string): number | undefined {
  const match = SHAPE.exec(name);
  return match === null ? undefined : Number(match[1]);
}

/**
 * How long a temporary file is kept although its process does not run on this machine, in milliseconds: in a shared folder, the
 * process may run on another machine.
 */
const GRACE_MS = 10_000;
const FORGOTTEN_MS = 3_600_000;

/** Removes temporary files that killed processes left in a folder. @returns the number of removed files. */
export function sweepFolder(folder: string, graceMs = GRACE_MS): number {
  let swept = 0;
  for (const name of namesIn(folder).filter(isTemporaryName)) {
    const place = join(folder, name);
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    const age = Date.now() - stats.mtimeMs;
    const owner = temporaryOwner(name);
    const orphaned = owner !== undefined && !isProcessAlive(owner) && age >= graceMs;
    if (!orphaned && age < FORGOTTEN_MS) continue;
    rmSync(place, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(causeOf(error))) return [];
    throw error;
  }
}

/** Error codes of link(2) that mean that the file system does not support hard links. */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL']);

interface StagingPlace {
  /** Path of the file relative to the root, for messages. */
  readonly path: string;
  readonly root: string;
  /** Absolute path of the file or link itself. */
  readonly entry: string;
  /** Absolute path of the link's target if `entry` is a link; otherwise the same as `entry`. */
  readonly target: string;
  /** The folder for temporary files, which is easy to clean up; by default they are written beside the target. */
  readonly staging?: string;
  readonly durable: boolean;
  readonly hardLinks: boolean;
  /** Checks a folder again. @throws SpectoolError `OUTSIDE_PROJECT` if it has become a link that leads out of the root. */
  assertInside(folder: string): void;
}

/** A file that is written under a temporary name. A single rename or hard link then gives it its final name. */
export class NodeStagedFile implements StagedFile {
  readonly path: string;
  readonly #place: StagingPlace;
  readonly #temporary: string;

  constructor(place: StagingPlace, content: string | Uint8Array) {
    this.path = place.path;
    this.#place = place;
    this.#temporary = join(place.staging ?? dirname(place.target), temporaryName(pid));
    this.#guard(() => {
      if (!existsSync(dirname(place.target))) makeFolders(dirname(place.target));
      this.#write(content);
    });
  }

  get temporary(): string {
    return relative(this.#place.root, this.#temporary).split(sep).join('/');
  }

  commit(): void {
    this.#guard(() => {
      this.#intoFolder(dirname(this.#place.target), () => renameSync(this.#temporary, this.#place.target));
      this.#flush(this.#place.target);
    });
  }

  commitExclusive(): boolean {
    return this.#guard(() => {
      const taken = this.#place.hardLinks ? this.#link() : this.#claim();
      if (taken) this.#flush(this.#place.entry);
      // Ignore a failed removal of the temporary file: the commit has succeeded, and a later sweep removes the file.
      this.#tryDiscard();
      return taken;
    });
  }

  discard(): void {
    if (!isUnlinked(this.#temporary)) rmSync(this.#temporary, { force: true });
  }

  #tryDiscard(): void {
    try {
      this.discard();
    } catch {
      // Ignore the error, because a later sweep removes the file.
    }
  }

  #write(content: string | Uint8Array): void {
    const mode = existingMode(this.#place.target);
    const descriptor = this.#open();
    try {
      if (mode !== undefined) fchmodSync(descriptor, mode);
      writeFileSync(descriptor, content);
      if (this.#place.durable) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * Opens the temporary file, and makes its folder if it is missing. Tries several times, because another process may remove the
   * folder while it is empty.
   */
  #open(triesLeft = 10): number {
    try {
      return openSync(this.#temporary, 'wx', 0o666);
    } catch (error) {
      if (causeOf(error) !== 'ENOENT' || triesLeft === 0) throw error;
      makeFolders(dirname(this.#temporary));
      return this.#open(triesLeft - 1);
    }
  }

  /**
   * Runs `work`, which writes into a folder. Refuses a folder that another process has replaced by a link; makes a folder again
   * that another process has removed while it was empty.
   */
  #intoFolder(folder: string, work: () => void, triesLeft = 10): void {
    this.#place.assertInside(folder);
    try {
      work();
    } catch (error) {
      if (causeOf(error) !== 'ENOENT' || triesLeft === 0 || !isTaken(this.#temporary)) throw error;
      makeFolders(folder);
      this.#intoFolder(folder, work, triesLeft - 1);
    }
  }

  #link(): boolean {
    try {
      this.#intoFolder(dirname(this.#place.entry), () => linkSync(this.#temporary, this.#place.entry));
      return true;
    } catch (error) {
      const cause = causeOf(error);
      if (cause === 'EEXIST') return false;
      if (NO_HARD_LINKS.has(cause)) return this.#claim();
      throw error;
    }
  }

  /** Gives the file its name without a hard link: creates an empty file to reserve the name, then renames the content over it. */
  #claim(): boolean {
    try {
      this.#intoFolder(dirname(this.#place.entry), () => closeSync(openSync(this.#place.entry, 'wx')));
    } catch (error) {
      if (causeOf(error) === 'EEXIST') return false;
      throw error;
    }
    try {
      renameSync(this.#temporary, this.#place.entry);
    } catch (error) {
      rmSync(this.#place.entry, { force: true });
      throw error;
    }
    return true;
  }

  #flush(changed: string): void {
    if (this.#place.durable) flushFolder(dirname(changed));
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      // Ignore an error of the cleanup, and report the error that made the cleanup necessary.
      this.#tryDiscard();
      throw error instanceof SpectoolError ? error : fileFailure('WRITE_FAILED', this.#place.path, error);
    }
  }
}

/**
 * Returns the permissions of the file that is to be replaced. Throws if the user has made the file read-only, because a rename
 * would still replace it.
 */
function existingMode(target: string): number | undefined {
  const existing = statSync(target, { throwIfNoEntry: false });
  if (existing === undefined) return undefined;
  if (existing.isDirectory()) throw systemError('EISDIR');
  if (!existing.isFile()) throw systemError('ENOTREG');
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    // Another process removed the file a moment ago, for example to release a lock; there are no permissions to keep.
    if (causeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return existing.mode & 0o777;
}

/** Removes a file. @returns true if the file was removed or did not exist; false if the path is a folder. */
export function isUnlinked(absolute: string): boolean {
  try {
    unlinkSync(absolute);
    return true;
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return true;
    // Check for a folder here, because Node's own removal reports a file that may not be removed as "not a folder".
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) return false;
    throw error;
  }
}

/** True if there is an entry with this name, even a link without a target. */
export function isTaken(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
}
