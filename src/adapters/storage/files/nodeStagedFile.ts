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
import { flushFolder, makeFolders } from './durability.js';
import { causeOf, systemError } from '../../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { temporaryName } from './temporaryName.js';
import { systemFailure } from './systemFailure.js';

/** What a file system without hard links answers to link(2). */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL']);

export interface StagingPlace {
  /** Relative to the root. */
  readonly path: string;
  readonly root: string;
  /** The name itself. */
  readonly entry: string;
  /** What the name leads to, when it is a link; else the same. */
  readonly target: string;
  /** Folder for files under way; beside the target when it is absent or on another device. */
  readonly staging?: string;
  readonly durable: boolean;
  readonly hardLinks: boolean;
  /** @throws SpectoolError `OUTSIDE_PROJECT` for a folder that has become a link which leads out. */
  assertInside(folder: string): void;
}

/** A file written under a temporary name, from which it takes its own by one rename or one link. */
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
      // The name is given, or it is not, whatever becomes of the temporary one: what is left is swept later.
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
      // The sweep tries again.
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

  /** The folder is there mostly. Another process may remove it, empty as it is, between its making and the file in it. */
  #open(triesLeft = 10): number {
    try {
      return openSync(this.#temporary, 'wx', 0o666);
    } catch (error) {
      if (causeOf(error) !== 'ENOENT' || triesLeft === 0) throw error;
      makeFolders(dirname(this.#temporary));
      return this.#open(triesLeft - 1);
    }
  }

  /** The folder may have been removed, empty as it was, since it was made, or exchanged for a link. */
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

  /** Without hard links: an empty file claims the name, and the content takes its place. */
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
      // The first error is the one to tell.
      this.#tryDiscard();
      throw error instanceof SpectoolError ? error : systemFailure('WRITE_FAILED', this.#place.path, error);
    }
  }
}

/** One folder for all files under way is one folder to sweep; a rename cannot cross devices, though. */
function stagingFolder({ staging, target }: StagingPlace): string {
  const beside = dirname(target);
  if (staging === undefined) return beside;
  return deviceOf(staging) === deviceOf(beside) ? staging : beside;
}

/** Makes the folder where it is missing; another process may remove it, empty as it is, as soon as it is made. */
function deviceOf(folder: string, triesLeft = 10): number {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined) return found.dev;
  if (triesLeft === 0) throw systemError('ENOENT');
  makeFolders(folder);
  return deviceOf(folder, triesLeft - 1);
}

/** Permissions to carry over; refuses what the user made unwritable, which a rename would not ask about. */
function existingMode(target: string): number | undefined {
  const existing = statSync(target, { throwIfNoEntry: false });
  if (existing === undefined) return undefined;
  if (existing.isDirectory()) throw systemError('EISDIR');
  if (!existing.isFile()) throw systemError('ENOTREG');
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    // Removed since it was looked at, as a lock that was given back is: then it carries nothing over.
    if (causeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return existing.mode & 0o777;
}

/** True when nothing has the name any more; false when a folder does. */
export function isUnlinked(absolute: string): boolean {
  try {
    unlinkSync(absolute);
    return true;
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return true;
    // What Node's own removal says of a file that may not be unlinked is that it is no folder.
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) return false;
    throw error;
  }
}

/** True when something, a dangling link too, has the name. */
export function isTaken(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
}
