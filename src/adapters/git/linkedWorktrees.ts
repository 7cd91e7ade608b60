import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { StreamId } from '../../domain/log/records/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { textOfRegularFile } from '../files/readRegularFile.js';
import { type CloneLocation, pathIn } from './locations/cloneLocation.js';
import { walkSpecFolders } from './specFolderWalk.js';

/** Maximum size in bytes of a log file that is read; spectool writes no larger ones. */
const MOST_LOG_BYTES = 64 * 1024 * 1024;

/**
 * Returns the top folders of the linked worktrees of a clone that exist, by git's names for the worktrees; none if git's list cannot
 * be read. Git is not started, because that would take longer than the rest of a listing.
 */
export function linkedWorktrees(commonDir: string): ReadonlyMap<string, string> {
  const linked = join(commonDir, 'worktrees');
  return new Map(
    entriesOf(linked).flatMap((name) => {
      const dotGit = pathIn(join(linked, name, 'gitdir'));
      const top = dotGit === undefined ? undefined : dirname(resolve(linked, name, dotGit));
      return top !== undefined && existsSync(top) ? [[name, realpathSync.native(top)] as const] : [];
    }),
  );
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the top folders of all existing worktrees of a clone, with links resolved. */
export function worktreeTops(commonDir: string): readonly string[] {
  return [...mainTop(commonDir), ...linkedWorktrees(commonDir).values()];
}

/** Returns the top folders of the other worktrees of a clone. */
export function otherTops({ commonDir, top }: CloneLocation): readonly string[] {
  return worktreeTops(commonDir).filter((other) => other !== top);
}

/** Returns the folder that contains `.git`; empty for a bare repository, and for a submodule, whose git folder is elsewhere. */
function mainTop(commonDir: string): readonly string[] {
  return basename(commonDir) === '.git' ? [dirname(commonDir)] : [];
}

/** Returns the path with links resolved; undefined if it does not exist or leads out of the worktree. */
function withinTop(top: string, path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const real = realpathSync.native(path);
  return real === top || real.startsWith(top === sep ? sep : `${top}${sep}`) ? real : undefined;
}

/** Adds the names of the spec folders in the clone's other worktrees to a set, whether they are committed or not. */
export function collectWorktreeFolders(
  place: CloneLocation,
  specsDir: string,
  isSpecFolder: (name: string) => boolean,
  names: Set<string>,
): void {
  const tops = otherTops(place)
    .flatMap((other) => withinTop(other, join(other, place.prefix, specsDir)) ?? [])
    .map((at) => ({ name: '', at }));
  walkSpecFolders(tops, (wanted) => wanted.flatMap(folderOnDisk), isSpecFolder, names);
}

function folderOnDisk({ name, at }: { readonly name: string; readonly at: string }) {
  if (!existsSync(at)) return [];
  const entries = readdirSync(at, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    kind: entry.isDirectory() ? ('folder' as const) : entry.isFile() ? ('file' as const) : ('other' as const),
    at: () => join(at, entry.name),
  }));
  return [{ name, entries }];
}

/** Returns the distinct texts of the log files of these streams in the clone's other worktrees, committed or not. */
export function logsInWorktrees(
  place: CloneLocation,
  streams: readonly StreamId[],
): ReadonlyMap<StreamId, readonly string[]> {
  const others = otherTops(place);
  const texts = (stream: StreamId) =>
    others.flatMap((other) => filesIn(other, join(other, place.prefix, LOG_FOLDER, stream)));
  return new Map(streams.map((stream) => [stream, [...new Set(texts(stream))]]));
}

function filesIn(top: string, path: string): readonly string[] {
  try {
    const folder = withinTop(top, path);
    if (folder === undefined) return [];
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      const file = entry.isFile() ? path : withinTop(top, path);
      return (file === undefined ? undefined : textOfRegularFile(file, MOST_LOG_BYTES)) ?? [];
    });
  } catch {
    return [];
  }
}
