import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { BeginningOf, KeptValues, ValuesOf } from '../../ports/caches.js';
import { type Stamp, stampOf, type Snapshot, type Section } from './snapshot.js';

/**
 * A file system. `watch` starts recording the accessed paths; without it, nothing is cached, because changes could not be
 * detected.
 */
type WatchedFiles = Pick<FileSystem, 'stat'> & { readonly watch?: () => () => Set<string> };

/** A cached value, and the paths that were accessed to compute it. */
interface Kept<Value> {
  readonly looked: readonly string[];
  readonly value: Value;
}

/** Caches values in the snapshot, each with one stamp for all files and folders that were accessed to compute it. */
export class ValuesInSnapshot implements KeptValues {
  readonly #files: WatchedFiles;
  readonly #snapshot: Snapshot;
  readonly #build: string;
  /**
   * The computations in progress, which may contain each other. `isSure` becomes false if an inner one must not be cached: then
   * the outer ones are not cached either.
   */
  readonly #begun = new Set<{ isSure: boolean }>();

  /** @param build identifies the build of the program and the settings; values from other builds or settings are ignored. */
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
        // The stats are taken after the files were read. A file that changed in between is too new (`isSettled`), so nothing is
        // cached.
        if (found?.stats.every((stat) => section.isSettled(stat)) === true)
          section.learnBy(folder, found.stamp, { looked, value });
      },
    };
  }

  /**
   * Returns one stamp for all paths. Undefined if changes could go unnoticed: without paths, or if a path is a link or a special
   * file.
   */
  #evidence(
    paths: readonly string[],
  ): { readonly stamp: Stamp; readonly stats: readonly FileStat[] } | undefined {
    const stats: FileStat[] = [];
    const numbers = new Float64Array(4);
    const words = new Uint32Array(numbers.buffer);
    // Compute two 32-bit hashes of all stamps, in the manner of the FNV-1a hash. For a missing file, the stamp consists of zeros.
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
