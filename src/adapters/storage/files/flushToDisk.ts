import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

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
