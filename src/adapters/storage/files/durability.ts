import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Flushes a folder, so that a name made or changed in it survives a power cut. */
export function flushFolder(folder: string): void {
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

/** Makes a folder with its parents and flushes the names that are new. */
export function makeFolders(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) flushFolder(dirname(made));
}
