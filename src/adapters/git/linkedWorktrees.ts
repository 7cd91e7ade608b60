import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { StreamId } from '../../domain/log/records/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { textOfRegularFile } from '../files/readRegularFile.js';
import { type CloneLocation, pathIn } from './locations/cloneLocation.js';
import { walkSpecFolders } from './specFolderWalk.js';

/** Maximum size in bytes of a log file that is read; spectool writes no larger ones. */
const MOST_LOG_BYTES = 64 * 1024 * 1024;

/**
 * Returns the top folders of the linked worktrees of a clone that exist, by git's names for the worktrees. Git is not started,
 * because that would take longer than the rest of a listing.
 * @throws the system's error if git's list of worktrees cannot be read.
 */
export function linkedWorktrees(commonDir: string): ReadonlyMap<string, string> {
  const linked = join(commonDir, 'worktrees');
  const isThere = statSync(linked, { throwIfNoEntry: false })?.isDirectory() === true;
  return new Map(
    (isThere ? readdirSync(linked) : []).flatMap((name) => {
      const dotGit = pathIn(join(linked, name, 'gitdir'));
      const top = dotGit === undefined ? undefined : dirname(resolve(linked, name, dotGit));
      return top !== undefined && existsSync(top) ? [[name, realpathSync.native(top)] as const] : [];
    }),
  );
}

/** Like `linkedWorktrees`, but returns none if the list cannot be read, because git works in such a clone too. */
export function knownWorktrees(commonDir: string): ReadonlyMap<string, string> {
  try {
    return linkedWorktrees(commonDir);
  } catch {
    return new Map();
  }
}

/** Returns the top folders of all existing worktrees of a clone, with links resolved. */
export function worktreeTops(commonDir: string, linked = linkedWorktrees(commonDir)): readonly string[] {
  return [...mainTop(commonDir), ...linked.values()];
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
  { commonDir, top, prefix }: CloneLocation,
  specsDir: string,
  isSpecFolder: (name: string) => boolean,
  names: Set<string>,
): void {
  const tops = worktreeTops(commonDir)
    .filter((other) => other !== top)
    .flatMap((other) => withinTop(other, join(other, prefix, specsDir)) ?? [])
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
  { commonDir, top, prefix }: CloneLocation,
  streams: readonly StreamId[],
): ReadonlyMap<StreamId, readonly string[]> {
  const others = worktreeTops(commonDir, knownWorktrees(commonDir)).filter((other) => other !== top);
  const texts = (stream: StreamId) =>
    others.flatMap((other) => filesIn(other, join(other, prefix, LOG_FOLDER, stream)));
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
