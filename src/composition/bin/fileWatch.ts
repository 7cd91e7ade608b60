import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** Time without further changes before a change is reported, in milliseconds: a command writes a dozen files at once. */
const QUIET_MS = 80;
/** Maximum delay of a report while changes keep coming, in milliseconds. */
const LONGEST_MS = 500;
/**
 * Maximum number of folders to watch, because watches are a limited system resource. Changes in other folders are shown at
 * the next regular redraw.
 */
const MOST_FOLDERS = 6000;

/** A folder to watch. `below` returns true for the names of subfolders to watch too. */
export interface WatchedFolder {
  readonly path: string;
  readonly below: (name: string) => boolean;
}

/**
 * Reports that files in folders have changed. Each folder has its own watcher; new folders are found when a change is
 * reported. Folders that cannot be watched are skipped, because callers also redraw from time to time.
 */
export class FileWatch {
  readonly #folders: readonly WatchedFolder[];
  readonly #changed: () => void;
  /** Watchers by path of their folder, with the folder's inode: a new folder at the same path needs a new watcher. */
  readonly #watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: bigint }>();
  #quiet: NodeJS.Timeout | undefined;
  #first = 0;

  constructor(folders: readonly WatchedFolder[], changed: () => void) {
    this.#folders = folders;
    this.#changed = changed;
    this.#cover();
  }

  end(): void {
    clearTimeout(this.#quiet);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #cover(): void {
    const found = new Map<string, bigint>();
    const visit = (path: string, below: (name: string) => boolean) => {
      if (found.size >= MOST_FOLDERS) return;
      let names: readonly string[];
      try {
        names = readdirSync(path, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name);
      } catch {
        return;
      }
      const inode = inodeOf(path);
      if (inode === undefined) return;
      found.set(path, inode);
      for (const name of names) if (below(name)) visit(join(path, name), below);
    };
    for (const { path, below } of this.#folders) {
      visit(path, below);
      // Also watch the ancestors of a missing folder, because it may be created later, for example by a checkout.
      let above = path;
      while (!found.has(above) && dirname(above) !== above) {
        above = dirname(above);
        const inode = inodeOf(above);
        if (inode !== undefined) found.set(above, inode);
      }
    }
    for (const [path, { watcher, inode }] of this.#watchers) {
      if (found.get(path) === inode) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
    for (const [path, inode] of found) if (!this.#watchers.has(path)) this.#watch(path, inode);
  }

  #watch(path: string, inode: bigint): void {
    try {
      const watcher = watch(path, { persistent: false }, () => this.#heard());
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(path);
      });
      this.#watchers.set(path, { watcher, inode });
    } catch {
      // Ignored: the folder was deleted meanwhile, or the system has no watches left.
    }
  }

  #heard(): void {
    const now = Date.now();
    if (this.#quiet === undefined) this.#first = now;
    clearTimeout(this.#quiet);
    const wait = Math.max(0, Math.min(QUIET_MS, this.#first + LONGEST_MS - now));
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined;
      this.#cover();
      this.#changed();
    }, wait);
  }
}

/** Returns the inode of a path; undefined if it cannot be accessed, for example for a circular link. */
function inodeOf(path: string): bigint | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}
