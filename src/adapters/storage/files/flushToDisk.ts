import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Folders to flush at the end of `flushingTogether`; undefined while each folder is flushed at once. */
let waiting: Set<string> | undefined;

/**
 * Runs `work` and flushes the changed folders once, at the end: a folder that gets hundreds of new names is flushed only once.
 * Until then the changes may be lost in a power cut, so `work` must be repeatable.
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

/** Flushes a folder to disk, so that a name made or changed in it survives a power cut. */
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
    // Windows and some network shares cannot flush a folder; the file itself is flushed.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function made(folder: string): string | undefined {
  try {
    return mkdirSync(folder, { recursive: true });
  } catch (error) {
    // On a read-only file system the recursive mkdir reports ENOENT although the parent exists; a plain mkdir reports the real
    // cause.
    if (existsSync(dirname(folder))) mkdirSync(folder);
    throw error;
  }
}

/** Creates a folder with its parents and flushes the new names. */
export function makeFolders(folder: string): void {
  const first = made(folder);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) flushFolder(dirname(made));
}
