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
import type { StagedFile } from '../../../ports/fileSystem.js';
import { flushFolder, makeFolders } from './flushToDisk.js';
import { causeOf, systemError } from '../../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { temporaryName } from './temporaryName.js';
import { systemFailure } from './systemFailure.js';

/** Error codes of link(2) on file systems without hard links. */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL']);

export interface StagingPlace {
  /** Relative to the root, for messages. */
  readonly path: string;
  readonly root: string;
  /** The path of the entry itself, absolute. */
  readonly entry: string;
  /** The target if the entry is a link; otherwise the same as `entry`. */
  readonly target: string;
  /** Folder for temporary files; if it is absent or on another device, they are written beside the target. */
  readonly staging?: string;
  readonly durable: boolean;
  readonly hardLinks: boolean;
  /** @throws SpectoolError `OUTSIDE_PROJECT` if the folder has become a link that leads outside the root. */
  assertInside(folder: string): void;
}

/** A file written under a temporary name; one rename or one hard link gives it its final name. */
export class NodeStagedFile implements StagedFile {
  readonly #place: StagingPlace;
  #temporary: string;

  constructor(place: StagingPlace, content: string | Uint8Array) {
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
      // The result does not depend on removing the temporary file; if that fails, a later sweep removes it.
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
      // A later sweep removes the file.
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
   * Opens the temporary file. Makes its folder if it is missing, and retries, because another process may remove the folder while
   * it is empty.
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
   * Runs `work` in a folder that another process may have replaced by a link, which is refused, or removed while it was empty: then
   * it is made again.
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

  /** Without hard links: creates an empty file to claim the name, then renames the content over it. */
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
      // The first error is the one to report.
      this.#tryDiscard();
      throw error instanceof SpectoolError ? error : systemFailure('WRITE_FAILED', this.#place.path, error);
    }
  }
}

/**
 * Returns the folder for the temporary file: the common one, which is easy to sweep, unless it is on another device, where a rename
 * would fail.
 */
function stagingFolder({ staging, target }: StagingPlace): string {
  const beside = dirname(target);
  if (staging === undefined) return beside;
  return deviceOf(staging) === deviceOf(beside) ? staging : beside;
}

/**
 * Returns the folder's device. Creates a missing folder, and retries because another process may remove the folder while it is
 * empty.
 */
function deviceOf(folder: string, triesLeft = 10): number {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined) return found.dev;
  if (triesLeft === 0) throw systemError('ENOENT');
  makeFolders(folder);
  return deviceOf(folder, triesLeft - 1);
}

/**
 * Returns the permissions of the file to be replaced. Refuses a file that the user made read-only, which a rename would replace all
 * the same.
 */
function existingMode(target: string): number | undefined {
  const existing = statSync(target, { throwIfNoEntry: false });
  if (existing === undefined) return undefined;
  if (existing.isDirectory()) throw systemError('EISDIR');
  if (!existing.isFile()) throw systemError('ENOTREG');
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    // The file was removed meanwhile, as a released lock is; there are no permissions to keep.
    if (causeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return existing.mode & 0o777;
}

/** Removes a file. @returns true if the name is now free, false if it belongs to a folder. */
export function isUnlinked(absolute: string): boolean {
  try {
    unlinkSync(absolute);
    return true;
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return true;
    // Checked here, because Node's own removal reports a file that may not be unlinked as "not a folder".
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) return false;
    throw error;
  }
}

/** True if an entry has the name, even a dangling link. */
export function isTaken(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
}
