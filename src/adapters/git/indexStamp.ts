import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/**
 * Changes whenever git changes files of the tree around `folder`: what its index file looks like. Found without starting git.
 * Outside a repository always the same.
 */
export function indexStamp(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const dotGit = statSync(join(at, '.git'), { throwIfNoEntry: false });
    if (dotGit !== undefined) return stampOf(join(gitFolder(at, dotGit.isFile()), 'index'));
    if (dirname(at) === at) return 'no repository';
  }
}

/** In a worktree `.git` is a file that says where the folder is. */
function gitFolder(worktree: string, isFile: boolean): string {
  const dotGit = join(worktree, '.git');
  if (!isFile) return dotGit;
  const named = /^gitdir: (.+?)\s*$/.exec(readFileSync(dotGit, 'utf8'))?.[1] ?? '';
  return isAbsolute(named) ? named : join(worktree, named);
}

function stampOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined
    ? 'no index'
    : `${String(stats.mtimeNs)}-${String(stats.size)}-${String(stats.ino)}`;
}
