import { lstatSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { UNFINISHED } from '../../adapters/cli/mergeDriverLine.js';
import { causeOf } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';

/**
 * Writes a file that somebody named: all of it or nothing, in place of nothing but a file, and through no link that a commit may
 * have put there or in place of what is not whole yet.
 */
export function writeUserFile(path: string, content: Uint8Array): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() === false)
    throw new SpectoolError('WRITE_FAILED', `${path} is no file, and stays as it is.`, {
      hint: 'Name a file; `-` is standard output.',
    });
  // What stands there by the first name may be somebody's.
  const names = [path + UNFINISHED, `${path}${UNFINISHED}-${String(process.pid)}`];
  for (const unfinished of names) {
    try {
      writeFileSync(unfinished, content, { flag: 'wx' });
      renameSync(unfinished, path);
      return;
    } catch (error) {
      const isTaken = causeOf(error) === 'EEXIST';
      if (!isTaken) rmSync(unfinished, { force: true });
      if (!isTaken || unfinished === names.at(-1)) throw error;
    }
  }
}

/** As it is where nothing can be followed: writing there fails, and says why. */
export function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
