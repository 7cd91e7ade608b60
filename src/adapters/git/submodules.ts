import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { realPath } from '../files/realPath.js';
import type { Submodule } from '../../ports/repository.js';
import type { ClonePlace } from './clonePlace.js';
import type { AskGit } from './gitProcess.js';

/** The mode of its entry in the index. */
export const SUBMODULE = '160000 ';

export function isCheckedOut(submodule: string): boolean {
  return existsSync(join(submodule, '.git'));
}

/** Submodules, and why those of one are not known. */
export interface Submodules {
  readonly absent: readonly Submodule[];
  readonly unknown?: string;
}

/**
 * Submodules in, at or above a folder of the project that are not checked out, those of checked-out ones too; by what `.gitmodules`
 * says, as git reads it.
 */
export function absentSubmodules(git: AskGit, place: ClonePlace, folder: string): Submodules {
  const top = realPath(place.top);
  const { prefix } = place;
  const own = prefix === '' ? '' : `${prefix}/`;
  const absent: Submodule[] = [];
  let unknown: string | undefined;
  /** By where they are: a commit may bring one that is a link to one that it is in. */
  const visited = new Set<string>();
  const visit = (module: string): void => {
    const real = realPath(join(top, module));
    if (visited.has(real)) return;
    visited.add(real);
    const { places, problem } = placesIn(git, join(top, module, '.gitmodules'));
    if (problem !== undefined) unknown = `${own === '' ? module : ''}.gitmodules: ${problem}`;
    for (const path of places) {
      const named = `${module}${path}`.replace(/\/+$/, '');
      // A module that names itself is none, nor is what a link leads out to.
      const isPlain = path.split('/').every((part) => part !== '.' && part !== '..');
      if (!isPlain || !named.startsWith(own) || !isBelow(top, realPath(join(top, named)))) continue;
      const inProject = named.slice(own.length);
      if (!isBelow(folder, inProject) && !isBelow(inProject, folder)) continue;
      if (isCheckedOut(join(top, named))) visit(`${named}/`);
      else if (isEmptyFolder(join(top, named)) || isSubmodule(git, top, module, path)) {
        const within = module === '' ? undefined : module.slice(own.length, -1);
        absent.push({ path: inProject, isHere: false, ...(within !== undefined && { within }) });
      }
    }
  };
  visit('');
  return { absent, ...(unknown !== undefined && { unknown }) };
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Those that a folder stands in. @param root of the project. */
export function submodulesAbove(root: string, folder: string): readonly string[] {
  const parts = folder.split('/');
  const above = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  return above.filter((path) => isCheckedOut(join(root, path)));
}

/** Git is not asked where there is no such file, as in most clones. */
function placesIn(
  git: AskGit,
  file: string,
): { readonly places: readonly string[]; readonly problem?: string } {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return { places: [] };
  const { status, output, complaint } = git.run([
    'config',
    '-f',
    file,
    '-z',
    '--get-regexp',
    String.raw`^submodule\..*\.path$`,
  ]);
  // None is told by 1.
  if (status !== 0) return { places: [], ...(status !== 1 && { problem: complaint }) };
  // Each is its name, a line break, its value and a NUL.
  const entries = output.toString('utf8').split('\0');
  return {
    places: entries.flatMap((entry) => (entry.includes('\n') ? [entry.slice(entry.indexOf('\n') + 1)] : [])),
  };
}

/** Of a folder with files, or of none, which may be no submodule any more. @param module which it is of; the top has no name. */
function isSubmodule(git: AskGit, top: string, module: string, place: string): boolean {
  const asked = ['-C', join(top, module), 'ls-files', '-s', '-z', '--', place];
  const { status, output } = git.run(asked);
  const [first = ''] = output.toString('utf8').split('\0', 1);
  return status === 0 && first.startsWith(SUBMODULE) && first.endsWith(`\t${place.replace(/\/+$/, '')}`);
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
