import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** What comes at once is one change: a command writes a dozen files. */
const QUIET_MS = 80;
/** So long others may keep writing before it is looked at all the same. */
const LONGEST_MS = 500;
/** A system lends so many watches to all programs; who has more folders sees their files at the next look. */
const MOST_FOLDERS = 6000;

/** A folder, and which of those in it are watched too. */
export interface WatchedFolder {
  readonly path: string;
  readonly below: (name: string) => boolean;
}

/**
 * Tells of changes of the files in folders. Each folder is watched by itself, as systems do it, and new ones are found when something
 * changes. What cannot be watched is passed over: whoever asks looks from time to time anyway.
 */
export class FileWatch {
  readonly #folders: readonly WatchedFolder[];
  readonly #changed: () => void;
  /** By path, with the folder that stood there then: another one in its place is not watched by that. */
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
      // It may come, or come back: a branch without it was checked out.
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
      // Gone already, or there are no watches left.
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

/** Undefined for what nobody can get at, too, as a link that leads in a circle. */
function inodeOf(path: string): bigint | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}
