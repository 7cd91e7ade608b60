import { statSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The `.git` of the repository around a folder: a folder, or in a worktree or submodule a file. */
export interface DotGit {
  readonly path: string;
  readonly isFile: boolean;
}

/** The nearest one upward, found without starting git; undefined outside a repository. */
export function dotGitAbove(folder: string): DotGit | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, '.git');
    const stats = statIfReachable(path);
    if (stats !== undefined) return { path, isFile: stats.isFile() };
    if (dirname(at) === at) return undefined;
  }
}

/** Undefined for what is not there, and for what nobody can get at: git would find no repository there either. */
function statIfReachable(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
