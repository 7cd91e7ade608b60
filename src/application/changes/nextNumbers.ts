import { mayBeGroup, mayHaveOldPrefix, parseFolderName } from '../../domain/naming/folderName.js';
import { prefixesInUse } from '../../domain/naming/prefixesInUse.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { ProjectConfig } from '../../domain/project/projectConfig.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { NumberRegistry, NumberReservation } from '../../ports/numberRegistry.js';
import type { Repository } from '../../ports/repository.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Warning } from '../warning.js';
import type { Needs } from '../services.js';

export interface NextNumber {
  readonly reservation: NumberReservation;
  readonly warnings: readonly Warning[];
}

/** Gives numbers out: one above the highest in use in the tree, in the log, on other branches and worktrees. */
export class NextNumbers {
  static readonly needs = ['specStore', 'eventLog', 'repository', 'numbers', 'config'] as const;
  readonly #store: SpecStore;
  readonly #log: EventLog;
  readonly #repository: Repository;
  readonly #registry: NumberRegistry;
  readonly #config: ProjectConfig;

  constructor(services: Needs<typeof NextNumbers>) {
    this.#store = services.specStore;
    this.#log = services.eventLog;
    this.#repository = services.repository;
    this.#registry = services.numbers;
    this.#config = services.config;
  }

  /** @param folders what stands in the tree now. */
  reserve(folders: readonly SpecFolder[], options: { readonly noGit: boolean }): NextNumber {
    const elsewhere = options.noGit
      ? { folders: [] }
      : this.#repository.foldersElsewhere(this.#config.specsDir, (name) => this.#isSpec(name));
    let highest = this.#log.highestSequence();
    for (const { sequence } of folders) highest = Math.max(highest, sequence ?? 0);
    const { structure } = this.#config;
    const unclear = [...folders.map(({ ref }) => ref), ...elsewhere.folders].filter((name) =>
      mayHaveOldPrefix(structure, name),
    );
    const inUse = prefixesInUse([...new Set(unclear)], structure.sequenceDigits, new Set());
    for (const name of elsewhere.folders) {
      highest = Math.max(highest, parseFolderName(structure, name, inUse)?.sequence ?? 0);
    }
    const reservation = this.#registry.reserve(highest + 1, (candidate) => this.#isTaken(candidate));
    const skipped = 'skipped' in elsewhere ? elsewhere.skipped : undefined;
    return {
      reservation,
      warnings:
        skipped === undefined
          ? []
          : [{ code: 'BRANCHES_SKIPPED', message: skipped, hint: 'The number may be in use there.' }],
    };
  }

  #isSpec(folderName: string): boolean {
    const { structure } = this.#config;
    return parseFolderName(structure, folderName) !== undefined && !mayBeGroup(structure, folderName);
  }

  #isTaken(candidate: number): boolean {
    return this.#store.folders().some(({ sequence }) => sequence === candidate);
  }
}
