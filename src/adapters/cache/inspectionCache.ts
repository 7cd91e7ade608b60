import type { Inspection } from '../../domain/findings/inspection.js';
import type { InspectionLedger, InspectionPass } from '../../ports/memory.js';
import { evidenceOf } from './evidence.js';
import type { RememberedFolders } from './rememberedFolders.js';
import type { Snapshot } from './snapshot.js';

/** Where the log of a stream stands. */
export type LogPlace = (stream: string) => string;

/**
 * Findings that are kept. None is believed unless every file of the spec and of its log, and every folder they stand in, is the one it was
 * made from.
 */
export class InspectionCache implements InspectionLedger {
  readonly #files: RememberedFolders;
  readonly #snapshot: Snapshot;
  readonly #build: string;
  readonly #logOf: LogPlace;

  /** @param build another build may find other things. */
  constructor(files: RememberedFolders, snapshot: Snapshot, build: string, logOf: LogPlace) {
    this.#files = files;
    this.#snapshot = snapshot;
    this.#build = build;
    this.#logOf = logOf;
  }

  begin(rules: string): InspectionPass {
    const section = this.#snapshot.section<Inspection>('inspections', `${this.#build} ${rules}`);
    const looked = new Map<string, boolean>();
    /** Many specs lead to the same places. */
    const exists = (path: string): boolean => {
      let known = looked.get(path);
      if (known === undefined) looked.set(path, (known = this.#files.stat(path) !== undefined));
      return known;
    };
    const evidence = (path: string, { stream }: Pick<Inspection, 'stream'>) =>
      evidenceOf(this.#files, [path, ...(stream === undefined ? [] : [this.#logOf(stream)])]);
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
        // Looked at after the reading: what changed in between is younger than the run.
        const found = evidence(path, inspection);
        if (found?.looks.every((stat) => section.isSettled(stat)) === true)
          section.learnBy(path, found.stamp, inspection);
      },
      end: () => section.keepMet(),
    };
  }
}
