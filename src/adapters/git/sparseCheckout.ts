import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { LeftOut, Submodule } from '../../ports/repository/clone.js';
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

/** Without it marks in the index leave out what is left out. */
function isSparse(git: AskGit, { gitDir }: ClonePlace): boolean {
  const { output } = git.run(['config', '--type=bool', '--get', 'core.sparseCheckout']);
  return output.toString('latin1') === 'true\n' && existsSync(join(gitDir, 'info/sparse-checkout'));
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
 * What is in git's index below a folder of the project and is left out of the working tree, and submodules in, at or above it, those of
 * checked-out ones too.
 */
export function notCheckedOut(
  git: AskGit,
  place: ClonePlace,
  root: string,
  folder: string,
  isMissed: boolean,
): LeftOut {
  const top = realPath(place.top);
  const own = place.prefix === '' ? 0 : place.prefix.length + 1;
  const asked = inClone(place, realFolder(place, root, folder));
  const files: string[] = [];
  const submodules: Submodule[] = [];
  let unknown: string | undefined;
  const visit = (module: string): void => {
    const isAsked = module === '' && (isMissed || mayLeaveOut(place));
    if (!isAsked && !existsSync(join(top, module, '.gitmodules'))) return;
    // What stands above the folder may be a submodule.
    const within = asked.startsWith(module) ? asked.slice(module.length).split('/', 1) : [];
    const question = ['-C', join(top, module), 'ls-files', '-t', '-s', '-z', '--', ...within.filter(Boolean)];
    const { status, output, complaint } = git.run(question);
    if (status !== 0) unknown = complaint;
    for (const line of output.toString('utf8').split('\0')) {
      const named = module + line.slice(line.indexOf('\t') + 1);
      const path = named.slice(own);
      if (!line.startsWith(SUBMODULE, 2)) {
        if (module === '' && line.startsWith('S ') && isBelow(asked, named)) files.push(path);
      } else if (isBelow(asked, named) || isBelow(named, asked)) {
        const isHere = existsSync(join(top, named, '.git'));
        if (isMissed || !isHere)
          submodules.push({ path, isHere, ...(module !== '' && { within: module.slice(own, -1) }) });
        // Behind a link nothing is git's.
        if (isHere && realPath(join(top, named)) === join(top, named)) visit(`${named}/`);
      }
    }
  };
  visit('');
  return {
    files,
    submodules,
    ...(files.length > 0 && { isSparse: isSparse(git, place) }),
    ...(unknown !== undefined && { unknown }),
  };
}
