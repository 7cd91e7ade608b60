import { formatFolderName } from '../../domain/naming/folderName.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { renumberedRef } from '../../domain/naming/renumberedRef.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import type { RegistryReach } from '../../ports/locks.js';
import type { SpecStore } from '../../ports/specStore.js';
import { eventsOf, type NumberedResult } from '../changes/changeResult.js';
import type { ChangedSpec, ChangeSpecs, PlannedChange } from '../changes/changeSpecs.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { followAll, followFolders, type FolderMove, renamesBy } from '../changes/followFolders.js';
import type { GivenNumbers, NextNumbers } from '../worktrees/nextNumbers.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import type { SpecIdentities } from '../changes/specIdentities.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import { positive, required, text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface RenumberSpecRequest {
  readonly spec: string;
  /** The next free number without it. */
  readonly to?: number | undefined;
}

/** What became of specs that got other numbers. */
export interface Renumbered {
  /** In the order asked. */
  readonly own: readonly ChangedSpec[];
  /** Those that followed. */
  readonly others: readonly ChangedSpec[];
  /** References that did not follow. */
  readonly left: readonly Warning[];
  readonly registry: RegistryReach;
  readonly warnings: readonly Warning[];
}

const MOST_NAMED = 5;

/** Gives a spec another number; its folder, every `depends_on`, `related` and link follow in the same change. */
export class RenumberSpec extends UseCase<RenumberSpecRequest, NumberedResult> {
  static readonly request: RequestSchema<RenumberSpecRequest> = { spec: required(text), to: positive };

  constructor(
    private readonly access: WriteSession,
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly changes: ChangeSpecs,
    private readonly numbers: NextNumbers,
    private readonly identities: SpecIdentities,
    private readonly config: Configuration,
  ) {
    super();
  }

  protected override async run(request: RenumberSpecRequest): Promise<NumberedResult> {
    return this.access.change('renumber', (drafts) => {
      const folder = this.catalog.find(request.spec);
      const { own, others, left, registry, warnings } = this.renumber(drafts, [folder], request.to);
      const [changed] = own;
      if (changed === undefined) throw new SpectoolError('INTERNAL', 'The change was not made.');
      return {
        spec: this.catalog.viewOf(changed.folder, changed.document),
        events: eventsOf([changed, ...others]),
        warnings: [...changeWarnings(changed), ...(changed.record ? warnings : [unchanged(folder)]), ...left],
        registry,
      };
    });
  }

  /**
   * Each of the specs gets a number of its own, and what refers to them follows, in one change. For commands that hold the lock already.
   * @param to of one spec alone; the next free ones without it.
   */
  renumber(drafts: RecordDrafts, asked: readonly SpecFolder[], to?: number): Renumbered {
    const folders = this.store.folders();
    // Of many it is asked once: each would read every document.
    const unnamed = asked.length > 1 ? this.identities.unnamed() : undefined;
    const specs = asked.map((folder) => ({
      spec: this.identities.of(folder, this.store.open(folder).frontmatter, unnamed),
      name: folder.name,
    }));
    const work = (given: GivenNumbers) => this.#change(drafts, asked, folders, given);
    if (to === undefined) return this.numbers.several(specs, folders, { noGit: false }, work);
    const wanted = specs.filter((_, i) => asked[i]?.sequence !== to).map((one) => ({ ...one, number: to }));
    return this.numbers.take(wanted, (given) => work({ ...given, sequences: [to] }));
  }

  #change(
    drafts: RecordDrafts,
    asked: readonly SpecFolder[],
    folders: readonly SpecFolder[],
    { sequences, registry, warnings }: GivenNumbers,
  ): Renumbered {
    const moves = asked
      .map((folder, i): FolderMove => ({
        folder,
        from: folder.ref,
        to: this.#refFor(folder, sequences[i] ?? NaN),
      }))
      .filter(({ from, to }) => from !== to);
    const namesakes = namesakesIn(folders);
    // Where two folders have one name references mean the other as likely: none follows.
    const clear = moves.filter(({ from }) => namesakes(from).length === 1);
    const renamed = renamesBy(clear);
    const left = this.#leftBehind(
      moves.filter(({ from }) => namesakes(from).length > 1),
      namesakes,
    );
    const { changed, followers } = this.changes.carryOut(drafts, [
      ...asked.map((folder, i): PlannedChange => {
        const to = sequences[i] ?? NaN;
        const ref = this.#refFor(folder, to);
        const others = folders.filter(({ path }) => path !== folder.path);
        return {
          folder,
          commands: ({ frontmatter }) => [
            { type: 'Renumber', data: { to, ref, others } },
            ...renamed(frontmatter),
          ],
          editText: (text) => followAll(text, clear),
        };
      }),
      ...followFolders(this.store, clear, asked, 'references'),
    ]);
    const own = changed.slice(0, asked.length);
    return { own, others: [...changed.slice(asked.length), ...followers], left, registry, warnings };
  }

  /** Who refers to names that lead to other specs from now on. */
  #leftBehind(
    moves: readonly FolderMove[],
    namesakes: (ref: string) => readonly SpecFolder[],
  ): readonly Warning[] {
    const names = [...new Set(moves.map(({ from }) => from))];
    const same = names.flatMap(namesakes);
    const found = followFolders(this.store, moves, same, 'references').map(({ folder }) => folder.ref);
    if (found.length === 0) return [];
    const moved = new Set(moves.map(({ folder }) => folder.path));
    const others = same.filter(({ path }) => !moved.has(path)).map(({ path }) => path);
    const also = others.length === 0 ? 'several folders are called' : `${some(others)} is called too`;
    return [
      {
        code: 'REFERENCE_AMBIGUOUS',
        message: `${some(found)} ${found.length === 1 ? 'refers' : 'refer'} to ${some(names)}, as ${also}; that is left as it stands.`,
        hint: `Where ${some(moves.map(({ to }) => to))} is meant, write that.`,
      },
    ];
  }

  /** A number of its own again gives a folder the name of today's configuration, if it has another. */
  #refFor(folder: SpecFolder, number: number): string {
    const { structure } = this.config;
    const again = number === folder.sequence;
    const created = again ? this.catalog.viewOf(folder).created : null;
    return created === null
      ? renumberedRef(folder, number, structure.sequenceDigits)
      : formatFolderName(structure, { sequence: number, name: folder.name, created });
  }
}

function some(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${String(names.length - MOST_NAMED)} more` : '';
  return names.slice(0, MOST_NAMED).join(', ') + more;
}

function unchanged({ ref, sequence }: SpecFolder): Warning {
  return {
    code: 'UNCHANGED',
    message: `${ref} has the number ${String(sequence)} already; nothing was changed.`,
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
