import { isProjectPath, parentOf } from '../../../domain/naming/projectPath.js';
import { specPath } from '../../../domain/naming/labels.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import type { ProjectConfig } from '../../../domain/project/projectConfig.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import { SpecFolderSearch } from './specFolderSearch.js';
import { CACHE_FOLDER } from '../../cache/cacheFolder.js';
import { hasTexts, isIntegers, isObject, isTexts } from '../../cache/shapes.js';
import { seal, unseal } from '../../cache/sealedFile.js';
import { isSettled, stampOf } from '../../cache/stamp.js';

const FILE = `${CACHE_FOLDER}/folders.bin`;
/** Raised whenever folder names are read differently. */
const READING = 4;
/** Fewer are found as fast by looking. */
const FEWEST = 64;

interface FoldersFile {
  /** Configuration the search depends on. */
  readonly key: string;
  /** Every folder that was looked into, with its stamp as text. */
  readonly seen: readonly (readonly [path: string, stamp: string])[];
  /** Folder names, a line each: one long text is read many times as fast as many short ones. */
  readonly refs: string;
  /** Of each: its number, -1 for none, and where in the folder name its own name begins. */
  readonly numbers: readonly number[];
  readonly starts: readonly number[];
  /** Archived ones come last. */
  readonly active: number;
  /** Of those that stand in one. */
  readonly groups: Readonly<Record<string, string>>;
}

/** The spec folders of a tree whose folders are as they were when it was searched: then none of them is listed again. */
export class FolderCache {
  readonly #files: FileSystem;
  readonly #config: Pick<ProjectConfig, 'specsDir' | 'structure'>;
  readonly #now: () => number;
  /** Of this process: a command asks more than once. */
  #last: { readonly seen: FoldersFile['seen']; readonly folders: readonly SpecFolder[] } | undefined;

  #isKept = true;

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
    if (folders === undefined) return undefined;
    this.#last = { seen: kept.seen, folders };
    return folders;
  }

  #isUnchanged(seen: FoldersFile['seen']): boolean {
    return seen.every(([path, stamp]) => {
      const stat = this.#files.stat(path);
      return stat !== undefined && stampText(stat) === stamp;
    });
  }

  /** Undefined where there are more names or fewer than the file has numbers of. */
  #foldersOf(file: FoldersFile): readonly SpecFolder[] | undefined {
    const { numbers, starts, active, groups } = file;
    const refs = file.refs.split('\n');
    if (refs.length !== numbers.length || refs.length !== starts.length) return undefined;
    const specs = `${this.#config.specsDir}/`;
    const hasGroups = Object.keys(groups).length > 0;
    return refs.map((ref, i) => {
      const sequence = numbers[i] === -1 ? null : (numbers[i] ?? null);
      const name = ref.slice(starts[i]);
      const archived = i >= active;
      const place = archived ? `${specs}archived/` : specs;
      const group = hasGroups ? groups[i] : undefined;
      return group === undefined
        ? { sequence, name, ref, archived, path: place + ref }
        : { sequence, name, ref, group, archived, path: `${place}${group}/${ref}` };
    });
  }

  /** Searches. What was found is kept by {@link keep}. */
  search() {
    const readNs = BigInt(this.#now()) * 1_000_000n;
    const watched = new WatchedFolders(this.#files);
    const found = new SpecFolderSearch(watched, this.#config.structure).find(this.#config.specsDir);
    // Another user may see more.
    const isSure = found.links.size === 0 && found.unreadable.size === 0 && watched.areSettled(readNs);
    if (isSure && found.folders.length >= FEWEST) {
      this.#last = { seen: watched.stamps(), folders: found.folders };
      this.#isKept = false;
    }
    return found;
  }

  /** For the next run: once specs are read. A tree that gets another folder first is not worth keeping as it was. */
  keep(): void {
    if (this.#isKept || this.#last === undefined) return;
    this.#isKept = true;
    this.#save(this.#last.folders, this.#last.seen);
  }

  #key(): string {
    return JSON.stringify([READING, this.#config.specsDir, this.#config.structure]);
  }

  #load(): FoldersFile | undefined {
    try {
      const bytes = this.#files.read(FILE);
      const content = bytes === undefined ? undefined : unseal(bytes);
      if (content === undefined) return undefined;
      const file: unknown = JSON.parse(Buffer.from(content).toString('utf8'));
      return isFoldersFile(file) ? file : undefined;
    } catch {
      return undefined;
    }
  }

  #save(folders: readonly SpecFolder[], seen: FoldersFile['seen']): void {
    const columns = columnsOf(folders, this.#config.specsDir);
    if (columns === undefined) return;
    const file: FoldersFile = { key: this.#key(), seen, ...columns };
    try {
      this.#files.write(FILE, seal(Buffer.from(JSON.stringify(file), 'utf8')), { durable: false });
    } catch {
      // As without a cache.
    }
  }
}

/** In names of folders, a line each: anything but letters, digits and what stands between them. */
const UNUSUAL = /[^a-zA-Z0-9_\n-]|^\n|\n\n|\n$|^$/;

function isFoldersFile(file: unknown): file is FoldersFile {
  if (!isObject(file) || !hasTexts(file, 'key', 'refs')) return false;
  const { numbers, starts, active, groups, seen } = file;
  const refs = String(file['refs']);
  return (
    [numbers, starts].every(isIntegers) &&
    Number.isSafeInteger(active) &&
    isObject(groups) &&
    Object.values(groups).every((group) => typeof group === 'string' && isProjectPath(group)) &&
    // Plain names are seen in one look at all of them.
    (!UNUSUAL.test(refs) ||
      refs.split('\n').every((ref) => ref !== '' && !ref.includes('/') && isProjectPath(ref))) &&
    // What nothing was looked at for is true of every tree.
    Array.isArray(seen) &&
    seen.length > 0 &&
    seen.every((pair) => isTexts(pair) && pair.length === 2 && isProjectPath(pair[0] ?? ''))
  );
}

/** Undefined where a name holds a line break, or a disk spells a path its own way: then nothing is kept. */
function columnsOf(
  folders: readonly SpecFolder[],
  specsDir: string,
): Omit<FoldersFile, 'key' | 'seen'> | undefined {
  const numbers: number[] = [];
  const starts: number[] = [];
  const groups: Record<string, string> = {};
  let refs = '';
  let active = 0;
  for (const folder of folders) {
    const { ref, name, sequence, group, archived } = folder;
    if (!ref.endsWith(name) || folder.path !== specPath(specsDir, folder)) return undefined;
    if (group !== undefined) groups[numbers.length] = group;
    if (!archived) active += 1;
    refs += numbers.length === 0 ? ref : `\n${ref}`;
    numbers.push(sequence ?? -1);
    starts.push(ref.length - name.length);
  }
  // Counted in one text, not in each of ten thousand.
  const isWhole = refs.split('\n').length === Math.max(1, folders.length);
  return isWhole ? { refs, numbers, starts, active, groups } : undefined;
}

/** Notes every folder a search depends on, as it was before it was looked into. */
class WatchedFolders implements Pick<FileSystem, 'list' | 'stat' | 'isInside' | 'open' | 'placeOf'> {
  readonly #files: FileSystem;
  readonly #seen = new Map<string, FileStat | undefined>();

  constructor(files: FileSystem) {
    this.#files = files;
  }

  placeOf(path: string) {
    return this.#files.placeOf(path);
  }

  list(path: string) {
    this.#watch(path);
    return this.#files.list(path);
  }

  stat(path: string) {
    this.#watch(parentOf(path));
    return this.#files.stat(path);
  }

  open(path: string) {
    return this.#files.open(path);
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
