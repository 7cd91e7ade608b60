import { criteriaOfDocument } from '../../domain/criteria/criteria.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { refsIn } from '../../domain/log/logSummary.js';
import {
  formatFolderName,
  mayBeGroup,
  parseFolderName,
  renamedRef,
  renumberedRef,
  slugOf,
} from '../../domain/naming/folderName.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { nextNumber, hasOwnNumber } from '../../domain/naming/specNumbers.js';
import { isSharedFile } from '../../domain/trace/sharedFiles.js';
import { firstOf } from '../../domain/value/collections.js';
import { type ChangeResult, eventsOf } from '../changes/changeResult.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { type FolderMove, referenceChanges, renamesBy } from '../changes/movedFoldersAndReferences.js';
import type { ChangedSpec, PlannedChange, RecordDrafts } from '../changes/plannedChange.js';
import { positive, required, Service, text, useCase, type Warning, words } from '../useCase.js';
import type { Services } from '../services.js';

/** Numbers that are free for new specs. */
interface GivenNumbers {
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
  /** Numbers of spec folders that exist only on branches or in other worktrees, by folder name. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly warnings: readonly Warning[];
}

/**
 * Assigns numbers to specs: one more than the highest in this working tree, its log, the other worktrees and the branches. The
 * folder is written under the lock of the clone, so that two worktrees never take the same number. Two clones may take the same
 * number; `validate` reports it.
 */
export class NextSpecNumbers extends Service {
  /**
   * Runs work, which writes the folders, with the next numbers.
   * @param count how many numbers. @param folders current spec folders.
   * @param noGit true to consider only this working tree and its log.
   */
  next<T>(
    count: number,
    folders: readonly SpecFolder[],
    { noGit = false }: { readonly noGit?: boolean },
    work: (given: GivenNumbers) => T,
  ): T {
    return this.hold(() => {
      const elsewhere = noGit ? NOTHING : this.elsewhere(folders);
      const here = [
        this.use.eventLog.highestSequence(),
        ...folders.filter(hasOwnNumber).map(({ sequence }) => sequence),
      ];
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
            `The number ${String(number)} is used by ${holder} on another branch or in another worktree.`,
            {
              hint: 'Omit the number to use the next free one.',
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

/** Result of renumbering specs. */
interface Renumbered {
  /** Renumbered specs, in the requested order. */
  readonly own: readonly ChangedSpec[];
  /** Other specs in which references to the renumbered specs were updated. */
  readonly others: readonly ChangedSpec[];
  /** Warnings of files, such as tests, that use the former numbers. */
  readonly left: readonly Warning[];
  readonly warnings: readonly Warning[];
}

interface Wishes {
  readonly to?: number | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
}

/** Changes the number, name or title of a spec: renames its folder, and updates all references (fields and links). */
export const renumberSpec = useCase(
  {
    spec: required(text),
    /** New number; the next free one by default. */
    to: positive,
    /** New name, the part of the folder's name after the number; the number stays. It cannot be given together with `to`. */
    name: text,
    /** New title; like `name`, not together with `to`. */
    title: words,
  },
  (use, request): ChangeResult => {
    return use.writeSession.change('renumber', (drafts) => {
      const folder = use.specCatalog.find(request.spec);
      const { own, others, left, warnings } =
        (request.name ?? request.title) === undefined
          ? renumber(use, drafts, [folder], request.to)
          : rename(use, drafts, folder, request);
      const [changed] = own;
      if (changed === undefined) throw new SpectoolError('INTERNAL', 'The change was not made.');
      return {
        spec: use.specCatalog.viewOf(changed.folder, changed.document),
        events: eventsOf([changed, ...others]),
        warnings: [
          ...[changed, ...others].flatMap((one) => changeWarnings(one)),
          ...(changed.record ? warnings : [unchanged(folder, request)]),
          ...left,
        ],
      };
    });
  },
);

/**
 * Renumbers specs and updates references to them, in one change. The caller holds the lock.
 * @param to new number of a single spec; the next free numbers by default.
 */
export function renumber(
  use: Services,
  drafts: RecordDrafts,
  asked: readonly SpecFolder[],
  to?: number,
): Renumbered {
  const folders = use.specStore.folders();
  const work = (given: GivenNumbers) => change(use, drafts, asked, folders, given);
  if (to === undefined) return use.nextSpecNumbers.next(asked.length, folders, { noGit: false }, work);
  const wanted = asked
    .filter(({ sequence }) => sequence !== to)
    .map((folder) => ({
      spec: use.specLogFinder.of(folder, use.specStore.open(folder).frontmatter),
      number: to,
    }));
  return use.nextSpecNumbers.take(wanted, (warnings) => work({ warnings, sequences: [to] }));
}

/** Gives a spec another name or title, and updates references to it. @throws SpectoolError `USAGE`, `NAME_INVALID`. */
function rename(
  use: Services,
  drafts: RecordDrafts,
  folder: SpecFolder,
  { name, title, to }: Wishes,
): Renumbered {
  if (to !== undefined)
    throw new SpectoolError('USAGE', 'A spec can get a new number or a new name, not both at once.');
  const labels = { name: name === undefined ? folder.name : slugOf(name), title };
  return use.nextSpecNumbers.hold(() =>
    change(use, drafts, [folder], use.specStore.folders(), { warnings: [], sequences: [] }, labels),
  );
}

function change(
  use: Services,
  drafts: RecordDrafts,
  asked: readonly SpecFolder[],
  folders: readonly SpecFolder[],
  { sequences, warnings }: GivenNumbers,
  { name, title }: Pick<Wishes, 'name' | 'title'> = {},
): Renumbered {
  const refOf = (folder: SpecFolder, i: number): string =>
    name === undefined ? refFor(use, folder, sequences[i] ?? NaN) : renamedRef(folder, name);
  const moves = asked
    .map((folder, i): FolderMove => ({ folder, from: folder.ref, to: refOf(folder, i) }))
    .filter(({ from, to }) => from !== to);
  // References to a name that two folders share are ambiguous, so they are not updated.
  const clear = moves.filter(({ from }) => folders.filter(({ ref }) => ref === from).length === 1);
  const renamed = renamesBy(clear);
  const { changed, followers } = use.changeSpecs.carryOut(drafts, [
    ...asked.map((folder, i): PlannedChange => {
      const ref = refOf(folder, i);
      const others = folders.filter(({ path }) => path !== folder.path);
      return {
        folder,
        commands: ({ frontmatter }) => [
          name === undefined
            ? { type: 'Renumber', data: { to: sequences[i] ?? NaN, ref, others } }
            : { type: 'Rename', data: { name, ref } },
          ...(title === undefined ? [] : [{ type: 'Retitle', data: { title } } as const]),
          ...renamed(frontmatter),
        ],
      };
    }),
    ...referenceChanges(use.specStore, clear, asked),
  ]);
  const own = changed.slice(0, asked.length);
  return {
    own,
    others: [...changed.slice(asked.length), ...followers],
    left: name === undefined ? stillNumbered(use, asked, own, folders) : [],
    warnings,
  };
}

/** Warns of files, such as tests, that refer to criteria by the former number of their spec. */
function stillNumbered(
  { config, commits }: Services,
  before: readonly SpecFolder[],
  changed: readonly ChangedSpec[],
  folders: readonly SpecFolder[],
): readonly Warning[] {
  const moved = new Set(before.map(({ path }) => path));
  const written = changed.map(({ folder, document }, i) => {
    const old = before[i]?.sequence ?? null;
    if (old === null || old === folder.sequence) return [];
    const labels = criteriaOfDocument(document, config.criteria.sections);
    return labels.flatMap(({ label }) => writtenReferences(old, config.structure.sequenceDigits, label));
  });
  const all = written.flat();
  const hits = all.length === 0 ? new Map<string, never>() : commits.filesContaining(all);
  return written.flatMap((texts, i) => {
    const files = [...new Set(texts.flatMap((one) => hits.get(one) ?? []))].filter(
      (path) => !isSharedFile(path, config.specsDir),
    );
    if (files.length === 0) return [];
    const { ref = '' } = changed[i]?.folder ?? {};
    const old = before[i]?.sequence;
    // After a merge, another spec may keep the number, and the files may refer to that spec.
    const keepers = folders
      .filter(({ path, sequence }) => sequence === old && !moved.has(path))
      .map((keeper) => keeper.ref);
    const naming = `${firstOf(files.sort())} ${files.length === 1 ? 'names' : 'name'} criteria`;
    return [
      {
        code: 'NUMBER_IN_FILES',
        ...(keepers.length === 0
          ? {
              message: `${naming} of ${ref} by its former number.`,
              hint: `Use ${ref} there. Tests with the former number no longer prove these criteria once another spec has that number.`,
            }
          : {
              message: `${naming} by the number ${String(old)}, which may refer to ${ref} or ${firstOf(keepers)}.`,
              hint: 'Replace the number with the folder name of the right spec.',
            }),
      },
    ];
  });
}

/** Returns the folder name for the new number. If the number stays the same, applies the configured name pattern. */
function refFor({ config, specCatalog }: Services, folder: SpecFolder, number: number): string {
  const { structure } = config;
  const again = number === folder.sequence;
  const created = again ? specCatalog.viewOf(folder).created : null;
  return created === null
    ? renumberedRef(folder, number, structure.sequenceDigits)
    : formatFolderName(structure, { sequence: number, name: folder.name, created });
}

/** Returns the usual spellings of a reference to a criterion by the number of its spec, as in names of tests. */
function writtenReferences(number: number, digits: number, label = ''): readonly string[] {
  if (label === '') return [];
  const labels = new Set([label, label.toLowerCase(), label.toLowerCase().replaceAll('-', '_')]);
  return [String(number), String(number).padStart(digits, '0')].flatMap((one) =>
    [...labels].flatMap((form) => ['/', '_'].map((separator) => one + separator + form)),
  );
}

function unchanged({ ref, sequence }: SpecFolder, { name, title }: Wishes): Warning {
  const number = title === undefined ? `number ${String(sequence)}` : 'title';
  const what = name === undefined ? number : 'name';
  return {
    code: 'UNCHANGED',
    message: `${ref} already has the ${what}; nothing was changed.`,
  };
}
