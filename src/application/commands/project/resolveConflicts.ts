import { type ErrorCode, SpectoolError } from '../../../domain/errors/spectoolError.js';
import { foldSpec } from '../../../domain/log/foldSpec.js';
import { mapVersions } from '../../../domain/merging/threeWayVersions.js';
import { renumberedRef } from '../../../domain/naming/folderName.js';
import { groupPlaces, parentOf, type SpecFolder } from '../../../domain/naming/projectPath.js';
import { trashPlace } from '../../../domain/project/projectFolders.js';
import type { SpecCommand } from '../../../domain/spec/specEvents.js';
import type { StagedText, CommitLog } from '../../../ports/repository.js';
import type { PlannedWrite } from '../../../ports/transaction.js';
import { changeWarnings } from '../../changes/changeWarnings.js';
import { asInGit, type LeftDocument, isPlaceOfDocument } from '../../changes/conflictedSpecs.js';
import { updateAllReferences } from '../../changes/movedFoldersAndReferences.js';
import type { ChangedSpec, PlannedChange, RecordDrafts, SpecPlan } from '../../changes/plannedChange.js';
import { oneOf, Service, texts, useCase, type Warning } from '../../useCase.js';
import type { Services } from '../../services.js';
import {
  deletedAndEdited,
  diverged,
  leftFiles,
  type MergedSpec,
  overruled,
  type Settlement,
  type SplitSpec,
} from './conflictedDocuments.js';
import { quoteForShell } from '../../../domain/value/text.js';
import { BOUNDS } from '../../../domain/value/bounds.js';
import { firstOf } from '../../../domain/value/collections.js';

/** Result of `resolve` for named specs: paths of the specs whose document or log changed, and warnings. */
interface Decided {
  readonly updated: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Resolves differences between document and log of named specs, unless a hand edit caused the difference. */
export class ResolveDifferences extends Service {
  decide(specs: readonly string[], keep: 'log' | 'document'): Decided {
    return this.use.writeSession.change('resolve', (drafts) => {
      const changed = this.use.changeSpecs.apply(
        drafts,
        this.use.specCatalog.findAll(specs).map((folder) => ({ folder, keep, commands: () => [] })),
      );
      const isOther = ({ record, missing = [], broughtBack = {} }: ChangedSpec) =>
        record !== undefined || missing.length > 0 || Object.keys(broughtBack).length > 0;
      return {
        updated: changed.filter(isOther).map(({ folder }) => folder.path),
        warnings: changed.flatMap(broughtUp),
      };
    });
  }
}

/** Warns of values that were overwritten in a document that was older than the log. */
function broughtUp({ folder, broughtBack = {}, missing = [] }: ChangedSpec): readonly Warning[] {
  const said = changeWarnings({ folder, broughtBack, missing });
  return said.map((warning) => ({ ...warning, message: `${folder.ref}: ${warning.message}` }));
}

export interface ResolveConflictsResult {
  /** Documents whose conflicts were resolved. */
  readonly resolved: readonly string[];
  /** Documents left to a person: with conflict marks if both sides changed the text, or unchanged for the given reason. */
  readonly conflicts: readonly {
    readonly path: string;
    readonly conflicts: number;
    readonly reason?: string;
  }[];
  /** Specs whose documents were updated from the log. */
  readonly updated: readonly string[];
  /** Resolved documents that were not staged, because of a git filter or because git refused. */
  readonly unstaged: readonly string[];
  /** Commands to run next, in order. */
  readonly next: readonly string[];
  /** Warnings, for example that both branches set a field: the log chose one value, but a person may choose the other. */
  readonly warnings: readonly Warning[];
}

/** Errors that concern one document only. */
const OF_ONE: ReadonlySet<ErrorCode> = new Set(['SPEC_BROKEN', 'ID_COPIED', 'LOG_UNREADABLE']);

/** A spec with its planned change; `merged` is set if it was in conflict. */
interface PlannedSpec {
  readonly merged?: MergedSpec;
  readonly before: SpecFolder;
  readonly plan: SpecPlan;
}

/** Planned specs and those that could not be planned. */
interface Plans {
  readonly specs: readonly PlannedSpec[];
  /** Specs that must move, because another spec keeps the folder that both have. */
  readonly parted: readonly SplitSpec[];
  readonly left: readonly (LeftDocument & { readonly merged?: MergedSpec })[];
}

/**
 * Repairs documents after a merge: restores frontmatter from the log, merges texts with git's three-way merge, separates two
 * specs in one folder, and updates documents that are older than the log. All files are written in one transaction and then
 * staged in git. Cases that only a person can decide are left and reported.
 */
export const resolveConflicts = useCase(
  {
    /** Specs to which `keep` applies. If given, merge conflicts are not resolved. */
    specs: texts,
    /**
     * Winner if document and log differ without a hand edit: `log` (default) restores the logged values in the document,
     * `document` records the values of the document.
     */
    keep: oneOf(['log', 'document']),
  },
  (use, { specs = [], keep = 'log' }): ResolveConflictsResult => {
    if (specs.length > 0)
      return {
        resolved: [],
        conflicts: [],
        unstaged: [],
        next: [],
        ...use.resolveDifferences.decide(specs, keep),
      };
    if (keep === 'document')
      throw new SpectoolError('USAGE', 'Documents can be kept as they are only if the specs are specified.', {
        hint: 'Specify at least one spec.',
      });
    return use.writeSession.change('resolve', (drafts) => {
      const continuation = use.merges.continuation();
      const settlement = use.conflictedDocuments.settlement();
      return withNumbers(use, settlement.homeless, (numbers, warnings) => {
        const plans = planned(use, drafts, settlement, numbers);
        const marked = settlement.placed.flatMap((one) => use.conflictedDocuments.markedText(one));
        const dropped = settlement.dropped.map((path) => removal(use, path, drafts.at));
        const writes = plans.specs.flatMap(({ plan }) => plan.writes);
        use.changeSpecs.commit(drafts, [...writes, ...marked, ...dropped]);
        const told = [...warnings, ...filesLeft(use, settlement, plans)];
        return answer(use, settlement, plans, continuation, told);
      });
    });
  },
);

/**
 * Assigns new numbers to specs that share a folder name with a spec of another branch; the spec created first keeps the name.
 */
function withNumbers<T>(
  { nextSpecNumbers, specStore }: Services,
  homeless: readonly MergedSpec[],
  work: (numbers: readonly number[], warnings: readonly Warning[]) => T,
): T {
  if (homeless.length === 0) return work([], []);
  const { length } = homeless;
  return nextSpecNumbers.next(length, specStore.folders(), { noGit: false }, ({ sequences, warnings }) =>
    work(sequences, warnings),
  );
}

function planned(
  use: Services,
  drafts: RecordDrafts,
  { placed, homeless, left, dropped }: Settlement,
  numbers: readonly number[],
): Plans {
  const occupied = new Set<string>();
  const done = new Set([...left.map(({ path }) => path), ...dropped, ...placed.map(({ path }) => path)]);
  const folders = use.specStore.folders();
  const byDocument = new Map(folders.map((folder) => [use.specStore.documentPath(folder), folder]));
  const others = use.specStore
    .summaries(folders)
    .filter(({ folder, problem }) => problem === undefined && !done.has(use.specStore.documentPath(folder)));
  const parted = homeless.map(({ spec }, i): SplitSpec => {
    const folder = use.conflictedDocuments.homeOf(spec);
    const to = renumberedRef(folder, numbers[i] ?? 0, use.config.structure.sequenceDigits);
    return { id: spec.id, folder, from: folder.ref, to };
  });
  const whole = placed
    .filter(({ conflicts }) => conflicts === 0)
    .map((one) => ({
      merged: one,
      folder: byDocument.get(one.path) ?? use.conflictedDocuments.goneFolder(one),
    }));
  const changes = [
    ...whole.map(({ merged, folder }) => ({ merged, change: changeOf(use, merged, folder) })),
    ...homeless.map((one, i) => ({
      merged: one,
      change: parting(use, one, parted[i] as SplitSpec, numbers[i] ?? 0, folders),
    })),
    ...others.map(({ folder }) => ({ change: { folder, commands: () => [] } satisfies PlannedChange })),
  ];
  const specs: PlannedSpec[] = [];
  const unplanned: Plans['left'][number][] = [];
  for (const one of changes) {
    const { folder: before } = one.change;
    const merged = 'merged' in one && { merged: one.merged };
    try {
      const plan = use.changeSpecs.plan(drafts, { ...one.change, judge: 'log', occupied });
      occupied.add(plan.changed.folder.path);
      specs.push({ plan, before, ...merged });
    } catch (error) {
      if (!(error instanceof SpectoolError) || !OF_ONE.has(error.code)) throw error;
      // A copied spec (two documents with one id) is not reported here, because `validate` reports it.
      if (merged || error.code !== 'ID_COPIED')
        unplanned.push({ path: use.specStore.documentPath(before), why: error.message, ...merged });
    }
  }
  return {
    specs,
    parted,
    left: unplanned,
  };
}

function changeOf({ eventLog }: Services, { spec, text }: MergedSpec, folder: SpecFolder): PlannedChange {
  const records = eventLog.records(spec.id);
  const { spec: logged } = foldSpec(records);
  const deletion = records.findLast(({ events }) => events.some(({ type }) => type === 'SpecDeleted'));
  // If the log has the spec as deleted but the other branch edited it, undo the deletion to keep the edit.
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

function parting(
  use: Services,
  one: MergedSpec,
  move: SplitSpec,
  to: number,
  others: readonly SpecFolder[],
): PlannedChange {
  const { folder: home, to: ref } = move;
  const { commands, ...change } = changeOf(use, one, home);
  const document = use.specStore.documentPath(home);
  return {
    ...change,
    isNew: true,
    commands: (spec) => [...commands(spec), { type: 'Renumber', data: { to, ref, others } }],
    editText: (text, { from }) => (from === document ? updateAllReferences(text, [move]) : text),
  };
}

/** Warns of files left in a spec's former folder, because the spec got another folder or both sides moved it. */
function filesLeft(
  { fileSystem, specStore }: Services,
  { placed }: Settlement,
  { parted, specs }: Plans,
): readonly Warning[] {
  const homes = new Map(
    specs.flatMap(({ merged, plan }) =>
      merged === undefined ? [] : [[merged.spec.id, plan.changed.folder.path]],
    ),
  );
  const split = parted.map(({ id, folder }) => ({ id, places: [folder.path] }));
  const moved = placed.map(({ spec: { id, paths, unmerged } }) => ({
    id,
    places: [...new Set([...paths, ...unmerged].map(parentOf))].filter(
      (place) => fileSystem.stat(specStore.documentPath({ path: place })) === undefined,
    ),
  }));
  return [...split, ...moved].flatMap(({ id, places }) => {
    const home = homes.get(id);
    return home === undefined ? [] : leftFiles(specStore, places, home);
  });
}

function removal({ conflictedDocuments }: Services, path: string, at: string): PlannedWrite {
  const folder = parentOf(path);
  const known = conflictedDocuments.folderAt([path]);
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const groups = [folder, ...(known === undefined ? [] : groupPlaces(known))];
  return {
    kind: 'move',
    from: path,
    to: trashPlace(name, at) + path.slice(folder.length).replace('/', '.'),
    groups,
  };
}

function answer(
  use: Services,
  { placed, left, settled, waiting: unsettled }: Settlement,
  plans: Plans,
  continuation: string | undefined,
  warnings: readonly Warning[],
): ResolveConflictsResult {
  const mended = plans.specs.flatMap(({ merged, plan: { changed } }) =>
    merged === undefined ? [] : [{ ...merged, changed, path: use.specStore.documentPath(changed.folder) }],
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
  const filtered = ofGit.map(({ path }) => path).filter((path) => use.merges.isFiltered(path));
  const documents = ofGit.flatMap(({ path, spec, changed }): readonly StagedText[] =>
    filtered.includes(path) ? [] : [{ path, text: asInGit(changed.document.text, spec) }],
  );
  const finals = new Set(mended.map(({ path }) => path));
  const emptied = [...open].filter((path) => !finals.has(path)).map((path) => ({ path }));
  const ofMarked = placed.flatMap((one) => use.conflictedDocuments.gathered(one));
  const refusal = stage(use, [...documents, ...emptied, ...ofMarked]);
  const updated = plans.specs.filter(isUpdated);
  const conflicts = [
    ...placed.flatMap(({ path, conflicts: count }) => (count > 0 ? [{ path, conflicts: count }] : [])),
    ...[...left, ...plans.left].map(({ path, why }) => ({ path, conflicts: 1, reason: why })),
  ];
  const own = new Set([...settled, ...unsettled, ...conflicts.map(({ path }) => path)]);
  const others =
    refusal === undefined
      ? otherConflicts(use.merges.conflictedPaths(), own, use.commitLog, continuation)
      : [refusal];
  const isMore =
    updated.length > 0 ||
    mended.some(({ spec }) => spec.unmerged.length === 0) ||
    plans.specs.some(({ plan }) => plan.writes.some(({ kind }) => kind !== 'text'));
  const toAdd = isMore
    ? [use.config.specsDir, '.spectool']
    : [...filtered, ...conflicts.map(({ path }) => path)];
  const add = toAdd.length === 0 ? [] : [`git add ${toAdd.map(quoteForShell).join(' ')}`];
  const touched = new Set([
    ...[...mended, ...placed].map(({ spec }) => spec.id),
    ...updated.flatMap(({ plan }) => idOf(plan.changed)),
  ]);
  return {
    resolved: mended.map(({ path }) => path),
    conflicts,
    updated: updated.map(({ plan }) => plan.changed.folder.path),
    unstaged: refusal === undefined ? filtered : ofGit.map(({ path }) => path),
    next:
      continuation === undefined || refusal !== undefined
        ? []
        : [...add, ...(others.length === 0 ? [continuation] : [])],
    warnings: [
      ...warnings,
      ...others,
      ...mended.flatMap(({ spec, changed }) => (spec.isDeleted ? [deletedAndEdited(changed)] : [])),
      ...mended.flatMap(({ spec, changed }) => {
        const sides = mapVersions(spec, (text) => use.specStore.parse(text).frontmatter);
        return overruled(sides, use.eventLog.records(spec.id), changed);
      }),
      ...updated.flatMap(({ plan }) => broughtUp(plan.changed)),
      ...[...touched].flatMap((id) =>
        diverged(id, [...mended, ...placed], conflicts, use.specStore, use.eventLog),
      ),
    ],
  };
}

/** Stages the files after everything else is written. If git refuses, the next `resolve` stages them again. */
function stage({ merges }: Services, files: readonly StagedText[]): Warning | undefined {
  try {
    merges.stage(files);
    return undefined;
  } catch (error) {
    if (!(error instanceof SpectoolError) || error.code !== 'GIT_FAILED') throw error;
    return {
      code: 'NOT_STAGED',
      message: `The conflicts are resolved, but not staged in git. ${error.message}`,
      hint: 'Make sure that no other git program is running here and that .git is writable.',
      advice: [{ useCase: 'resolveConflicts', to: 'stage the resolved files' }],
    };
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

/**
 * Warns of files in conflict that `resolve` does not handle. Git cannot continue before these conflicts are resolved.
 * @param then the command that continues git's operation.
 */
export function otherConflicts(
  conflicted: readonly string[],
  own: ReadonlySet<string>,
  git: Pick<CommitLog, 'otherProjects'>,
  then: string | undefined,
): readonly Warning[] {
  const others = conflicted.filter((path) => !own.has(path));
  if (others.length === 0) return [];
  const projects = git.otherProjects();
  const owners = others.map((path) => projects.find((project) => isPlaceOfDocument(path, project))?.name);
  const names = [...new Set(owners.flatMap((name) => name ?? []))];
  return [
    {
      code: 'OTHER_CONFLICTS',
      message: `Other files are in conflict too and were not resolved: ${firstOf(others)}.`,
      ...(owners.includes(undefined) && {
        hint: `Resolve the conflicts in ${names.length === 0 ? 'these files' : 'files other than specs'} by hand, and \`git add\` the files; then ${then === undefined ? 'git can continue' : `\`${then}\``}.`,
      }),
      advice: names.slice(0, BOUNDS.named).map((project) => ({
        useCase: 'resolveConflicts',
        project,
        to: `resolve those in the specs of ${project}`,
      })),
    },
  ];
}
