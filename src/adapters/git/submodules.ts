import { existsSync } from 'node:fs';
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

/** Submodules in, at or above a folder of the project that are not checked out, those of checked-out ones too; by git's index of each. */
export function absentSubmodules(git: AskGit, place: ClonePlace, folder: string): Submodules {
  const top = realPath(place.top);
  const own = place.prefix === '' ? '' : `${place.prefix}/`;
  const asked = own + folder;
  const absent: Submodule[] = [];
  let unknown: string | undefined;
  const visit = (module: string): void => {
    // Git is not asked where there is no such file, as in most clones.
    if (!existsSync(join(top, module, '.gitmodules'))) return;
    const within = asked.startsWith(module) ? asked.slice(module.length).split('/', 1) : [];
    const { status, output, complaint } = git.run([
      ...['-C', join(top, module), 'ls-files', '-s', '-z', '--'],
      ...within,
    ]);
    if (status !== 0) unknown = complaint;
    for (const line of output.toString('utf8').split('\0')) {
      const named = module + line.slice(line.indexOf('\t') + 1);
      const isMeant = isBelow(asked, named) || isBelow(named, asked);
      if (!line.startsWith(SUBMODULE) || !isMeant) continue;
      // Behind a link nothing is git's.
      if (isCheckedOut(join(top, named))) {
        if (realPath(join(top, named)) === join(top, named)) visit(`${named}/`);
      } else
        absent.push({
          path: named.slice(own.length),
          isHere: false,
          ...(module !== '' && { within: module.slice(own.length, -1) }),
        });
    }
  };
  visit('');
  return { absent, ...(unknown !== undefined && { unknown }) };
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Those that a folder stands in. @param root of the project. */
export function submodulesAbove(root: string, folder: string): readonly string[] {
  const parts = folder.split('/');
  const above = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  return above.filter((path) => isCheckedOut(join(root, path)));
}
