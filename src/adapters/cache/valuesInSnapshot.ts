import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { BeginningOf, KeptValues, ValuesOf } from '../../ports/caches.js';
import { type Stamp, stampOf, type Snapshot, type Section } from './snapshot.js';

/** Files that note what is looked at; others cannot prove by a stat that they are unchanged. */
type WatchedFiles = Pick<FileSystem, 'stat'> & { readonly watch?: () => () => Set<string> };

/** A value, and the paths that were looked at to compute it. */
interface Kept<Value> {
  readonly looked: readonly string[];
  readonly value: Value;
}

/** Keeps values in the snapshot, each with one stamp of all files and folders that were looked at to compute it. */
export class ValuesInSnapshot implements KeptValues {
  readonly #files: WatchedFiles;
  readonly #snapshot: Snapshot;
  readonly #build: string;
  /** The values that are being computed, each with whether all that it was computed from is sure. */
  readonly #begun = new Set<{ isSure: boolean }>();

  /** @param build identifies the build of the program and the settings; values of others are ignored. */
  constructor(files: WatchedFiles, snapshot: Snapshot, build: string) {
    this.#files = files;
    this.#snapshot = snapshot;
    this.#build = build;
  }

  of<Value>(kind: string, rules = '', shared?: () => void): ValuesOf<Value> {
    const end = this.#files.watch?.();
    shared?.();
    const { stamp = [] } = this.#evidence([...(end?.() ?? [])]) ?? {};
    const section = this.#snapshot.section<Kept<Value>>(kind, [this.#build, ...stamp, rules].join(' '));
    return {
      at: (folder) => {
        const kept = section.last(folder);
        const found = kept && this.#evidence(kept.looked);
        const known = found && section.knownBy(folder, found.stamp)?.value;
        return known === undefined ? this.#begin(section, folder) : { known };
      },
      keepMet: () => section.keepMet(),
    };
  }

  #begin<Value>(section: Section<Kept<Value>>, folder: string): BeginningOf<Value> {
    const ended = this.#files.watch?.();
    const self = { isSure: true };
    this.#begun.add(self);
    return {
      known: undefined,
      keep: (value, isSure) => {
        const looked = [...(ended?.().add(folder) ?? [])];
        this.#begun.delete(self);
        if (!isSure) for (const outer of this.#begun) outer.isSure = false;
        if (value === undefined || !isSure || !self.isSure) return;
        const found = this.#evidence(looked);
        // The stats are taken after the files were read: a file that changed in between is not settled.
        if (found?.stats.every((stat) => section.isSettled(stat)) === true)
          section.learnBy(folder, found.stamp, { looked, value });
      },
    };
  }

  /** Returns one stamp for all paths; undefined if it could miss a change: there is no path, a link or a special file. */
  #evidence(
    paths: readonly string[],
  ): { readonly stamp: Stamp; readonly stats: readonly FileStat[] } | undefined {
    const stats: FileStat[] = [];
    const numbers = new Float64Array(4);
    const words = new Uint32Array(numbers.buffer);
    // Two 32-bit hashes of all stats, computed like the FNV-1a hash (Fowler, Noll, Vo). A missing file counts as zeros.
    let [one, other] = [0x811c9dc5, 0x050c5d1f];
    try {
      for (const path of paths) {
        const stat = this.#files.stat(path);
        if (stat !== undefined && stat.kind !== 'file' && stat.kind !== 'directory') return undefined;
        numbers.fill(0);
        if (stat !== undefined) numbers.set(stampOf(stat));
        for (const word of words) {
          one = Math.imul(one ^ word, 0x01000193);
          other = Math.imul(other ^ word, 0x01000197) ^ (other >>> 15);
        }
        if (stat !== undefined) stats.push(stat);
      }
      return paths.length === 0 ? undefined : { stamp: [one >>> 0, other >>> 0, paths.length, 0], stats };
    } catch {
      return undefined;
    }
  }
}
