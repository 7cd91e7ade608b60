import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { GitProcess } from './gitProcess.js';
import type { GitPlace } from './gitPlace.js';
import { walkSpecFolders } from './specFolderWalk.js';
import type { WalkedFolder, WantedFolder } from './specFolderWalk.js';

/** Adds the names of spec folders as they stand in the other worktrees, committed or not. */
export function collectWorktreeFolders(
  git: GitProcess,
  place: GitPlace,
  specsDir: string,
  isSpecFolder: (name: string) => boolean,
  names: Set<string>,
): void {
  const read = (wanted: readonly WantedFolder[]) => wanted.flatMap(({ name, at }) => folderAt(name, at));
  const tops = otherWorktrees(git, place).map((worktree) => ({
    name: '',
    at: join(worktree, place.prefix, specsDir),
  }));
  walkSpecFolders(read(tops), read, isSpecFolder, names);
}

function otherWorktrees(git: GitProcess, place: GitPlace): readonly string[] {
  // Most repositories have one working tree; they are spared the question.
  if (!existsSync(join(place.commonDir, 'worktrees'))) return [];
  const listed = git.run(['worktree', 'list', '--porcelain', '-z']);
  const text = listed.status === 0 ? listed.output : git.run(['worktree', 'list', '--porcelain']).output;
  return text
    .toString('utf8')
    .split(listed.status === 0 ? '\0' : '\n')
    .filter((line) => line.startsWith('worktree '))
    .map((line) => line.slice('worktree '.length))
    .filter((worktree) => existsSync(worktree) && realpathSync(worktree) !== place.top);
}

function folderAt(name: string, at: string): readonly WalkedFolder[] {
  if (!existsSync(at)) return [];
  const entries = readdirSync(at, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    kind: entry.isDirectory() ? ('folder' as const) : entry.isFile() ? ('file' as const) : ('other' as const),
    id: () => join(at, entry.name),
  }));
  return [{ name, entries }];
}
