import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GitPlace } from './gitPlace.js';
import { walkSpecFolders } from './specFolderWalk.js';
import type { WalkedFolder, WantedFolder } from './specFolderWalk.js';
import { withinTop, worktreeTops } from './worktreeTops.js';

/** Adds the names of spec folders as they stand in the other worktrees, committed or not. */
export function collectWorktreeFolders(
  place: GitPlace,
  specsDir: string,
  isSpecFolder: (name: string) => boolean,
  names: Set<string>,
): void {
  const read = (wanted: readonly WantedFolder[]) => wanted.flatMap(({ name, at }) => folderAt(name, at));
  const tops = worktreeTops(place.commonDir)
    .filter((top) => top !== place.top)
    .flatMap((top) => withinTop(top, join(top, place.prefix, specsDir)) ?? [])
    .map((at) => ({ name: '', at }));
  walkSpecFolders(read(tops), read, isSpecFolder, names);
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
