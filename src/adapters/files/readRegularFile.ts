import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { causeOf, systemError } from '../../domain/errors/fileFailure.js';
import type { OpenFile } from '../../ports/fileSystem.js';

// Opening a pipe that nobody writes to would wait for ever. Windows has neither the flag nor such pipes.
const FLAGS = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);
/** What systems say of a link that is not to be followed. */
const LINK_CAUSES = new Set(['ELOOP', 'EMLINK', 'EFTYPE']);
const NO_FOLLOW = constants.O_NOFOLLOW as number | undefined;

/** What stands there is no file, or nothing stands there. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTREG']);

const MEGABYTE = 1024 * 1024;
/** No file of a project that is read whole has a reason to be larger; one much larger fits into no text. */
const LARGEST_WHOLE = 64 * MEGABYTE;

/** Why a file is not read whole. */
export class TooLarge extends Error {
  constructor(size: number, most: number) {
    super(`it has ${String(Math.ceil(size / MEGABYTE))} MB; at most ${String(most / MEGABYTE)} MB are read`);
  }
}

/**
 * Whole content of a regular file; a pipe or device is refused, since reading it may never end. Files that others could have made are
 * opened here alone.
 * @param follow asked when the file is a link, and throws when it is not to be followed.
 */
export function readRegularFile(
  absolute: string,
  follow: () => void = () => undefined,
  most = LARGEST_WHOLE,
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

/** Text of a regular file of at most `most` bytes; undefined for anything else, and where there is nothing. */
export function textOfRegularFile(absolute: string, most: number): string | undefined {
  try {
    return readRegularFile(absolute, undefined, most).toString('utf8');
  } catch (error) {
    if (error instanceof TooLarge || NO_FILE.has(causeOf(error))) return undefined;
    throw error;
  }
}

/** A regular file to be read in parts. */
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

/** A socket, or a device that is not there, is not even opened. */
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
