import { BOUNDS } from '../../domain/value/bounds.js';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { causeOf, systemError, reasonOf, SpectoolError } from '../../domain/errors/spectoolError.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import { isJsonObject, type JsonObject } from '../../domain/value/jsonValue.js';
import type { OpenFile } from '../../ports/fileSystem.js';
import { tmpdir } from 'node:os';

// O_NONBLOCK, because opening a named pipe that no program writes to would otherwise wait forever. Windows has neither.
const FLAGS = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);
/** Error codes for opening a symbolic link with `O_NOFOLLOW`, which refuses links. They differ between operating systems. */
const LINK_CAUSES = new Set(['ELOOP', 'EMLINK', 'EFTYPE']);
const NO_FOLLOW = constants.O_NOFOLLOW as number | undefined;

/** The system's error codes for a path at which there is no regular file. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTREG']);

const MEGABYTE = 1024 * 1024;

/** The error for a file that is too large to be read as a whole. */
export class TooLarge extends Error {
  constructor(size: number, most: number) {
    super(
      `the file has ${String(Math.ceil(size / MEGABYTE))} MB, more than the limit of ${String(most / MEGABYTE)} MB`,
    );
  }
}

/**
 * Reads a whole regular file. Refuses pipes and devices, because reading from them may never end. Files that another user may
 * have made must be opened with the functions of this module.
 * @param follow called if the file is a link; throws if the link must not be followed.
 */
export function readRegularFile(
  absolute: string,
  follow: () => void = () => undefined,
  most: number = BOUNDS.log,
): Buffer {
  const descriptor = opened(absolute, follow);
  try {
    const size = sizeOf(descriptor);
    if (size > most) throw new TooLarge(size, most);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads the text of a regular file of at most `most` bytes. Returns undefined if the file is larger, does not exist or is not a
 * regular file.
 */
export function textOfRegularFile(absolute: string, most: number): string | undefined {
  try {
    return readRegularFile(absolute, undefined, most).toString('utf8');
  } catch (error) {
    if (error instanceof TooLarge || NO_FILE.has(causeOf(error))) return undefined;
    throw error;
  }
}

/** Opens a regular file to read parts of it. */
export function openRegularFile(absolute: string, follow: () => void): OpenFile {
  let descriptor: number | undefined = opened(absolute, follow);
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  try {
    return { size: sizeOf(descriptor), read: (start, length) => readPart(descriptor, start, length), close };
  } catch (error) {
    close();
    throw error;
  }
}

function opened(absolute: string, follow: () => void): number {
  if (NO_FOLLOW !== undefined) {
    try {
      return openSync(absolute, FLAGS | NO_FOLLOW);
    } catch (error) {
      if (!LINK_CAUSES.has(causeOf(error))) throw fileError(error);
    }
  }
  follow();
  try {
    return openSync(absolute, FLAGS);
  } catch (error) {
    throw fileError(error);
  }
}

/**
 * Replaces the system's error for a socket or a missing device, which cannot be opened, by "not a regular file". Returns any
 * other error unchanged.
 */
function fileError(error: unknown): unknown {
  return ['ENXIO', 'ENODEV'].includes(causeOf(error)) ? systemError('ENOTREG') : error;
}

function readPart(descriptor: number | undefined, start: number, length: number): Uint8Array {
  if (descriptor === undefined) throw systemError('EBADF');
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const read = readSync(descriptor, bytes, at, length - at, start + at);
    if (read === 0) break;
    at += read;
  }
  return bytes.subarray(0, at);
}

function sizeOf(descriptor: number): number {
  const stats = fstatSync(descriptor);
  if (stats.isDirectory()) throw systemError('EISDIR');
  if (!stats.isFile()) throw systemError('ENOTREG');
  return stats.size;
}

/**
 * Reads `.spectool/config.json` of a project as a regular file. Returns its settings, unchecked; `{}` if it cannot be read or
 * parsed, because such errors are reported when a command loads the configuration.
 */
export function configObjectIn(project: string): JsonObject {
  try {
    const text = textOfRegularFile(join(project, CONFIG_FILE), BOUNDS.smallFile) ?? '';
    const config: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isJsonObject(config) ? config : {};
  } catch {
    return {};
  }
}

/**
 * True if the folder is a git folder: it contains `HEAD`, `objects` and `refs`. Its name need not be `.git`.
 * @throws the system's error if the folder may not be read.
 */
export function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
}

/** Like `isGitFolder`, but false if the files of the folder cannot be accessed: no permission, or a circular link in the path. */
export function looksLikeGitFolder(folder: string): boolean {
  try {
    return isGitFolder(folder);
  } catch {
    return false;
  }
}

/**
 * Returns the path with all links resolved. If that fails, returns it unchanged; a later read or write then reports the reason.
 */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** A temporary folder with copies of texts that another program reads or edits. */
export interface TemporaryFolder {
  readonly paths: readonly string[];
  /** Removes the folder. @returns why the removal failed, if it did. */
  readonly remove: () => string | undefined;
}

/**
 * Makes a new temporary folder that only the user can read, and writes the given files into it.
 * @param reader the program that uses the files, such as "the editor", for the error message.
 * @param place parent of the new folder.
 * @throws SpectoolError WRITE_FAILED if the folder or a file cannot be written; the folder is removed first.
 */
export function temporaryFolder(
  reader: string,
  files: readonly (readonly [name: string, content: Uint8Array | string])[],
  place = tmpdir(),
): TemporaryFolder {
  let folder: string | undefined;
  try {
    const made = (folder = mkdtempSync(join(place, 'spectool-')));
    const paths = files.map(([name, content]) => {
      const path = join(made, name);
      writeFileSync(path, content, { mode: 0o600 });
      return path;
    });
    return { paths, remove: () => removed(made) };
  } catch (error) {
    if (folder !== undefined) removed(folder);
    throw new SpectoolError(
      'WRITE_FAILED',
      `Cannot write a temporary copy for ${reader} into ${place}: ${reasonOf(error)}.`,
      {
        hint: 'Check the permissions and free space of the folder, or set TMPDIR to another folder.',
        details: { path: place, cause: causeOf(error) },
      },
    );
  }
}

/** Removes a folder. @returns why it could not be removed. */
export function removed(folder: string): string | undefined {
  try {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
