import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { refsIn, sequencesIn } from '../../domain/log/numbersInLog.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { orderRecords } from '../../domain/log/records/recordOrder.js';
import { decodeRecords } from '../../domain/log/records/recordCodec.js';
import { mayBeGroup, parseFolderName } from '../../domain/naming/folderName.js';
import { largestNumber } from '../../domain/value/largestNumber.js';
import { nextNumber } from '../../domain/naming/specNumbers.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import type { Clock } from '../../ports/system.js';
import type { EventLog } from '../../ports/eventLog.js';
import type {
  NumberEntry,
  RegisteredNumber,
  Registry,
  RegistryAnswer,
  RegistryDraft,
  RegistryReach,
} from '../../ports/lockAndClaimRegistry.js';
import type { OtherBranches } from '../../ports/repository/otherBranches.js';
import type { SpecStore } from '../../ports/specStore.js';
import { ignoreErrors } from '../ignoreErrors.js';
import type { Warning } from '../warning.js';
import type { OpenClaims } from './openClaims.js';
import type { RemoteLink } from './remoteLink.js';

/** Numbers reserved for specs until the work that uses them ends. */
export interface GivenNumbers {
  readonly sequences: readonly number[];
  readonly registry: RegistryReach;
  readonly warnings: readonly Warning[];
}

/** Like `GivenNumbers`, with a single number. */
export interface GivenNumber extends Omit<GivenNumbers, 'sequences'> {
  readonly sequence: number;
}

interface Elsewhere {
  /** Numbers by name of the spec folders that are on branches or in other worktrees, but not in this one. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly warnings: readonly Warning[];
}

/**
 * Assigns numbers to specs. A number is taken if a spec in the tree, the log, a branch or another worktree has it. The
 * registry (data that the worktrees of a clone share) has the numbers that other worktrees are assigning now, or that only
 * their logs contain.
 */
export class NextSpecNumbers {
  constructor(
    private readonly store: SpecStore,
    private readonly log: EventLog,
    private readonly otherBranches: OtherBranches,
    private readonly registry: Registry,
    private readonly claims: OpenClaims,
    private readonly link: RemoteLink,
    private readonly clock: Clock,
    private readonly config: Configuration,
  ) {}

  /**
   * Runs work with the next number after the highest. If the work succeeds, the number stays reserved; if it fails, the
   * number is released.
   * @param folders current spec folders.
   */
  next<T>(
    spec: Omit<NumberEntry, 'number'>,
    folders: readonly SpecFolder[],
    options: { readonly noGit: boolean; readonly above?: number },
    work: (given: GivenNumber) => T,
  ): T {
    return this.several([spec], folders, options, ({ sequences: [sequence = NaN], ...given }) =>
      work({ sequence, ...given }),
    );
  }

  /** Runs work with several numbers after the highest, one for each spec in order; otherwise like `next`. */
  several<T>(
    specs: readonly Omit<NumberEntry, 'number'>[],
    folders: readonly SpecFolder[],
    options: { readonly noGit: boolean; readonly above?: number },
    work: (given: GivenNumbers) => T,
  ): T {
    const elsewhere: Elsewhere = options.noGit
      ? { numbers: new Map(), warnings: [] }
      : this.#elsewhere(folders);
    const here = [this.log.highestSequence(), options.above ?? 0, ...folders.map(({ sequence }) => sequence)];
    const shown = [...here, ...elsewhere.numbers.values()];
    const given = this.#reserved(specs, shown, options.noGit);
    const sequences = given.answer.map(({ number }) => number);
    return this.#finish(given.answer, () =>
      work({
        sequences,
        registry: given.reach,
        warnings: [
          ...elsewhere.warnings,
          ...onlyLocal(given),
          ...this.#passedOver(here, elsewhere.numbers, sequences[0] ?? 0),
        ],
      }),
    );
  }

  /**
   * Reserves numbers in the registry of the clone and, if clones agree on them by a remote, on the remote. The remote is asked
   * first, outside the lock of the registry; if another worktree reserved the numbers meanwhile, it is asked again.
   */
  #reserved(
    specs: readonly Omit<NumberEntry, 'number'>[],
    shown: readonly (number | null)[],
    noGit: boolean,
  ): RegistryAnswer<readonly NumberEntry[]> {
    let highest = largestNumber(
      shown.map((one) => one ?? 0),
      0,
    );
    for (;;) {
      const first = noGit ? undefined : this.link.numbers(highest, specs.length, this.clock.now());
      const given = this.#registeredNext(specs, first === undefined ? shown : [...shown, first - 1], noGit);
      const [least = 0, most = 0] = [given.answer[0]?.number, given.answer.at(-1)?.number];
      if (first === undefined || most - first < specs.length) return given;
      highest = least - 1;
      this.registry.change((draft) => given.answer.forEach((entry) => draft.drop(entry)));
    }
  }

  #registeredNext(
    specs: readonly Omit<NumberEntry, 'number'>[],
    shown: readonly (number | null)[],
    noGit: boolean,
  ): RegistryAnswer<readonly NumberEntry[]> {
    return this.registry.change((draft) => {
      this.claims.restore(draft, this.clock.now());
      const { settled, pending } = this.#registered(
        draft,
        nextNumber({ given: shown, pending: new Set() }),
        !noGit,
      );
      const entries: NumberEntry[] = [];
      let inUse: readonly (number | null)[] = [...shown, ...settled];
      for (const one of specs) {
        const number = nextNumber({ given: inUse, pending });
        entries.push({ ...one, number });
        draft.give({ ...one, number });
        inUse = [number];
      }
      return entries;
    });
  }

  /** Warns that numbers were skipped, because branches or other worktrees use them. */
  #passedOver(
    here: readonly (number | null)[],
    elsewhere: ReadonlyMap<string, number>,
    number: number,
  ): readonly Warning[] {
    const highest = here.reduce<number>((most, one) => Math.max(most, one ?? 0), 0);
    const passed = [...elsewhere].filter(([, one]) => one > highest && one < number);
    const last = passed.toSorted(([, a], [, b]) => b - a)[0];
    if (last === undefined) return [];
    const others = passed.length > 1 ? ` and ${String(passed.length - 1)} more` : '';
    const stand = passed.length > 1 ? 'are' : 'is';
    return [
      {
        code: 'NUMBERS_ELSEWHERE',
        message: `The number ${this.#padded(number)} is used instead of ${this.#padded(highest + 1)}, because ${last[0]}${others} ${stand} on another branch or in another worktree.`,
      },
    ];
  }

  #padded(number: number): string {
    return String(number).padStart(this.config.structure.sequenceDigits, '0');
  }

  /** Runs work with the given numbers. @throws SpectoolError `NUMBER_TAKEN` if another worktree or branch has one of them. */
  take<T>(wanted: readonly NumberEntry[], work: (given: Omit<GivenNumber, 'sequence'>) => T): T {
    this.#raise(wanted);
    const given = this.registry.change((draft) => {
      if (wanted.length === 0) return [];
      const here = this.store.folders();
      const { numbers, warnings } = this.#elsewhere(here);
      const registered = [...draft.numbers(), ...this.#ahead(draft, wanted)];
      for (const one of wanted) {
        // Do not count folders of the spec itself on other branches, nor folders in this worktree, which the caller has
        // checked.
        const own = new Set([...refsIn(this.log.records(one.spec)), ...here.map(({ ref }) => ref)]);
        refuseTaken(one, new Map([...numbers].filter(([name]) => !own.has(name))), registered);
        draft.give(one);
      }
      return warnings;
    });
    return this.#finish(wanted, () =>
      work({ registry: given.reach, warnings: [...given.answer, ...onlyLocal(given)] }),
    );
  }

  /** Keeps other clones from numbers that were not taken from the remote. */
  #raise(chosen: readonly NumberEntry[]): void {
    if (chosen.length === 0) return;
    const highest = largestNumber(
      chosen.map(({ number }) => number),
      0,
    );
    this.link.numbers(highest, 0, this.clock.now());
  }

  /**
   * Returns numbers that a log in another worktree has but no folder yet, because a command was interrupted before it renamed
   * the folder.
   */
  #ahead(draft: RegistryDraft, wanted: readonly NumberEntry[]): readonly RegisteredNumber[] {
    const given = draft
      .numbers()
      .filter(({ number, spec, isPending }) =>
        wanted.some((one) => !isPending && one.number === number && one.spec !== spec),
      );
    if (given.length === 0) return [];
    const { logs } = this.otherBranches.logElsewhere(given.map(({ spec }) => spec));
    return given.flatMap((entry) => {
      const texts = [...new Set(logs.get(entry.spec))];
      const { spec } = foldSpec(orderRecords(decodeRecords(texts)));
      const isThere =
        spec.kind === 'active' && spec.deleted === undefined && spec.labels.sequence === entry.number;
      return isThere ? [{ ...entry, isPending: true }] : [];
    });
  }

  /** Returns the numbers of specs on other branches and in other worktrees, by folder name. */
  elsewhere(): Elsewhere {
    return this.#elsewhere(this.store.folders());
  }

  /**
   * Runs work with numbers that the caller found free, and reserves them meanwhile.
   * @throws SpectoolError `NUMBER_TAKEN` if another command is assigning one of them.
   */
  hold<T>(wanted: readonly NumberEntry[], work: (given: Omit<GivenNumber, 'sequence'>) => T): T {
    this.#raise(wanted);
    const given = this.registry.change((draft) => {
      const pending = draft.numbers().filter(({ isPending }) => isPending);
      for (const one of wanted) {
        refuseTaken(one, new Map(), pending);
        draft.give(one);
      }
    });
    return this.#finish(wanted, () => work({ registry: given.reach, warnings: onlyLocal(given) }));
  }

  /** Returns the registered numbers from `from` on. Removes registry entries that no log contains. */
  #registered(
    draft: RegistryDraft,
    from: number,
    refs: boolean,
  ): { readonly pending: ReadonlySet<number>; readonly settled: readonly number[] } {
    const above = draft.numbers().filter(({ number }) => number >= from);
    const pending = above.filter(({ isPending }) => isPending);
    const given = above.filter(({ isPending }) => !isPending);
    const { logs, skipped } = this.otherBranches.logElsewhere([...new Set(given.map(({ spec }) => spec))], {
      refs,
    });
    const settled: number[] = [];
    for (const entry of given) {
      // If a log could not be read, keep the entry, because that log may contain the number.
      if (skipped !== undefined || isRecorded(entry, logs.get(entry.spec) ?? [])) settled.push(entry.number);
      // If branches were not searched, keep the entry, because a branch may have the number.
      else if (refs) draft.drop(entry);
    }
    return { pending: new Set(pending.map(({ number }) => number)), settled };
  }

  #finish<T>(entries: readonly NumberEntry[], work: () => T): T {
    const change = (each: (draft: RegistryDraft, entry: NumberEntry) => void) =>
      ignoreErrors(() => {
        this.registry.change((draft) => entries.forEach((entry) => each(draft, entry)));
      });
    let answer;
    try {
      answer = work();
    } catch (error) {
      change((draft, entry) => draft.drop(entry));
      throw error;
    }
    change((draft, entry) => draft.settle(entry));
    return answer;
  }

  #elsewhere(folders: readonly SpecFolder[]): Elsewhere {
    const { structure, specsDir } = this.config;
    // Skip names that exist in this worktree, because parsing thousands of them again takes a fifth of the command's time.
    const here = new Set(folders.flatMap(({ ref, sequence }) => (sequence === null ? [] : [ref])));
    const elsewhere = this.otherBranches.foldersElsewhere(
      specsDir,
      (name) => here.has(name) || this.#isSpec(name),
    );
    const { skipped } = elsewhere;
    const names = elsewhere.folders.filter((name) => !here.has(name));
    const numbers = names.flatMap((name) => {
      const sequence = parseFolderName(structure, name)?.sequence;
      return sequence === undefined || sequence === null ? [] : [[name, sequence] as const];
    });
    const warnings =
      skipped === undefined
        ? []
        : [
            {
              code: 'BRANCHES_SKIPPED',
              message: skipped,
              hint: 'Another branch or worktree may already use the number of the new spec.',
            },
          ];
    return { numbers: new Map(numbers), warnings };
  }

  #isSpec(folderName: string): boolean {
    const { structure } = this.config;
    return parseFolderName(structure, folderName) !== undefined && !mayBeGroup(structure, folderName);
  }
}

function isRecorded({ number }: RegisteredNumber, texts: readonly string[]): boolean {
  return sequencesIn(decodeRecords(texts)).includes(number);
}

function refuseTaken(
  { number, spec }: NumberEntry,
  elsewhere: ReadonlyMap<string, number>,
  registered: readonly RegisteredNumber[],
): void {
  const folder = [...elsewhere].find(([, sequence]) => sequence === number)?.[0];
  const giving = registered.find((one) => one.isPending && one.number === number && one.spec !== spec);
  if (folder === undefined && giving === undefined) return;
  const known = registered.find((one) => one.number === number && folder?.endsWith(one.name) === true);
  const worktree = (giving ?? known)?.worktree;
  const holder = folder ?? giving?.name ?? '';
  const where = worktree === undefined ? 'on another branch or in another worktree' : `in ${worktree}`;
  throw new SpectoolError('NUMBER_TAKEN', `The number ${String(number)} belongs to ${holder} ${where}.`, {
    hint: 'Leave the number out to take the next free number.',
    details: { number, holder, ...(worktree !== undefined && { worktree }) },
  });
}

function onlyLocal({ problem }: Pick<RegistryAnswer<unknown>, 'problem'>): readonly Warning[] {
  if (problem === undefined) return [];
  return [
    {
      code: 'REGISTRY_LOCAL',
      message: `Other worktrees of this clone do not see this number: ${problem.replace(/\.$/, '')}.`,
      hint: 'If another worktree uses the number too, one of the specs needs another number after the merge.',
      advice: [
        {
          useCase: 'validateProject',
          request: { fix: true },
          to: 'give the spec another number after the merge',
        },
      ],
    },
  ];
}
