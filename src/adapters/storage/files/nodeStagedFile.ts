import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pid } from 'node:process';
import type { FileContent, StagedFile } from '../../../ports/fileSystem.js';
import { flushFolder, makeFolders } from './flushToDisk.js';
import { causeOf, systemError } from '../../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { temporaryName } from './temporaryFileName.js';
import { systemFailure } from './systemFailure.js';

/** Error codes of link(2) that mean that the file system does not support hard links. */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL']);

export interface StagingPlace {
  /** Path of the file relative to the root, for messages. */
  readonly path: string;
  readonly root: string;
  /** Absolute path of the file or link itself. */
  readonly entry: string;
  /** Absolute path of the link's target if `entry` is a link; otherwise the same as `entry`. */
  readonly target: string;
  /** The folder for temporary files. If it is absent or on another device, temporary files are written beside the target. */
  readonly staging?: string;
  readonly durable: boolean;
  readonly hardLinks: boolean;
  /** Checks a folder again. @throws SpectoolError `OUTSIDE_PROJECT` if it has become a link that leads out of the root. */
  assertInside(folder: string): void;
}

/** A file that is written under a temporary name. A single rename or hard link then gives it its final name. */
export class NodeStagedFile implements StagedFile {
  readonly #place: StagingPlace;
  #temporary: string;

  constructor(place: StagingPlace, content: FileContent) {
    this.#place = place;
    this.#temporary = join(dirname(place.target), temporaryName(pid));
    this.#guard(() => {
      this.#temporary = join(stagingFolder(place), temporaryName(pid));
      this.#write(content);
    });
  }

  get path(): string {
    return this.#place.path;
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

  #write(content: FileContent): void {
    const mode = existingMode(this.#place.target);
    const descriptor = this.#open();
    try {
      if (mode !== undefined) fchmodSync(descriptor, mode);
      const blocks = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
      for (const block of blocks) writeFileSync(descriptor, block);
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
      throw error instanceof SpectoolError ? error : systemFailure('WRITE_FAILED', this.#place.path, error);
    }
  }
}

/**
 * Returns the folder for the temporary file: `staging`, which is easy to clean up. If `staging` is on another device, returns the
 * target's own folder, because a rename between devices fails.
 */
function stagingFolder({ staging, target }: StagingPlace): string {
  const beside = dirname(target);
  if (staging === undefined) return beside;
  return deviceOf(staging) === deviceOf(beside) ? staging : beside;
}

/**
 * Returns the device of a folder, and makes the folder if it is missing. Tries several times, because another process may remove
 * the folder while it is empty.
 */
function deviceOf(folder: string, triesLeft = 10): number {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined) return found.dev;
  if (triesLeft === 0) throw systemError('ENOENT');
  makeFolders(folder);
  return deviceOf(folder, triesLeft - 1);
}

/**
 * Returns the permissions of the file that is to be replaced. Throws if the user has made the file read-only, because a rename
 * would replace the file nevertheless.
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
