import { statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { pathIn } from '../places/clonePlace.js';
import { dotGitAbove, type DotGit } from '../places/dotGit.js';

/**
 * Changes whenever git changes files of the tree around `folder`: what its index file looks like. Found without starting git.
 * Undefined outside a repository.
 */
export function indexStamp(folder: string): string | undefined {
  const dotGit = dotGitAbove(folder);
  return dotGit === undefined ? undefined : stampOf(join(gitFolder(dotGit), 'index'));
}

/** In a worktree `.git` is a file that says where the folder is. */
function gitFolder({ path, isFile }: DotGit): string {
  if (!isFile) return path;
  const named = pathIn(path, 'gitdir: ') ?? '';
  return isAbsolute(named) ? named : join(dirname(path), named);
}

function stampOf(path: string): string {
  try {
    const { mtimeNs, size, ino } = statSync(path, { bigint: true });
    return `${String(mtimeNs)}-${String(size)}-${String(ino)}`;
  } catch {
    return 'no index';
  }
}
