import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UNFINISHED } from '../../adapters/cli/mergeDriverLine.js';
import { looksLikeGitFolder } from '../../adapters/files/gitFolder.js';
import { openRegularFile } from '../../adapters/files/readRegularFile.js';
import { causeOf } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';

/** Of a file that may be replaced. */
const START_BYTES = 4_096;

/**
 * Writes a file that somebody named: all of it or nothing, in place of nothing but a file, and through no link that a commit may
 * have put there or in place of what is not whole yet.
 * @param mayReplace whether a file that begins so may go; an empty one may.
 * @returns what stands where the first part of it would: somebody's, or left by a write that was killed.
 */
export function writeUserFile(
  path: string,
  content: Uint8Array,
  mayReplace: (start: string) => boolean = () => true,
): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() === false)
    throw new SpectoolError('WRITE_FAILED', `${path} is no file, and stays as it is.`, {
      hint: 'Name a file; `-` is standard output.',
    });
  if (stat !== undefined && stat.size > 0 && !mayReplace(startOf(path)))
    throw new SpectoolError(
      'WRITE_FAILED',
      `${path} is there, was not written by such a command, and stays as it is.`,
      {
        hint: 'Name another file; `-` is standard output.',
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

/** Git's and spectool's own folders, also as they are called where file systems make names short or drop what they end with. */
const OWN_NAME = /^(?:\.git|\.spectool|git~\d|specto~\d)[. ]*(?::.*)?$/iu;
/** Letters that some file systems pass over. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** What of git's, or of a project's settings and log, a path is or lies in; a repository without a name of its own is known by what it holds. */
export function ownFolderOn(path: string): string | undefined {
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    if (OWN_NAME.test(basename(at).replace(UNSEEN, ''))) return at;
    // The top of a working tree, which may stand in a folder of git's.
    if (existsSync(join(at, '.git'))) return undefined;
    if (looksLikeGitFolder(at)) return at;
  }
  return undefined;
}
