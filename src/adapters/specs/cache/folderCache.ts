import { parentOf } from '../../../domain/naming/projectPath.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import type { ProjectConfig } from '../../../domain/project/projectConfig.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import { SpecFolderSearch } from '../specFolderSearch.js';
import { CACHE_FOLDER } from './cacheFolder.js';
import { seal, unseal } from './sealedFile.js';
import { isSettled, stampOf } from './stamp.js';

const FILE = `${CACHE_FOLDER}/folders.bin`;
/** Fewer are found as fast by looking. */
const FEWEST = 64;

type Kept = readonly [sequence: number | null, name: string, ref: string, archived: 0 | 1, group?: string];

interface FoldersFile {
  /** Configuration the search depends on. */
  readonly key: string;
  /** Every folder that was looked into, with its stamp as text. */
  readonly seen: readonly (readonly [path: string, stamp: string])[];
  readonly folders: readonly Kept[];
}

/** The spec folders of a tree whose folders are as they were when it was searched: then none of them is listed again. */
export class FolderCache {
  readonly #files: FileSystem;
  readonly #config: Pick<ProjectConfig, 'specsDir' | 'structure'>;
  readonly #now: () => number;
  /** Of this process: a command asks more than once. */
  #last: { readonly seen: FoldersFile['seen']; readonly folders: readonly SpecFolder[] } | undefined;

  /** @param now milliseconds since 1970. */
  constructor(
    files: FileSystem,
    config: Pick<ProjectConfig, 'specsDir' | 'structure'>,
    now: () => number = Date.now,
  ) {
    this.#files = files;
    this.#config = config;
    this.#now = now;
  }

  /** Undefined when something may have changed. None of the folders is a link. */
  known(): readonly SpecFolder[] | undefined {
    if (this.#last !== undefined && this.#isUnchanged(this.#last.seen)) return this.#last.folders;
    const kept = this.#load();
    if (kept?.key !== this.#key() || !this.#isUnchanged(kept.seen)) return undefined;
    const folders = this.#foldersOf(kept);
    this.#last = { seen: kept.seen, folders };
    return folders;
  }

  #isUnchanged(seen: FoldersFile['seen']): boolean {
    return seen.every(([path, stamp]) => {
      const stat = this.#files.stat(path);
      return stat !== undefined && stampText(stat) === stamp;
    });
  }

  #foldersOf(kept: FoldersFile): readonly SpecFolder[] {
    const active = `${this.#config.specsDir}/`;
    return kept.folders.map(([sequence, name, ref, isArchived, group]) => {
      const archived = isArchived === 1;
      const place = `${active}${archived ? 'archived/' : ''}`;
      return group === undefined
        ? { sequence, name, ref, archived, path: place + ref }
        : { sequence, name, ref, group, archived, path: `${place}${group}/${ref}` };
    });
  }

  /** Searches, and keeps what was found when it is worth it. */
  search() {
    const readNs = BigInt(this.#now()) * 1_000_000n;
    const watched = new WatchedFolders(this.#files);
    const found = new SpecFolderSearch(watched, this.#config.structure).find(this.#config.specsDir);
    const isSure = found.links.size === 0 && watched.areSettled(readNs);
    if (isSure && found.folders.length >= FEWEST) {
      this.#last = { seen: watched.stamps(), folders: found.folders };
      this.#save(found.folders, this.#last.seen);
    }
    return found;
  }

  #key(): string {
    return JSON.stringify([this.#config.specsDir, this.#config.structure]);
  }

  #load(): FoldersFile | undefined {
    try {
      const bytes = this.#files.read(FILE);
      const content = bytes === undefined ? undefined : unseal(bytes);
      return content === undefined
        ? undefined
        : (JSON.parse(Buffer.from(content).toString('utf8')) as FoldersFile);
    } catch {
      return undefined;
    }
  }

  #save(folders: readonly SpecFolder[], seen: FoldersFile['seen']): void {
    const rows = folders.map(({ sequence, name, ref, archived, group }): Kept => {
      const row = [sequence, name, ref, archived ? 1 : 0] as const;
      return group === undefined ? row : [...row, group];
    });
    const file: FoldersFile = { key: this.#key(), seen, folders: rows };
    try {
      this.#files.write(FILE, seal(Buffer.from(JSON.stringify(file), 'utf8')), { durable: false });
    } catch {
      // As without a cache.
    }
  }
}

/** Notes every folder a search depends on, as it was before it was looked into. */
class WatchedFolders implements Pick<FileSystem, 'list' | 'stat' | 'isInside'> {
  readonly #files: FileSystem;
  readonly #seen = new Map<string, FileStat | undefined>();

  constructor(files: FileSystem) {
    this.#files = files;
  }

  list(path: string) {
    this.#watch(path);
    return this.#files.list(path);
  }

  stat(path: string) {
    this.#watch(parentOf(path));
    return this.#files.stat(path);
  }

  isInside(path: string) {
    return this.#files.isInside(path);
  }

  areSettled(readNs: bigint): boolean {
    return [...this.#seen.values()].every((stat) => stat?.kind === 'directory' && isSettled(stat, readNs));
  }

  stamps(): FoldersFile['seen'] {
    return [...this.#seen].flatMap(([path, stat]) =>
      stat === undefined ? [] : [[path, stampText(stat)] as const],
    );
  }

  #watch(path: string): void {
    if (!this.#seen.has(path)) this.#seen.set(path, this.#files.stat(path));
  }
}

function stampText(stat: FileStat): string {
  return stampOf(stat).join(' ');
}
