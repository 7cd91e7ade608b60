import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { textOfRegularFile } from '../files/readRegularFile.js';
import { pathIn } from './clonePlace.js';

/** Larger settings were written by nobody. */
const MOST_BYTES = 1024 * 1024;

/** Tops of all working trees of a clone that are there, links resolved; found without starting git. @throws where git's list of them cannot be read. */
export function worktreeTops(commonDir: string): readonly string[] {
  return topsThere(commonDir, linkedTops(commonDir));
}

/** As `worktreeTops`, as far as they can be told: git, too, works in a clone that has others it may not read. */
export function knownWorktreeTops(commonDir: string): readonly string[] {
  return topsThere(commonDir, knownLinkedTops(commonDir));
}

function topsThere(commonDir: string, linked: ReadonlyMap<string, string>): readonly string[] {
  return [...mainTop(commonDir), ...linked.values()]
    .filter((top) => existsSync(top))
    .map((top) => realpathSync.native(top));
}

/** What the path leads to in a working tree, links resolved; undefined where nothing is, or where a link leads out of it. */
export function withinTop(top: string, path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const real = realpathSync.native(path);
  return real === top || real.startsWith(top === sep ? sep : `${top}${sep}`) ? real : undefined;
}

/** Linked working trees that are known to be there, by the names git gives them. */
export function linkedWorktrees(commonDir: string): readonly string[] {
  return [...knownLinkedTops(commonDir)].filter(([, top]) => existsSync(top)).map(([name]) => name);
}

function knownLinkedTops(commonDir: string): ReadonlyMap<string, string> {
  try {
    return linkedTops(commonDir);
  } catch {
    return new Map();
  }
}

function linkedTops(commonDir: string): ReadonlyMap<string, string> {
  const linked = join(commonDir, 'worktrees');
  const names =
    statSync(linked, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(linked) : [];
  return new Map(
    names.flatMap((name) => {
      const dotGit = pathIn(join(linked, name, 'gitdir'));
      return dotGit === undefined ? [] : [[name, dirname(resolve(linked, name, dotGit))] as const];
    }),
  );
}

/** Beside a `.git` folder; elsewhere for a submodule, whose settings say where. A bare repository has none. */
function mainTop(commonDir: string): readonly string[] {
  if (basename(commonDir) === '.git') return [dirname(commonDir)];
  const text = textOfRegularFile(join(commonDir, 'config'), MOST_BYTES) ?? '';
  const named = /^[ \t]*worktree[ \t]*=[ \t]*"?(.+?)"?[ \t]*$/m.exec(text)?.[1];
  return named === undefined ? [] : [resolve(commonDir, named)];
}
