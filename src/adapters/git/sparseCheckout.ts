import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { LeftOut } from '../../ports/repository/cloneInfo.js';
import { openRegularFile } from '../files/readRegularFile.js';
import { realPath } from '../files/realPath.js';
import { type CloneLocation, inClone } from './locations/cloneLocation.js';
import type { AskGit } from './gitProcess.js';

/** The mode of a submodule in git's index. */
const SUBMODULE = '160000 ';

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

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Returns the files in a folder that are in git's index but excluded from the working tree, and the submodules at, above or in
 * the folder. Files within submodules are not listed.
 */
export function notCheckedOut(
  git: AskGit,
  place: CloneLocation,
  root: string,
  folder: string,
  isMissed: boolean,
): LeftOut {
  const { top, prefix } = place;
  if (!isMissed && !mayLeaveOut(place) && !existsSync(join(top, '.gitmodules'))) return { files: [] };
  const asked = inClone(place, realFolder(place, root, folder));
  // List everything in the topmost folder, because a parent folder may be a submodule.
  const within = asked.split('/', 1).filter(Boolean);
  const { status, output, complaint } = git.run(['-C', top, 'ls-files', '-t', '-s', '-z', '--', ...within]);
  const entries = output
    .toString('utf8')
    .split('\0')
    .map((line) => {
      const named = line.slice(line.indexOf('\t') + 1);
      return { line, named, path: named.slice(prefix === '' ? 0 : prefix.length + 1) };
    });
  const submodules = entries
    .filter(
      ({ line, named }) => line.startsWith(SUBMODULE, 2) && (isBelow(asked, named) || isBelow(named, asked)),
    )
    .map(({ named, path }) => ({ path, isHere: existsSync(join(top, named, '.git')) }));
  return {
    files: entries.flatMap(({ line, named, path }) =>
      line.startsWith('S ') && isBelow(asked, named) ? [path] : [],
    ),
    submodules: submodules.filter(({ isHere }) => isMissed || !isHere),
    ...(status !== 0 && { unknown: complaint }),
  };
}
