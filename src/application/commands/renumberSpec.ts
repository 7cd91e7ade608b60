import { firstOf } from '../../domain/value/bounds.js';
import { criteriaOf } from '../../domain/criteria/criteria.js';
import { formatFolderName } from '../../domain/naming/folderName.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { slugOf } from '../../domain/naming/slug.js';
import { renamedRef, renumberedRef } from '../../domain/naming/renumberFolderName.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { isSharedFile } from '../../domain/trace/filesOfSpec.js';
import { type ChangeResult, eventsOf } from '../changes/changeResult.js';
import type { ChangedSpec, PlannedChange } from '../changes/plannedChange.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { type FolderMove, referenceChanges, renamesBy } from '../changes/folderMoves.js';
import type { GivenNumbers } from '../worktrees/nextSpecNumbers.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import type { Warning } from '../warning.js';
import { positive, required, text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface RenumberSpecRequest {
  readonly spec: string;
  /** New number; the next free one by default. */
  readonly to?: number | undefined;
  /** New name, the part of the folder's name after the number; the number stays. It cannot be given together with `to`. */
  readonly name?: string | undefined;
}

/** Result of renumbering specs. */
export interface Renumbered {
  /** Renumbered specs, in the requested order. */
  readonly own: readonly ChangedSpec[];
  /** Other specs in which references to the renumbered specs were updated. */
  readonly others: readonly ChangedSpec[];
  /** Warnings of references that were not updated, in specs and in other files. */
  readonly left: readonly Warning[];
  readonly warnings: readonly Warning[];
}

/** Changes the number or the name of a spec, with its folder and all references to it: `depends_on`, `related` and links. */
export class RenumberSpec extends UseCase<RenumberSpecRequest, ChangeResult> {
  static readonly request: RequestSchema<RenumberSpecRequest> = {
    spec: required(text),
    to: positive,
    name: text,
  };

  protected override async run(request: RenumberSpecRequest): Promise<ChangeResult> {
    return this.use.writeSession.change('renumber', (drafts) => {
      const folder = this.use.specCatalog.find(request.spec);
      const { own, others, left, warnings } =
        request.name === undefined
          ? this.renumber(drafts, [folder], request.to)
          : this.#rename(drafts, folder, request.name, request.to);
      const [changed] = own;
      if (changed === undefined) throw new SpectoolError('INTERNAL', 'The change was not made.');
      return {
        spec: this.use.specCatalog.viewOf(changed.folder, changed.document),
        events: eventsOf([changed, ...others]),
        warnings: [
          ...changeWarnings(changed),
          ...(changed.record ? warnings : [unchanged(folder, request.name)]),
          ...left,
        ],
      };
    });
  }

  /**
   * Renumbers specs and updates references to them, in one change. The caller holds the lock.
   * @param to new number of a single spec; the next free numbers by default.
   */
  renumber(drafts: RecordDrafts, asked: readonly SpecFolder[], to?: number): Renumbered {
    const folders = this.use.specStore.folders();
    const work = (given: GivenNumbers) => this.#change(drafts, asked, folders, given);
    if (to === undefined) return this.use.nextSpecNumbers.next(asked.length, folders, { noGit: false }, work);
    const wanted = asked
      .filter(({ sequence }) => sequence !== to)
      .map((folder) => ({
        spec: this.use.specLogFinder.of(folder, this.use.specStore.open(folder).frontmatter),
        number: to,
      }));
    return this.use.nextSpecNumbers.take(wanted, (warnings) => work({ warnings, sequences: [to] }));
  }

  /** Gives a spec another name, and updates references to it. @throws SpectoolError `USAGE`, `NAME_INVALID`. */
  #rename(drafts: RecordDrafts, folder: SpecFolder, given: string, to: number | undefined): Renumbered {
    if (to !== undefined)
      throw new SpectoolError('USAGE', 'A spec gets another number or another name, not both at once.');
    const name = slugOf(given);
    return this.use.nextSpecNumbers.hold(() =>
      this.#change(drafts, [folder], this.use.specStore.folders(), { warnings: [], sequences: [] }, name),
    );
  }

  #change(
    drafts: RecordDrafts,
    asked: readonly SpecFolder[],
    folders: readonly SpecFolder[],
    { sequences, warnings }: GivenNumbers,
    name?: string,
  ): Renumbered {
    const refOf = (folder: SpecFolder, i: number): string =>
      name === undefined ? this.#refFor(folder, sequences[i] ?? NaN) : renamedRef(folder, name);
    const moves = asked
      .map((folder, i): FolderMove => ({ folder, from: folder.ref, to: refOf(folder, i) }))
      .filter(({ from, to }) => from !== to);
    const namesakes = namesakesIn(folders);
    // References to a name that two folders share are ambiguous, so they are not updated.
    const clear = moves.filter(({ from }) => namesakes(from).length === 1);
    const renamed = renamesBy(clear);
    const left = this.#leftBehind(
      moves.filter(({ from }) => namesakes(from).length > 1),
      namesakes,
    );
    const { changed, followers } = this.use.changeSpecs.carryOut(drafts, [
      ...asked.map((folder, i): PlannedChange => {
        const ref = refOf(folder, i);
        const others = folders.filter(({ path }) => path !== folder.path);
        return {
          folder,
          commands: ({ frontmatter }) => [
            name === undefined
              ? { type: 'Renumber', data: { to: sequences[i] ?? NaN, ref, others } }
              : { type: 'Rename', data: { name, ref } },
            ...renamed(frontmatter),
          ],
        };
      }),
      ...referenceChanges(this.use.specStore, clear, asked),
    ]);
    const own = changed.slice(0, asked.length);
    return {
      own,
      others: [...changed.slice(asked.length), ...followers],
      left: name === undefined ? [...left, ...this.#stillNumbered(asked, own, folders)] : left,
      warnings,
    };
  }

  /** Warns of files that name criteria by the old number of their spec, such as tests. */
  #stillNumbered(
    before: readonly SpecFolder[],
    changed: readonly ChangedSpec[],
    folders: readonly SpecFolder[],
  ): readonly Warning[] {
    const moved = new Set(before.map(({ path }) => path));
    const written = changed.map(({ folder, document: { text, bodyStart } }, i) => {
      const old = before[i]?.sequence ?? null;
      if (old === null || old === folder.sequence) return [];
      const labels = criteriaOf(text.slice(bodyStart), this.use.config.criteria.sections);
      return labels.flatMap(({ label }) =>
        writtenReferences(old, this.use.config.structure.sequenceDigits, label),
      );
    });
    const all = written.flat();
    const hits = all.length === 0 ? new Map<string, never>() : this.use.commits.filesContaining(all);
    return written.flatMap((texts, i) => {
      const files = [...new Set(texts.flatMap((one) => hits.get(one) ?? []))].filter(
        (path) => !isSharedFile(path, this.use.config.specsDir),
      );
      if (files.length === 0) return [];
      const { ref = '' } = changed[i]?.folder ?? {};
      const old = before[i]?.sequence;
      // After a merge, another spec may keep the number, and the files may mean that one.
      const keepers = folders
        .filter(({ path, sequence }) => sequence === old && !moved.has(path))
        .map((keeper) => keeper.ref);
      const naming = `${firstOf(files.sort())} ${files.length === 1 ? 'names' : 'name'} criteria`;
      return [
        {
          code: 'NUMBER_IN_FILES',
          ...(keepers.length === 0
            ? {
                message: `${naming} of ${ref} by its old number.`,
                hint: `Write ${ref} there. Tests with the old number prove nothing as soon as another spec gets it.`,
              }
            : {
                message: `${naming} by the number ${String(old)}, which may mean ${ref} or ${firstOf(keepers)}.`,
                hint: 'Write the folder name of the spec that is meant instead of the number.',
              }),
        },
      ];
    });
  }

  /** Warns of references that were not updated and now mean another spec. */
  #leftBehind(
    moves: readonly FolderMove[],
    namesakes: (ref: string) => readonly SpecFolder[],
  ): readonly Warning[] {
    const names = [...new Set(moves.map(({ from }) => from))];
    const same = names.flatMap(namesakes);
    const found = referenceChanges(this.use.specStore, moves, same).map(({ folder }) => folder.ref);
    if (found.length === 0) return [];
    const moved = new Set(moves.map(({ folder }) => folder.path));
    const others = same.filter(({ path }) => !moved.has(path)).map(({ path }) => path);
    const also =
      others.length === 0 ? 'several folders have that name' : `${firstOf(others)} has that name too`;
    return [
      {
        code: 'REFERENCE_AMBIGUOUS',
        message: `${firstOf(found)} ${found.length === 1 ? 'refers' : 'refer'} to ${firstOf(names)}, but ${also}, so the reference was not changed.`,
        hint: `If the reference means ${firstOf(moves.map(({ to }) => to))}, change the reference to that name.`,
      },
    ];
  }

  /** Returns the folder name for the new number. If the number stays the same, applies the configured name pattern. */
  #refFor(folder: SpecFolder, number: number): string {
    const { structure } = this.use.config;
    const again = number === folder.sequence;
    const created = again ? this.use.specCatalog.viewOf(folder).created : null;
    return created === null
      ? renumberedRef(folder, number, structure.sequenceDigits)
      : formatFolderName(structure, { sequence: number, name: folder.name, created });
  }
}

/** Returns the usual ways in which a test names a criterion by the number of its spec. */
function writtenReferences(number: number, digits: number, label = ''): readonly string[] {
  if (label === '') return [];
  const labels = new Set([label, label.toLowerCase(), label.toLowerCase().replaceAll('-', '_')]);
  return [String(number), String(number).padStart(digits, '0')].flatMap((one) =>
    [...labels].flatMap((form) => ['/', '_'].map((separator) => one + separator + form)),
  );
}

function unchanged({ ref, sequence }: SpecFolder, name: string | undefined): Warning {
  const what = name === undefined ? `number ${String(sequence)}` : 'name';
  return {
    code: 'UNCHANGED',
    message: `${ref} has the ${what} already; nothing was changed.`,
  };
}

function namesakesIn(folders: readonly SpecFolder[]): (ref: string) => readonly SpecFolder[] {
  const byRef = new Map<string, SpecFolder[]>();
  for (const folder of folders) {
    const known = byRef.get(folder.ref);
    if (known === undefined) byRef.set(folder.ref, [folder]);
    else known.push(folder);
  }
  return (ref) => byRef.get(ref) ?? [];
}
