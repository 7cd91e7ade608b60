import type { FileStat, FileSystem } from '../../ports/fileSystem.js';

/** More than this in one spec, and nothing is kept of it. */
const MOST_ENTRIES = 200;

/** A folder and the names directly in it; null where there is none. */
export type SeenFolder = readonly [path: string, names: readonly string[] | null];

/** Folders with all their content, and the look of each: of every folder, then of the files in it. */
export interface Evidence {
  readonly folders: readonly SeenFolder[];
  readonly stats: readonly FileStat[];
}

/** What stands in these folders and below; undefined where that proves nothing: links lead elsewhere. */
export function evidenceOf(files: FileSystem, paths: readonly string[]): Evidence | undefined {
  const folders: SeenFolder[] = [];
  const stats: FileStat[] = [];
  const look = (path: string): boolean => {
    const stat = files.stat(path);
    if (stat === undefined) {
      folders.push([path, null]);
      return true;
    }
    const entries = stat.kind === 'directory' ? files.list(path) : [];
    if (stat.kind !== 'directory' || stats.length + entries.length > MOST_ENTRIES) return false;
    const names = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
    const below = entries.filter(({ kind }) => kind === 'directory');
    if (names.length + below.length < entries.length) return false;
    const found = names.map((name) => files.stat(`${path}/${name}`));
    if (!found.every((one) => one?.kind === 'file')) return false;
    folders.push([path, names]);
    stats.push(stat);
    for (const one of found as FileStat[]) stats.push(one);
    // What was listed and is not found has gone, or has a name by which nothing is found.
    return below.every(({ name }) => files.stat(`${path}/${name}`) !== undefined && look(`${path}/${name}`));
  };
  try {
    return paths.every(look) ? { folders, stats } : undefined;
  } catch {
    return undefined;
  }
}
