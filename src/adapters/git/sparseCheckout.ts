import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { LeftOut } from '../../ports/repository/clone.js';
import { openRegularFile } from '../files/readRegularFile.js';
import { realPath } from '../files/realPath.js';
import { type ClonePlace, inClone } from './places/clonePlace.js';
import type { AskGit } from './gitProcess.js';

/** The mode of a submodule in the index. */
const SUBMODULE = '160000 ';

/** Of git's index file; undefined where it cannot be told. */
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
 * Every listing asks, and git is started only where something may be left out, as in hardly any clone: marks of single files make an
 * index of version 2 one of version 3, and of an index in two parts the first tells nothing of what the second leaves out.
 */
function mayLeaveOut({ gitDir }: ClonePlace): boolean {
  const version = indexVersion(gitDir);
  if (version === undefined ? existsSync(join(gitDir, 'info/sparse-checkout')) : version > 2) return true;
  return readdirSync(gitDir).some((name) => name.startsWith('sharedindex.'));
}

/** Below a link git knows nothing by the name of the link. */
function realFolder({ top, prefix }: ClonePlace, root: string, folder: string): string {
  const place = relative(join(top, prefix), realPath(join(root, folder)));
  return place.startsWith('..') || isAbsolute(place) ? folder : place.split(sep).join('/');
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * What is in git's index below a folder of the project and is left out of the working tree, and submodules in, at or above it. Those of
 * submodules are not looked for.
 */
export function notCheckedOut(
  git: AskGit,
  place: ClonePlace,
  root: string,
  folder: string,
  isMissed: boolean,
): LeftOut {
  const { top, prefix } = place;
  if (!isMissed && !mayLeaveOut(place) && !existsSync(join(top, '.gitmodules'))) return { files: [] };
  const asked = inClone(place, realFolder(place, root, folder));
  // What stands above the folder may be a submodule.
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
