import { bare, openings } from '../../../domain/document/conflictMarks.js';
import type { ErrorCode } from '../../../domain/errors/errorCode.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { valueAt } from '../../../domain/fields/change.js';
import { isSetField } from '../../../domain/fields/fields.js';
import { frontmatterDiff } from '../../../domain/fields/frontmatterDiff.js';
import { divergences } from '../../../domain/log/divergence.js';
import { foldSpec, hasOutlivedDeletion } from '../../../domain/log/foldSpec.js';
import { changedByBoth } from '../../../domain/log/reconcile.js';
import { compareBeginnings } from '../../../domain/log/records/recordOrder.js';
import { parentOf } from '../../../domain/naming/projectPath.js';
import { renumberedRef } from '../../../domain/naming/renumberedRef.js';
import { folderAt, groupPlaces, type SpecFolder } from '../../../domain/naming/specFolder.js';
import type { Configuration } from '../../../domain/project/configuration.js';
import { trashPlace } from '../../../domain/project/projectFolders.js';
import type { SpecCommand } from '../../../domain/spec/commands.js';
import type { ActiveSpec } from '../../../domain/spec/spec.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { Merges, StagedText } from '../../../ports/repository/merges.js';
import type { SpecStore } from '../../../ports/specStore.js';
import type { PlannedWrite } from '../../../ports/transaction.js';
import type { ChangeSpecs, ChangedSpec, PlannedChange, SpecPlan } from '../../changes/changeSpecs.js';
import { divergenceWarnings, settlingAdvice } from '../../changes/changeWarnings.js';
import { conflictedSpecs, type ConflictedSpec, type LeftDocument } from '../../changes/conflictedSpecs.js';
import { followAll } from '../../changes/followFolders.js';
import type { RecordDrafts } from '../../changes/recordDrafts.js';
import type { WriteSession } from '../../changes/writeSession.js';
import { oneOf, type RequestSchema, texts } from '../../requestSchema.js';
import { shellWord } from '../../shellWord.js';
import { broughtUp, type ResolveNamedSpecs } from '../../records/resolveNamedSpecs.js';
import { UseCase } from '../../useCase.js';
import type { Warning } from '../../warning.js';
import type { NextNumbers } from '../../worktrees/nextNumbers.js';
import { MeetingFolders, type FilesToGo, type PartedSpec } from './meetingFolders.js';
import type { MergeDocuments } from './mergeDocuments.js';

export interface ResolveConflictsRequest {
  /** Of these alone it is decided whether document or log counts; conflicts of a merge stay. */
  readonly specs?: readonly string[] | undefined;
  /** `log`, by default: what is recorded is brought into the document. `document`: that it counts as it stands is recorded. */
  readonly keep?: 'log' | 'document' | undefined;
}

export interface ResolveConflictsResult {
  /** Documents that are whole again. */
  readonly resolved: readonly string[];
  /** Documents left to a person: marked where both sides changed the text, or not touched, for the reason that is given. */
  readonly conflicts: readonly {
    readonly path: string;
    readonly conflicts: number;
    readonly reason?: string;
  }[];
  /** Specs brought up to what the log tells. */
  readonly updated: readonly string[];
  /** Documents that are whole and that git was not given: a filter of the repository stands before them, or git refused. */
  readonly unstaged: readonly string[];
  /** What to run next, in this order. */
  readonly next: readonly string[];
  /** Fields two branches set differently: the log's order chose, a person may choose otherwise. */
  readonly warnings: readonly Warning[];
}

/** What keeps one document from being mended, and no other. */
const OF_ONE: ReadonlySet<ErrorCode> = new Set(['SPEC_BROKEN', 'ID_COPIED', 'LOG_UNREADABLE']);
const MOST_NAMED = 5;
const AT_WORK = 'somebody has begun to edit what is marked';
const FILTERED = 'a filter of git changed its text, or somebody has begun to edit what is marked';
const NOT_BY_FIELD = 'the frontmatter of its two sides cannot be merged';

/** A spec of the conflict with the text it gets. */
interface MergedSpec {
  readonly spec: ConflictedSpec;
  /** Absent where a hand has mended the document. */
  readonly text?: string;
  readonly conflicts: number;
}

/** What becomes of the documents in conflict. */
interface Settlement {
  readonly placed: readonly (MergedSpec & { readonly path: string })[];
  /** Another spec has the only place they had. */
  readonly homeless: readonly MergedSpec[];
  readonly left: readonly LeftDocument[];
  /** Documents that are no one's any more. */
  readonly dropped: readonly string[];
  /** What git holds in conflict and is settled by this. */
  readonly settled: readonly string[];
  /** What stays in conflict. */
  readonly waiting: ReadonlySet<string>;
}

/** A spec of the conflict, or none, with what it comes to. */
interface PlannedSpec {
  readonly merged?: MergedSpec;
  readonly before: SpecFolder;
  readonly plan: SpecPlan;
}

/** What could be planned, and what could not. */
interface Plans {
  readonly specs: readonly PlannedSpec[];
  /** Specs whose folder another has. */
  readonly parted: readonly PartedSpec[];
  readonly warnings: readonly Warning[];
  readonly left: readonly (LeftDocument & { readonly merged?: MergedSpec })[];
}

/**
 * Repairs documents after a merge: frontmatter from the log, text by git's three-way merge, two specs in one folder parted,
 * documents that lag behind the log brought up. Planned whole and carried out as one change; then git's index follows, which may be
 * repeated. What only a person can decide is left and named.
 */
export class ResolveConflicts extends UseCase<ResolveConflictsRequest, ResolveConflictsResult> {
  static readonly request: RequestSchema<ResolveConflictsRequest> = {
    specs: texts,
    keep: oneOf(['log', 'document']),
  };
  readonly #meeting: MeetingFolders;

  constructor(
    private readonly access: WriteSession,
    private readonly files: FileSystem,
    private readonly store: SpecStore,
    private readonly log: EventLog,
    private readonly merges: Merges,
    private readonly merge: MergeDocuments,
    private readonly changes: ChangeSpecs,
    private readonly numbers: NextNumbers,
    private readonly named: ResolveNamedSpecs,
    private readonly config: Configuration,
  ) {
    super();
    this.#meeting = new MeetingFolders(this.store, this.files, this.merges);
  }

  protected override async run({
    specs = [],
    keep = 'log',
  }: ResolveConflictsRequest): Promise<ResolveConflictsResult> {
    if (specs.length > 0)
      return { resolved: [], conflicts: [], unstaged: [], next: [], ...this.named.decide(specs, keep) };
    if (keep === 'document')
      throw new SpectoolError('USAGE', 'Nothing says which documents are to count as they stand.', {
        hint: 'Name the specs.',
      });
    return this.access.change('resolve', (drafts) => {
      const continuation = this.merges.continuation();
      const settlement = this.#settlement();
      return this.#withNumbers(settlement.homeless, (numbers, warnings) => {
        const plans = this.#plans(drafts, settlement, numbers);
        const marked = settlement.placed.flatMap((one) => this.#markedText(one));
        const dropped = settlement.dropped.map((path) => this.#removal(path, drafts.at));
        const writes = plans.specs.flatMap(({ plan }) => plan.writes);
        const beside = this.#filesBeside(settlement, plans, drafts.at);
        const besides = beside.flatMap((one) => one.writes);
        this.changes.commit(drafts, [...writes, ...marked, ...dropped, ...besides]);
        const told = [...warnings, ...plans.warnings, ...beside.flatMap((one) => one.warnings)];
        const staged = beside.flatMap((one) => one.staged);
        return this.#answer(settlement, plans, staged, continuation, told);
      });
    });
  }

  /** Which document becomes what, and where. The older spec is the first to choose its place. */
  #settlement(): Settlement {
    const met = conflictedSpecs(this.store, this.merges, this.config);
    const specs = [...met.specs].sort((a, b) => this.#compareAge(a.id, b.id));
    const involved = new Set(specs.flatMap(({ paths }) => paths));
    const ids = new Set(specs.map(({ id }) => id));
    const homes = new Map(specs.flatMap(({ id }) => this.#loggedHome(id).map((path) => [path, id])));
    const left = [...met.left];
    const claimed = new Set(left.map(({ path }) => path));
    // What is in git's index alone stays there until it is in a document.
    const waiting = new Set(claimed);
    const placed: (MergedSpec & { readonly path: string })[] = [];
    const homeless: MergedSpec[] = [];
    for (const spec of specs) {
      const merged = this.#decided(spec, ids, claimed);
      const path =
        ('path' in merged ? merged.path : undefined) ?? this.#placeFor(spec, involved, claimed, homes);
      if ('why' in merged) {
        for (const kept of spec.paths) claimed.add(kept);
        for (const kept of [...spec.unmerged, ...spec.paths]) waiting.add(kept);
        const others = spec.paths.filter((kept) => left.every((one) => one.path !== kept));
        for (const kept of others) left.push({ path: kept, why: merged.why });
      } else if (path === undefined) homeless.push(merged);
      else {
        claimed.add(path);
        placed.push({ ...merged, path });
        if (merged.conflicts > 0) for (const kept of [...spec.unmerged, ...spec.paths]) waiting.add(kept);
      }
    }
    for (const one of met.specs.length === 0 ? [] : this.#lost(specs)) {
      if (claimed.has(one.path)) continue;
      claimed.add(one.path);
      placed.push(one);
    }
    const settled = [...met.gone, ...specs.flatMap(({ unmerged, paths }) => [...unmerged, ...paths])];
    return {
      placed,
      homeless,
      left,
      dropped: [...involved].filter((path) => !claimed.has(path) && this.files.stat(path) !== undefined),
      settled: [...new Set(settled)].filter((path) => !waiting.has(path)),
      waiting,
    };
  }

  /**
   * Specs that one branch deleted and the other edited, of which the conflict says nothing: git took the document for another, new one
   * that resembles it, and put the edit there. It is in the commit that has it.
   */
  #lost(specs: readonly ConflictedSpec[]): readonly (MergedSpec & { readonly path: string })[] {
    const found = this.store.summaries().map(({ frontmatter }) => frontmatter['id']);
    const known = new Set<unknown>([...found, ...specs.map(({ id }) => id)]);
    return this.log.streams().flatMap((id) => {
      if (known.has(id)) return [];
      const folded = foldSpec(this.log.records(id));
      const { spec } = folded;
      if (spec.kind === 'absent' || !hasOutlivedDeletion(folded)) return [];
      const path = this.store.documentPath(folderAt(this.config.specsDir, spec.labels));
      const { ours, theirs } = this.merges.versionsThatMeet([path]).get(path) ?? {};
      const texts = [ours ?? '', theirs ?? ''].filter(
        (one) => this.store.parse(one).frontmatter['id'] === id,
      );
      const [text] = texts;
      // In both commits: then it was a hand that took it away.
      if (text === undefined || texts.length > 1 || this.files.stat(path) !== undefined) return [];
      const sides = { base: text, ours: text, theirs: text };
      return [
        {
          spec: { id, paths: [path], unmerged: [], isDeleted: true, isBaseKnown: true, ...sides },
          text,
          conflicts: 0,
          path,
        },
      ];
    });
  }

  /**
   * What somebody has made of the conflict and not told git yet, else the merge. What a hand wrote where something is left to do stays.
   * @param ids of all specs in conflict: where git stopped, one of them may stand in the file of another.
   */
  #decided(
    spec: ConflictedSpec,
    ids: ReadonlySet<unknown>,
    claimed: ReadonlySet<string>,
  ): (MergedSpec & { readonly path?: string }) | { readonly why: string } {
    const found = spec.paths.flatMap((path) => {
      const kind = this.files.stat(path)?.kind;
      return kind === undefined ? [] : [{ kind, path }];
    });
    if (found.some(({ kind }) => kind !== 'file')) return { why: 'it is no regular file' };
    const files = found.map(({ path }) => ({ path, text: this.files.readText(path) ?? '' }));
    const merged = this.merge.merge(spec, spec.isBaseKnown, spec.unmerged[0]);
    const mostOpen = Math.max(openings(spec.ours), openings(spec.theirs));
    const edited = files
      .filter(({ path, text }) => spec.unmerged.includes(path) && !this.#isLeft(path, text, merged?.text))
      .map(({ path, text }) => {
        const { frontmatter, problem } = this.store.parse(text);
        return { path, id: frontmatter['id'], isOpen: problem !== undefined || openings(text) > mostOpen };
      });
    const whole = edited.find(
      ({ path, id = path, isOpen }) => !isOpen && !claimed.has(path) && id === spec.id,
    );
    if (whole !== undefined) return { spec, conflicts: 0, path: whole.path };
    if (edited.some(({ id, isOpen }) => isOpen || !ids.has(id)))
      return { why: spec.paths.some((path) => this.merges.isFiltered(path)) ? FILTERED : AT_WORK };
    if (merged === undefined) return { why: NOT_BY_FIELD };
    const isReturned = files[0] !== undefined && hasReturns(files[0].text) && !merged.text.includes('\r\n');
    const text = isReturned ? merged.text.replaceAll('\n', '\r\n') : merged.text;
    return { spec, text, conflicts: merged.conflicts };
  }

  /** As git left it, or as this leaves it: no hand has written in it. */
  #isLeft(path: string, text: string, merged?: string): boolean {
    const found = bare(text);
    if (merged !== undefined && bare(merged) === found) return true;
    for (const left of this.merges.textsLeft(path)) if (bare(left) === found) return true;
    return false;
  }

  /** Where the log says it stands, else where one of its versions is; undefined when others have those places. */
  #placeFor(
    spec: ConflictedSpec,
    involved: ReadonlySet<string>,
    claimed: ReadonlySet<string>,
    homes: ReadonlyMap<string, string>,
  ): string | undefined {
    const isThere = (path: string) => this.files.stat(path) !== undefined;
    const own = this.#loggedHome(spec.id);
    // Where git took it for another one that stands there.
    const isOthers = (path: string) => (homes.get(path) ?? spec.id) !== spec.id;
    // A folder that has to go there goes as a whole.
    const places = [
      ...own.filter((path) => involved.has(path)),
      ...spec.paths.filter((path) => isThere(path) && !isOthers(path)),
      ...own,
      ...spec.paths,
    ];
    return places.find((path) => !claimed.has(path) && (involved.has(path) || !isThere(path)));
  }

  /** The document's path where the log says the spec stands. */
  #loggedHome(id: string): readonly string[] {
    const { spec } = foldSpec(this.log.records(id));
    return spec.kind === 'active'
      ? [this.store.documentPath(folderAt(this.config.specsDir, spec.labels))]
      : [];
  }

  /** Two branches made two specs of one folder: the earlier one keeps it, each of these gets a number of its own. */
  #withNumbers<T>(
    homeless: readonly MergedSpec[],
    work: (numbers: readonly number[], warnings: readonly Warning[]) => T,
  ): T {
    if (homeless.length === 0) return work([], []);
    const specs = homeless.map(({ spec }) => {
      const { ref, name } = this.#homeOf(spec);
      return { spec: spec.id, name: name === '' ? ref : name };
    });
    return this.numbers.several(specs, this.store.folders(), { noGit: false }, ({ sequences, warnings }) =>
      work(sequences, warnings),
    );
  }

  #homeOf({ id, paths }: ConflictedSpec): SpecFolder {
    const { spec } = foldSpec(this.log.records(id));
    if (spec.kind === 'active') return folderAt(this.config.specsDir, spec.labels);
    const folder = this.#folderAt(paths);
    if (folder !== undefined) return folder;
    throw new SpectoolError('MERGE_CONFLICT', `There is no place for the spec ${id}.`);
  }

  #folderAt(paths: readonly string[]): SpecFolder | undefined {
    return this.store.folders().find((folder) => paths.includes(this.store.documentPath(folder)));
  }

  #plans(
    drafts: RecordDrafts,
    { placed, homeless, left, dropped }: Settlement,
    numbers: readonly number[],
  ): Plans {
    const occupied = new Set<string>();
    const done = new Set([...left.map(({ path }) => path), ...dropped, ...placed.map(({ path }) => path)]);
    const folders = this.store.folders();
    const byDocument = new Map(folders.map((folder) => [this.store.documentPath(folder), folder]));
    const others = this.store
      .summaries(folders)
      .filter(({ folder, problem }) => problem === undefined && !done.has(this.store.documentPath(folder)));
    const parted = homeless.map(({ spec }, i): PartedSpec => {
      const folder = this.#homeOf(spec);
      const to = renumberedRef(folder, numbers[i] ?? 0, this.config.structure.sequenceDigits);
      return { id: spec.id, folder, from: folder.ref, to };
    });
    const whole = placed
      .filter(({ conflicts }) => conflicts === 0)
      .map((one) => ({ merged: one, folder: byDocument.get(one.path) ?? this.#goneFolder(one) }));
    const { changes: following, warnings } = this.#meeting.following(parted, [
      ...whole.map(({ merged: { spec, text }, folder }) => ({
        id: spec.id,
        folder,
        ...(text !== undefined && { text }),
      })),
      ...others.map(({ folder, frontmatter }) => ({ id: frontmatter['id'], folder })),
    ]);
    const changes = [
      ...whole.map(({ merged, folder }) => {
        const { commands, ...change } = this.#changeOf(merged, folder);
        const followed = following.get(folder.path);
        return {
          merged,
          change: {
            ...change,
            ...followed,
            commands: (spec: ActiveSpec) => [...commands(spec), ...(followed?.commands(spec) ?? [])],
          } satisfies PlannedChange,
        };
      }),
      ...homeless.map((one, i) => ({
        merged: one,
        change: this.#parting(one, parted[i] as PartedSpec, numbers[i] ?? 0, folders),
      })),
      ...others.map(({ folder }) => ({
        change: { folder, commands: () => [], ...following.get(folder.path) } satisfies PlannedChange,
      })),
    ];
    const specs: PlannedSpec[] = [];
    const unplanned: Plans['left'][number][] = [];
    for (const one of changes) {
      const { folder: before } = one.change;
      const merged = 'merged' in one && { merged: one.merged };
      try {
        const plan = this.changes.plan(drafts, { ...one.change, judge: 'log', occupied });
        occupied.add(plan.changed.folder.path);
        specs.push({ plan, before, ...merged });
      } catch (error) {
        if (!(error instanceof SpectoolError) || !OF_ONE.has(error.code)) throw error;
        // A copy is told of by `validate`.
        if (merged || error.code !== 'ID_COPIED')
          unplanned.push({ path: this.store.documentPath(before), why: error.message, ...merged });
      }
    }
    return { specs, parted, warnings, left: unplanned };
  }

  /** It stood where the log says, or is called as its path says. */
  #goneFolder({ spec, path }: { readonly spec: ConflictedSpec; readonly path: string }): SpecFolder {
    const place = parentOf(path);
    return { ...this.#homeOf(spec), path: place, ref: place.slice(place.lastIndexOf('/') + 1) };
  }

  #changeOf({ spec, text }: MergedSpec, folder: SpecFolder): PlannedChange {
    const records = this.log.records(spec.id);
    const { spec: logged } = foldSpec(records);
    const deletion = records.findLast(({ events }) => events.some(({ type }) => type === 'SpecDeleted'));
    // It was deleted with all that was known of it; what was written since is in no record, and stands.
    const isGone = logged.kind === 'active' && logged.deleted !== undefined;
    const commands: readonly SpecCommand[] =
      isGone && deletion !== undefined
        ? [
            {
              type: 'Undo',
              data: {
                undone: deletion.id,
                events: [{ type: 'SpecDeleted', data: logged.deleted ?? { reason: '' } }],
              },
            },
          ]
        : [];
    return { folder, commands: () => commands, ...(text !== undefined && { merged: text }) };
  }

  #parting(one: MergedSpec, move: PartedSpec, to: number, others: readonly SpecFolder[]): PlannedChange {
    const { folder: home, to: ref } = move;
    const { commands, ...change } = this.#changeOf(one, home);
    const document = this.store.documentPath(home);
    return {
      ...change,
      isNew: true,
      commands: (spec) => [...commands(spec), { type: 'Renumber', data: { to, ref, others } }],
      editText: (text, { from }) => (from === document ? followAll(text, [move]) : text),
    };
  }

  /** Files beside documents go with the spec that they belong to. */
  #filesBeside({ placed, dropped }: Settlement, plans: Plans, at: string): readonly FilesToGo[] {
    const ends = new Map(
      plans.specs.flatMap(({ merged, before, plan }) =>
        merged === undefined
          ? []
          : [[merged.spec.id, { before: before.path, to: plan.changed.folder }] as const],
      ),
    );
    const taken = new Set([...ends.values()].map(({ to }) => to.path));
    const besides = plans.parted.flatMap((one) => {
      const end = ends.get(one.id);
      return end === undefined ? [] : [this.#meeting.beside(one, end.to)];
    });
    const gathered = placed.flatMap(({ spec, path }) => {
      const home = parentOf(path);
      const { before, to } = ends.get(spec.id) ?? { before: home, to: { path: home } };
      const places = [...new Set([...spec.paths, ...spec.unmerged].map(parentOf))];
      const emptied = places.filter((place) => {
        const document = this.store.documentPath({ path: place });
        const isEmptied = dropped.includes(document) || this.files.stat(document) === undefined;
        return place !== before && !taken.has(place) && isEmptied;
      });
      if (emptied.length === 0) return [];
      const way = { before, to: to.path };
      return [this.#meeting.gathered(places, emptied, way, (file) => this.#removal(file, at))];
    });
    return [...besides, ...gathered];
  }

  /** A text with marks is nobody's change: it is written as it is, and nothing recorded. */
  #markedText(one: MergedSpec & { readonly path: string }): readonly PlannedWrite[] {
    const { spec, path, text, conflicts } = one;
    if (conflicts === 0 || text === undefined) return [];
    const was = this.files.stat(path) === undefined ? undefined : (this.files.readText(path) ?? '');
    if (was === text) return [];
    const file = path.slice(path.lastIndexOf('/') + 1);
    return [{ kind: 'text', spec: spec.id, path, file, text, ...(was !== undefined && { was }) }];
  }

  #removal(path: string, at: string): PlannedWrite {
    const folder = parentOf(path);
    const known = this.#folderAt([path]);
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const groups = [folder, ...(known === undefined ? [] : groupPlaces(known))];
    return {
      kind: 'move',
      from: path,
      to: trashPlace(name, at) + path.slice(folder.length).replace('/', '.'),
      groups,
    };
  }

  #answer(
    { placed, left, settled, waiting: unsettled }: Settlement,
    plans: Plans,
    beside: readonly StagedText[],
    continuation: string | undefined,
    warnings: readonly Warning[],
  ): ResolveConflictsResult {
    const mended = plans.specs.flatMap(({ merged, plan: { changed } }) =>
      merged === undefined ? [] : [{ ...merged, changed, path: this.store.documentPath(changed.folder) }],
    );
    const waiting = new Set(
      plans.left.flatMap(({ path, merged }) => [
        path,
        ...(merged?.spec.paths ?? []),
        ...(merged?.spec.unmerged ?? []),
      ]),
    );
    const open = new Set(settled.filter((path) => !waiting.has(path)));
    const ofGit = mended.filter(({ spec }) => spec.unmerged.some((path) => open.has(path)));
    const filtered = ofGit.map(({ path }) => path).filter((path) => this.merges.isFiltered(path));
    const documents = ofGit.flatMap(({ path, spec, changed }): readonly StagedText[] =>
      filtered.includes(path) ? [] : [{ path, text: asInGit(changed.document.text, spec) }],
    );
    const finals = new Set(mended.map(({ path }) => path));
    const emptied = [...open].filter((path) => !finals.has(path)).map((path) => ({ path }));
    const ofMarked = placed.flatMap((one) => this.#gathered(one));
    const refusal = this.#stage([...documents, ...emptied, ...ofMarked, ...beside]);
    const updated = plans.specs.filter(isUpdated);
    const conflicts = [
      ...placed.flatMap(({ path, conflicts: count }) => (count > 0 ? [{ path, conflicts: count }] : [])),
      ...[...left, ...plans.left].map(({ path, why }) => ({ path, conflicts: 1, reason: why })),
    ];
    const isMore =
      updated.length > 0 ||
      mended.some(({ spec }) => spec.unmerged.length === 0) ||
      plans.specs.some(({ plan }) => plan.writes.some(({ kind }) => kind !== 'text'));
    const toAdd = isMore
      ? [this.config.specsDir, '.spectool']
      : [...filtered, ...conflicts.map(({ path }) => path)];
    const add = toAdd.length === 0 ? [] : [`git add ${toAdd.map(shellWord).join(' ')}`];
    const touched = new Set([
      ...mended.map(({ spec }) => spec.id),
      ...updated.flatMap(({ plan }) => idOf(plan.changed)),
    ]);
    return {
      resolved: mended.map(({ path }) => path),
      conflicts,
      updated: updated.map(({ plan }) => plan.changed.folder.path),
      unstaged: refusal === undefined ? filtered : ofGit.map(({ path }) => path),
      next: continuation === undefined || refusal !== undefined ? [] : [...add, continuation],
      warnings: [
        ...warnings,
        ...(refusal === undefined
          ? this.#others(new Set([...settled, ...unsettled, ...conflicts.map(({ path }) => path)]))
          : [refusal]),
        ...mended.flatMap(({ spec, changed }) => (spec.isDeleted ? [deletedAndEdited(changed)] : [])),
        ...mended.flatMap(({ spec, changed }) => this.#overruled(spec, changed)),
        ...updated.flatMap(({ plan }) => broughtUp(plan.changed)),
        ...[...touched].flatMap((id) => this.#diverged(id)),
      ],
    };
  }

  /**
   * A conflict that git holds at several paths, as where both sides moved a folder, is held where its marks are: `git add` of that one
   * settles it.
   */
  #gathered({ spec, path, conflicts }: MergedSpec & { readonly path: string }): readonly StagedText[] {
    const others = spec.unmerged.filter((one) => one !== path);
    if (conflicts === 0 || others.length === 0 || this.merges.isFiltered(path)) return [];
    const { base, ours, theirs } = spec;
    const sides = { ours, theirs, ...(base !== '' && { base }) };
    return [{ path, sides }, ...others.map((other) => ({ path: other }))];
  }

  /** Files that are no documents of specs are in conflict as well, and git does not go on before they are settled. */
  #others(own: ReadonlySet<string>): readonly Warning[] {
    const others = this.merges.conflictedPaths().filter((path) => !own.has(path));
    if (others.length === 0) return [];
    const more = others.length > MOST_NAMED ? ` and ${String(others.length - MOST_NAMED)} more` : '';
    return [
      {
        code: 'OTHER_CONFLICTS',
        message: `Not of specs, and in conflict too: ${others.slice(0, MOST_NAMED).join(', ')}${more}.`,
        hint: 'Resolve them as any file, with `git add`, before git can go on.',
      },
    ];
  }

  /** Last of all, and repeated by the next `resolve` where git refuses. */
  #stage(files: readonly StagedText[]): Warning | undefined {
    try {
      this.merges.stage(files);
      return undefined;
    } catch (error) {
      if (!(error instanceof SpectoolError) || error.code !== 'GIT_FAILED') throw error;
      return {
        code: 'NOT_STAGED',
        message: `The files are whole, but git was not told. ${error.message}`,
        hint: 'See to it that no other git program is at work here, and that .git can be written to.',
        advice: [{ useCase: 'resolveConflicts', to: 'finish' }],
      };
    }
  }

  #diverged(id: string): readonly Warning[] {
    const records = this.log.records(id);
    const { spec } = foldSpec(records);
    return spec.kind === 'active' ? divergenceWarnings(spec.labels.ref, divergences(records)) : [];
  }

  /** A value that the tool set on one side, and a hand on the other: what the hand wrote stands. */
  #overruled(conflicted: ConflictedSpec, { folder, document }: ChangedSpec): readonly Warning[] {
    const { spec } = foldSpec(this.log.records(conflicted.id));
    if (spec.kind === 'absent') return [];
    const frontmatterOf = (text: string) => this.store.parse(text).frontmatter;
    const { base, ours, theirs } = conflicted;
    const both = changedByBoth({
      base: frontmatterOf(base),
      ours: frontmatterOf(ours),
      theirs: frontmatterOf(theirs),
    });
    return [...frontmatterDiff(spec.frontmatter, document.frontmatter)].flatMap(([field, value]) => {
      if (!both.has(field) || isSetField(field)) return [];
      const logged = valueAt(spec.frontmatter, field);
      const advice = settlingAdvice(folder.ref, field, logged, 'take the value of the log');
      return [
        {
          code: 'EDITED_BY_HAND',
          message: `${folder.ref}: ${field} was changed by hand to ${JSON.stringify(value)}, which stands; the other branch set ${JSON.stringify(logged)}.`,
          ...(advice !== undefined && { advice: [advice] }),
        },
      ];
    });
  }

  /** By the record that began it; what has no log comes last. */
  #compareAge(a: string, b: string): number {
    const [first, second] = [this.log.records(a)[0], this.log.records(b)[0]];
    return compareBeginnings(first, second) || (a < b ? -1 : 1);
  }
}

function isUpdated({ merged, before, plan: { changed, writes } }: PlannedSpec): boolean {
  const isMoved = before.path !== changed.folder.path;
  return merged === undefined && (isMoved || writes.some(({ kind }) => kind === 'text'));
}

function idOf({ document }: ChangedSpec): readonly string[] {
  const id = document.frontmatter['id'];
  return typeof id === 'string' ? [id] : [];
}

function hasReturns(text: string): boolean {
  return text.split('\r\n').length * 2 > text.split('\n').length;
}

/** As the versions that met stand in git, whatever line ends a checkout gives them. */
function asInGit(text: string, { base, ours, theirs }: ConflictedSpec): string {
  const isReturned = [base, ours, theirs].some((version) => version.includes('\r\n'));
  return isReturned ? text : text.replaceAll('\r\n', '\n');
}

function deletedAndEdited({ folder }: ChangedSpec): Warning {
  return {
    code: 'DELETED_AND_EDITED',
    message: `${folder.ref} was deleted on one branch and edited on the other; the edit stands.`,
    advice: [
      {
        useCase: 'deleteSpec',
        request: { spec: folder.ref },
        needs: ['reason'],
        to: 'delete it all the same',
      },
    ],
  };
}
