import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { LeftOut } from '../../ports/repository/cloneInfo.js';
import { openRegularFile } from '../files/readRegularFile.js';
import { realPath } from '../files/realPath.js';
import { type CloneLocation, inClone } from './locations/cloneLocation.js';
import type { AskGit } from './gitProcess.js';

/** Returns the version of git's index file; undefined if it cannot be read. */
function indexVersion(gitDir: string): number | undefined {
  try {
    const file = openRegularFile(join(gitDir, 'index'), () => undefined);
    try {
      const head = Buffer.from(file.read(0, 8));
      return head.toString('latin1', 0, 4) === 'DIRC' ? head.readUInt32BE(4) : undefined;
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * True if git may have excluded files from the working tree (sparse checkout). Checks git's files instead of starting git,
 * because every listing of specs needs the answer. Excluded files need an index of version 3 or higher, or a split index
 * (`sharedindex.*`).
 */
function mayLeaveOut({ gitDir }: CloneLocation): boolean {
  const version = indexVersion(gitDir);
  if (version === undefined ? existsSync(join(gitDir, 'info/sparse-checkout')) : version > 2) return true;
  return readdirSync(gitDir).some((name) => name.startsWith('sharedindex.'));
}

/** Returns the folder's path with links resolved, because git's index has no entries below a link. */
function realFolder({ top, prefix }: CloneLocation, root: string, folder: string): string {
  const place = relative(join(top, prefix), realPath(join(root, folder)));
  return place.startsWith('..') || isAbsolute(place) ? folder : place.split(sep).join('/');
}

/** Returns the files in a folder that are in git's index but excluded from the working tree. */
export function notCheckedOut(
  git: AskGit,
  place: CloneLocation,
  root: string,
  folder: string,
  isMissed: boolean,
): LeftOut {
  const { top, prefix } = place;
  if (!isMissed && !mayLeaveOut(place)) return { files: [] };
  const asked = inClone(place, realFolder(place, root, folder));
  const within = [asked].filter(Boolean);
  const { status, output, complaint } = git.run(['-C', top, 'ls-files', '-t', '-z', '--', ...within]);
  const start = prefix === '' ? 0 : prefix.length + 1;
  const marked = output.toString('utf8').split('\0');
  return {
    files: marked.flatMap((line) => (line.startsWith('S ') ? [line.slice('S '.length + start)] : [])),
    ...(status !== 0 && { unknown: complaint }),
  };
}
