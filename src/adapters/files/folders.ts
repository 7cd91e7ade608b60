import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { causeOf, reasonOf, SpectoolError } from '../../domain/errors/spectoolError.js';

/**
 * True if the folder contains what every git folder contains, whatever its name.
 * @throws the system's error if the folder may not be read.
 */
export function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
}

/** Like `isGitFolder`, but false if the folder may not be read or is a circular link. */
export function looksLikeGitFolder(folder: string): boolean {
  try {
    return isGitFolder(folder);
  } catch {
    return false;
  }
}

/** Returns the path with all links resolved, or unchanged if that fails; a later read or write then reports the reason. */
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
 * @param reader the program that uses the files, as an error message calls it, such as "the editor".
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

function removed(folder: string): string | undefined {
  try {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
