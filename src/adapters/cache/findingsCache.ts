import type { Inspection } from '../../domain/findings/specInspection.js';
import type { FindingsCachePort, InspectionPass } from '../../ports/caches.js';
import { folderStampsOf } from './folderStamps.js';
import type { RememberedFolders } from './cachedFolderLists.js';
import type { Snapshot } from './snapshot.js';

/** A function that returns the path of the log of a stream (one spec). */
export type LogPlace = (stream: string) => string;

/**
 * Caches the findings of `validate` about each spec in the snapshot (the cache file). The findings are used only while all files
 * of the spec, all records of its log and all folders that contain them are unchanged.
 */
export class FindingsCache implements FindingsCachePort {
  readonly #files: RememberedFolders;
  readonly #snapshot: Snapshot;
  readonly #build: string;
  readonly #logOf: LogPlace;

  /** @param build identifies the build of the program; findings of another build are ignored. */
  constructor(files: RememberedFolders, snapshot: Snapshot, build: string, logOf: LogPlace) {
    this.#files = files;
    this.#snapshot = snapshot;
    this.#build = build;
    this.#logOf = logOf;
  }

  begin(rules: string): InspectionPass {
    const section = this.#snapshot.section<Inspection>('inspections', `${this.#build} ${rules}`);
    const looked = new Map<string, boolean>();
    /** True if the path exists. Results are kept for this validation run, because many specs link to the same files. */
    const exists = (path: string): boolean => {
      let known = looked.get(path);
      if (known === undefined) looked.set(path, (known = this.#files.stat(path) !== undefined));
      return known;
    };
    const evidence = (path: string, { stream }: Pick<Inspection, 'stream'>) =>
      folderStampsOf(this.#files, [path, ...(stream === undefined ? [] : [this.#logOf(stream)])]);
    return {
      known: ({ path }) => {
        const before = section.last(path);
        const found = before && evidence(path, before);
        const inspection = found && section.knownBy(path, found.stamp);
        try {
          return inspection?.links.every(([target, was]) => exists(target) === was) === true
            ? inspection
            : undefined;
        } catch {
          return undefined;
        }
      },
      learn: ({ path }, inspection) => {
        // The stats are taken after the files were inspected. A file that changed in between has a time after the start of the
        // run, so `isSettled` returns false for it and the findings are not cached.
        const found = evidence(path, inspection);
        if (found?.looks.every((stat) => section.isSettled(stat)) === true)
          section.learnBy(path, found.stamp, inspection);
      },
      end: () => section.keepMet(),
    };
  }
}
