import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Folders that are flushed together; none while each is flushed at once. */
let waiting: Set<string> | undefined;

/**
 * What is made, renamed and removed in folders during `work` survives a power cut when this returns, not before: a folder that hundreds
 * of names go into is flushed once. For work that can be done over.
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

/** Flushes a folder, so that a name made or changed in it survives a power cut. */
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
    // Some systems cannot flush a folder (Windows, some network shares); the file itself is flushed.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function made(folder: string): string | undefined {
  try {
    return mkdirSync(folder, { recursive: true });
  } catch (error) {
    // On a file system that is read-only Node says ENOENT of a folder that stands; without parents to make it says what is so.
    if (existsSync(dirname(folder))) mkdirSync(folder);
    throw error;
  }
}

/** Makes a folder with its parents and flushes the names that are new. */
export function makeFolders(folder: string): void {
  const first = made(folder);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) flushFolder(dirname(made));
}
