import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UNFINISHED } from '../../adapters/cli/mergeDriverShellLine.js';
import { looksLikeGitFolder } from '../../adapters/files/isGitFolder.js';
import { openRegularFile } from '../../adapters/files/readRegularFile.js';
import { causeOf } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';

/** Number of bytes at the beginning of a file that decide whether the file may be replaced. */
const START_BYTES = 4_096;

/**
 * Writes a file that the user named, atomically. Only regular files are replaced. The temporary file is created exclusively,
 * so that links or files from a commit are neither followed nor overwritten.
 * @param mayReplace returns whether an existing file may be replaced, given its beginning; an empty file is always replaced.
 * @returns the path of the temporary file if a file with that name already exists, for example after a killed write.
 */
export function writeUserFile(
  path: string,
  content: Uint8Array,
  mayReplace: (start: string) => boolean = () => true,
): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() === false)
    throw new SpectoolError('WRITE_FAILED', `${path} is not a regular file, and was not changed.`, {
      hint: 'Name a file, or `-` for standard output.',
    });
  if (stat !== undefined && stat.size > 0 && !mayReplace(startOf(path)))
    throw new SpectoolError(
      'WRITE_FAILED',
      `${path} already exists and was not written by this command, so it was not replaced.`,
      {
        hint: 'Name another file, or `-` for standard output.',
      },
    );
  const names = [path + UNFINISHED, `${path}${UNFINISHED}-${String(process.pid)}`];
  for (const unfinished of names) {
    try {
      writeFileSync(unfinished, content, { flag: 'wx' });
      renameSync(unfinished, path);
      return unfinished === names[0] ? undefined : names[0];
    } catch (error) {
      const isTaken = causeOf(error) === 'EEXIST';
      if (!isTaken) rmSync(unfinished, { force: true });
      if (!isTaken || unfinished === names.at(-1)) throw error;
    }
  }
  return undefined;
}

function startOf(path: string): string {
  const file = openRegularFile(path, () => undefined);
  try {
    return Buffer.from(file.read(0, START_BYTES)).toString('utf8');
  } finally {
    file.close();
  }
}

/**
 * Matches names of git's and spectool's own folders, including the short names and trailing characters that some file systems
 * accept.
 */
const OWN_NAME = /^(?:\.git|\.spectool|git~\d|specto~\d)[. ]*(?::.*)?$/iu;
/** Matches characters that some file systems ignore in names. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Returns the git folder or `.spectool` folder that is `path` or contains `path`. A bare repository is recognized by its
 * files.
 */
export function ownFolderOn(path: string): string | undefined {
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    if (OWN_NAME.test(basename(at).replace(UNSEEN, ''))) return at;
    // Stop here: this is the top of a working tree, even if the tree is inside a git folder.
    if (existsSync(join(at, '.git'))) return undefined;
    if (looksLikeGitFolder(at)) return at;
  }
  return undefined;
}
