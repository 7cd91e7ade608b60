import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { refsIn } from '../../domain/log/numbersInLog.js';
import { mayBeGroup, parseFolderName } from '../../domain/naming/folderName.js';
import { nextNumber } from '../../domain/naming/specNumbers.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { Warning } from '../warning.js';
import type { Services } from '../services.js';

/** Numbers for specs. */
export interface GivenNumbers {
  readonly sequences: readonly number[];
  readonly warnings: readonly Warning[];
}

/** A number that the caller chose for a spec. */
interface ChosenNumber {
  readonly number: number;
  /** Id of the spec. */
  readonly spec: string;
}

interface Elsewhere {
  /** Numbers by name of the spec folders that are on branches or in other worktrees, but not in this one. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly warnings: readonly Warning[];
}

/**
 * Assigns numbers to specs: one more than the highest in this working tree, its log, the other worktrees and the branches. The
 * folder is written under the lock of the clone, so that two worktrees never take the same number. Clones may: see `validate`.
 */
export class NextSpecNumbers {
  constructor(private readonly use: Services) {}

  /**
   * Runs work, which writes the folders, with the next numbers.
   * @param count how many numbers. @param folders current spec folders.
   * @param noGit true to look only at this working tree and its log.
   */
  next<T>(
    count: number,
    folders: readonly SpecFolder[],
    { noGit = false }: { readonly noGit?: boolean },
    work: (given: GivenNumbers) => T,
  ): T {
    return this.hold(() => {
      const elsewhere = noGit ? NOTHING : this.elsewhere(folders);
      const here = [this.use.eventLog.highestSequence(), ...folders.map(({ sequence }) => sequence)];
      const first = nextNumber([...here, ...elsewhere.numbers.values()]);
      return work({
        sequences: Array.from({ length: count }, (_, i) => first + i),
        warnings: elsewhere.warnings,
      });
    });
  }

  /** Runs work with the given numbers. @throws SpectoolError `NUMBER_TAKEN` if another worktree or branch has one of them. */
  take<T>(wanted: readonly ChosenNumber[], work: (warnings: readonly Warning[]) => T): T {
    return this.hold(() => {
      const here = this.use.specStore.folders();
      const { numbers, warnings } = this.elsewhere(here);
      for (const { number, spec } of wanted) {
        // Do not count folders of the spec itself on other branches.
        const own = new Set(refsIn(this.use.eventLog.records(spec)));
        const holder = [...numbers].find(([name, one]) => one === number && !own.has(name))?.[0];
        if (holder !== undefined)
          throw new SpectoolError(
            'NUMBER_TAKEN',
            `The number ${String(number)} belongs to ${holder} on another branch or in another worktree.`,
            {
              hint: 'Leave the number out to take the next free number.',
              details: { number, holder },
            },
          );
      }
      return work(warnings);
    });
  }

  /** Runs work that writes spec folders while no other worktree of the clone does. */
  hold<T>(work: () => T): T {
    return this.use.registry.hold(work);
  }

  /** Returns the numbers of specs on other branches and in other worktrees, by folder name. */
  elsewhere(folders: readonly SpecFolder[] = this.use.specStore.folders()): Elsewhere {
    const { structure, specsDir } = this.use.config;
    // Skip names that exist in this worktree, because parsing thousands of them again takes a fifth of the command's time.
    const here = new Set(folders.flatMap(({ ref, sequence }) => (sequence === null ? [] : [ref])));
    const { folders: names, skipped } = this.use.otherBranches.foldersElsewhere(
      specsDir,
      (name) => here.has(name) || this.#isSpec(name),
    );
    const numbers = names.flatMap((name) => {
      const sequence = here.has(name) ? null : (parseFolderName(structure, name)?.sequence ?? null);
      return sequence === null ? [] : [[name, sequence] as const];
    });
    const hint = 'Another branch or worktree may already use the number of the new spec.';
    const warnings = skipped === undefined ? [] : [{ code: 'BRANCHES_SKIPPED', message: skipped, hint }];
    return { numbers: new Map(numbers), warnings };
  }

  #isSpec(folderName: string): boolean {
    const { structure } = this.use.config;
    return parseFolderName(structure, folderName) !== undefined && !mayBeGroup(structure, folderName);
  }
}

const NOTHING: Elsewhere = { numbers: new Map(), warnings: [] };
