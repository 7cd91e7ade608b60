import { readdirSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { LeftOut } from '../../ports/repository.js';
import { openRegularFile, textOfRegularFile } from '../files/readRegularFile.js';
import { realPath } from '../files/realPath.js';
import type { ClonePlace } from './clonePlace.js';
import type { AskGit } from './gitProcess.js';
import { absentSubmodules, isCheckedOut, SUBMODULE, submodulesAbove } from './submodules.js';

const LARGEST = 1_000_000;
const IS_ON = /^[ \t]*sparsecheckout[ \t]*(?:=[ \t]*(?:true|yes|on|1)[ \t]*)?$/im;

/** What cannot be read may be: git's index tells what is left out all the same. */
function mayBeThere(file: string): boolean {
  try {
    return textOfRegularFile(file, LARGEST) !== undefined;
  } catch {
    return true;
  }
}

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

/** Whether a sparse checkout is set up. */
function isSparse({ gitDir, commonDir }: ClonePlace): boolean {
  if (!mayBeThere(join(gitDir, 'info/sparse-checkout'))) return false;
  const settings = [join(gitDir, 'config.worktree'), join(commonDir, 'config')];
  return settings.some((file) => IS_ON.test(textOfRegularFile(file, LARGEST) ?? ''));
}

/** Of an index in two parts the first tells nothing of what the second leaves out. */
function hasSharedIndex(gitDir: string): boolean {
  return readdirSync(gitDir).some((name) => name.startsWith('sharedindex.'));
}

/** Git is asked only where something may be left out, as in hardly any clone. */
function mayLeaveOut(place: ClonePlace): boolean {
  const version = indexVersion(place.gitDir);
  // Marks of single files make an index of version 2 one of version 3; any other may have them.
  const mayHaveMarks =
    version === undefined ? mayBeThere(join(place.gitDir, 'info/sparse-checkout')) : version > 2;
  return mayHaveMarks || isSparse(place) || hasSharedIndex(place.gitDir);
}

/** Below a link git knows nothing by the name of the link. */
function realFolder({ top, prefix }: ClonePlace, root: string, folder: string): string {
  const place = relative(join(top, prefix), realPath(join(root, folder)));
  return place.startsWith('..') || isAbsolute(place) ? folder : place.split(sep).join('/');
}

/** What is in git's index below a folder of the project, and that it leaves out of the working tree. */
export function notCheckedOut(
  git: AskGit,
  place: ClonePlace,
  root: string,
  folder: string,
  isMissed: boolean,
): LeftOut {
  const real = realFolder(place, root, folder);
  const { absent, unknown } = absentSubmodules(git, place, real);
  const untold = unknown === undefined ? {} : { unknown };
  if (!isMissed && !mayLeaveOut(place)) return { files: [], submodules: absent, ...untold };
  const answer = git.run(['ls-files', '-t', '-s', '-z', '--', real]);
  if (answer.status !== 0) return { files: [], submodules: absent, unknown: answer.complaint };
  const files: string[] = [];
  const submodules = new Map(absent.map((one) => [one.path, one]));
  for (const path of submodulesAbove(root, real)) submodules.set(path, { path, isHere: true });
  for (const line of answer.output.toString('utf8').split('\0')) {
    const path = line.slice(line.indexOf('\t') + 1);
    if (line.startsWith(SUBMODULE, 2)) submodules.set(path, { path, isHere: isCheckedOut(join(root, path)) });
    else if (line.startsWith('S ')) files.push(path);
  }
  const named = [...submodules.values()].filter(({ isHere }) => isMissed || !isHere);
  return { files, submodules: named, isSparse: isSparse(place), ...untold };
}
