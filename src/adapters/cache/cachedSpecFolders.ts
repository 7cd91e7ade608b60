import { parentOf, type SpecFolder } from '../../domain/naming/projectPath.js';
import type { DirectoryEntry, FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { NotRead } from '../../ports/specStore.js';
import type { Section } from './snapshotSection.js';
import { isSame, type Stamp, stampOf } from './fileStamp.js';

type Looking = Pick<FileSystem, 'list' | 'stat' | 'placeOf'>;

/** A cached search for spec folders, with the stamp (times, size and inode) of every folder that the search result depends on. */
export interface CachedSpecFolders {
  readonly seen: readonly (readonly [path: string, stamp: Stamp])[];
  readonly folders: readonly SpecFolder[];
  readonly notRead: readonly NotRead[];
}

/** Returns the cached result `kept`; undefined if there is none, or if a folder that it depends on may have changed. */
export function cachedSpecFolders(
  files: Looking,
  kept: CachedSpecFolders | undefined,
): CachedSpecFolders | undefined {
  const isUnchanged = kept?.seen.every(([path, stamp]) => {
    const stat = files.stat(path);
    return stat !== undefined && isSame(stamp, 0, stat);
  });
  return isUnchanged === true ? kept : undefined;
}

/** Wraps a file system and records the stat of every folder that a search depends on, taken before the folder is read. */
export class WatchedFolders implements Looking {
  readonly #files: Looking;
  readonly #seen = new Map<string, FileStat | undefined>();

  constructor(files: Looking) {
    this.#files = files;
  }

  list(path: string): readonly DirectoryEntry[] {
    this.#watch(path);
    return this.#files.list(path);
  }

  stat(path: string) {
    this.#watch(parentOf(path));
    return this.#files.stat(path);
  }

  placeOf(path: string): string | undefined {
    return this.#files.placeOf(path);
  }

  /**
   * Returns the search result with the stamps of its folders, ready to be cached. Returns undefined if a folder changed so
   * recently that a further change might not alter its stamp.
   */
  kept(
    { folders, notRead }: Omit<CachedSpecFolders, 'seen'>,
    section: Section<CachedSpecFolders>,
  ): CachedSpecFolders | undefined {
    const seen: [string, Stamp][] = [];
    for (const [path, stat] of this.#seen) {
      if (stat?.kind !== 'directory' || !section.isSettled(stat)) return undefined;
      seen.push([path, stampOf(stat)]);
    }
    return { seen, folders, notRead };
  }

  #watch(path: string): void {
    if (!this.#seen.has(path)) this.#seen.set(path, this.#files.stat(path));
  }
}
