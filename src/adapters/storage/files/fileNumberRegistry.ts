import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { NumberRegistry, NumberReservation } from '../../../ports/numberRegistry.js';
import { GRACE_MS, OwnedFile } from './ownedFile.js';
import { ageOf } from './ownership.js';
import type { ProcessTable } from './processTable.js';

/** Git-ignored; holds a folder for each number that is being given out right now. */
export const NUMBERS_FOLDER = '.spectool/numbers';

const MAX_CANDIDATES = 1_000_000;

/**
 * Reserves a number by making the folder of its bare name, which only one process can; the spec's own folder
 * would not do, since two names may carry one number. The owner file in it says whose it is: a process that
 * died is told from one that is slow, and of two that come for an orphan only one gets it.
 */
export class FileNumberRegistry implements NumberRegistry {
  readonly #files: FileSystem;
  readonly #processes: ProcessTable;

  constructor(files: FileSystem, processes: ProcessTable) {
    this.#files = files;
    this.#processes = processes;
  }

  reserve(first: number, isTaken: (candidate: number) => boolean): NumberReservation {
    for (let candidate = first; candidate < first + MAX_CANDIDATES; candidate += 1) {
      if (isTaken(candidate)) continue;
      const reservation = this.#take(candidate);
      if (reservation === undefined) continue;
      if (!takenMeanwhile(reservation, isTaken)) return reservation;
    }
    throw new SpectoolError('NUMBER_TAKEN', `No number from ${first} on is free.`, {
      hint: `Look into ${NUMBERS_FOLDER}: what is in there may be removed while no command runs.`,
    });
  }

  sweep(): void {
    for (const { name } of this.#files.list(NUMBERS_FOLDER)) {
      if (/^\d{1,15}$/.test(name)) this.#take(Number(name))?.release();
    }
  }

  #take(sequence: number): NumberReservation | undefined {
    const folder = `${NUMBERS_FOLDER}/${sequence}`;
    const file = new OwnedFile(this.#files, this.#processes, `${folder}/owner`);
    const mine = this.#files.makeDirectoryExclusive(folder);
    if (!mine && this.#isBeingTaken(folder, file.path)) return undefined;
    if (file.take() !== undefined) return undefined;
    return {
      sequence,
      release: () => {
        file.release();
        this.#files.removeEmptyDirectory(folder);
      },
    };
  }

  /** True between another process's making of the folder and its owner file in it. */
  #isBeingTaken(folder: string, owner: string): boolean {
    if (this.#files.stat(owner) !== undefined) return false;
    const stat = this.#files.stat(folder);
    return stat !== undefined && ageOf(stat) < GRACE_MS;
  }
}

/** The folder with the number may have appeared, and its reservation gone, between the question and the answer. */
function takenMeanwhile(reservation: NumberReservation, isTaken: (candidate: number) => boolean): boolean {
  let taken = true;
  try {
    taken = isTaken(reservation.sequence);
  } finally {
    if (taken) reservation.release();
  }
  return taken;
}
