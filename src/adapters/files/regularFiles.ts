import { BOUNDS } from '../../domain/value/bounds.js';
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { causeOf, systemError } from '../../domain/errors/spectoolError.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import { isJsonObject, type JsonObject } from '../../domain/value/jsonValue.js';
import type { OpenFile } from '../../ports/fileSystem.js';

/**
 * Subfolders of the git folder whose files git reads during the commands that spectool runs; `refs` is searched with all its
 * subfolders.
 */
const READ = ['', 'info', 'objects/info', 'objects/pack', 'rebase-merge', 'rebase-apply', 'sequencer'];
/** Files at the top of the working tree from which git reads settings. */
const SETTINGS = ['.gitattributes', '.gitignore', '.gitmodules', '.mailmap'];
/**
 * The search of `refs` for a pipe or device stops after this many entries. If it misses one, git waits for that file until its
 * time limit.
 */
const MOST_REFS = 2000;

/**
 * Returns the path of a pipe or device that stands in place of a file that git reads, relative to the top of the working tree;
 * undefined if there is none. Git would wait forever for data from such a file. Sockets are not searched for, because git reports
 * an error when it opens one.
 */
export function blockingFile(
  folder: string,
  { gitDir, commonDir, top }: Readonly<Record<'gitDir' | 'commonDir' | 'top', string>>,
): string | undefined {
  for (const own of new Set([gitDir, commonDir])) {
    const found =
      READ.map((name) => endlessIn(join(own, name))).find((path) => path !== undefined) ??
      endlessBelow(join(own, 'refs'));
    if (found !== undefined) return relative(top, found);
  }
  const settings = [...new Set([top, folder])].flatMap((at) => SETTINGS.map((name) => join(at, name)));
  const found = settings.find(isEndless);
  return found === undefined ? undefined : relative(top, found);
}

function endlessBelow(refs: string): string | undefined {
  const folders = [refs];
  let left = MOST_REFS;
  for (let at = folders.pop(); at !== undefined && left > 0; at = folders.pop()) {
    const entries = entriesOf(at);
    left -= entries.length;
    const found = endlessAmong(at, entries);
    if (found !== undefined) return found;
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(at, entry.name));
  }
  return undefined;
}

function endlessIn(folder: string): string | undefined {
  return endlessAmong(folder, entriesOf(folder));
}

function endlessAmong(folder: string, entries: readonly Dirent[]): string | undefined {
  const found = entries.find((entry) => {
    if (entry.isFile() || entry.isDirectory() || entry.isSocket()) return false;
    return isEndless(join(folder, entry.name));
  });
  return found === undefined ? undefined : join(folder, found.name);
}

function isEndless(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFIFO() === true || stats?.isCharacterDevice() === true || stats?.isBlockDevice() === true;
  } catch {
    return false;
  }
}

/** Lists a folder. Returns no entries if the folder cannot be read, because git reports that itself. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

// O_NONBLOCK, because opening a pipe without a writer would otherwise wait forever. Windows has neither this flag nor such pipes.
const FLAGS = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);
/** The system's error codes for opening a symbolic link with O_NOFOLLOW. */
const LINK_CAUSES = new Set(['ELOOP', 'EMLINK', 'EFTYPE']);
const NO_FOLLOW = constants.O_NOFOLLOW as number | undefined;

/** The system's error codes for a path at which there is no regular file. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTREG']);

const MEGABYTE = 1024 * 1024;

/** The error for a file that is too large to be read as a whole. */
export class TooLarge extends Error {
  constructor(size: number, most: number) {
    super(
      `the file has ${String(Math.ceil(size / MEGABYTE))} MB; at most ${String(most / MEGABYTE)} MB are read`,
    );
  }
}

/**
 * Reads a whole regular file. Refuses pipes and devices, because reading from them may never end. All files that another user may
 * have made are opened with the functions of this module.
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
 * Returns the error to report: "not a regular file" for sockets and missing devices, which cannot be opened; otherwise the error
 * itself.
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
 * Returns the settings in the configuration file of a project, unchecked. Errors in the file are ignored, because they are
 * reported when it is loaded.
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
