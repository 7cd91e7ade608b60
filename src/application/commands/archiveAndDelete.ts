import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { knownWord } from '../../domain/fields/knownWords.js';
import { membersOfField } from '../../domain/fields/standardFields.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { referenceIndex } from '../../domain/naming/references.js';
import { OUTCOMES, outcomeText } from '../../domain/spec/archiveOutcome.js';
import type { SpecCommand } from '../../domain/spec/specEvents.js';
import type { SpecView } from '../../domain/spec/specView.js';
import {
  type ChangeResult,
  type ChangesResult,
  CHOSEN_SPECS,
  eventsOf,
  noSpecMatchedWarning,
} from '../changes/changeResult.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { brokenSpecs } from '../changes/brokenAndDuplicateSpecs.js';
import type { ChangedSpec, PlannedChange, RecordDrafts } from '../changes/plannedChange.js';
import { stillNeeded } from '../changes/statusWarnings.js';
import { waitingSpecs } from '../projections/readySpecs.js';
import { flag, type RequestOf, required, text, words, type Warning, useCase, word } from '../useCase.js';
import type { Services } from '../services.js';
import { historyEvents } from '../../domain/log/historyEvents.js';

const MOVE_REQUEST = {
  ...CHOSEN_SPECS,
  /** Dry run: returns the planned change without writing it. */
  dryRun: flag,
};

/**
 * Moves specs into or out of the archive, all or none.
 * @param ask returns the command to apply to each spec, and the spec that supersedes it; called under the lock.
 */
function move(
  use: Services,
  direction: 'archive' | 'unarchive',
  { specs: references, where, dryRun }: RequestOf<typeof MOVE_REQUEST>,
  ask: () => { readonly command: SpecCommand; readonly by?: string },
): ChangesResult {
  const work = (drafts: RecordDrafts): ChangesResult => {
    const scope = direction === 'archive' ? 'active' : 'archived';
    const folders = use.specCatalog.choose({ specs: references, where, scope });
    const { command, by } = ask();
    // Resolve references before the move: if two folders have the same name and one of them moves, the name refers to
    // the folder that stays.
    const find = referenceIndex(use.specCatalog.folders());
    const dependents = by === undefined ? [] : movedDependents(use, folders, by, find);
    const { changed: all, followers } = use.changeSpecs.carryOut(drafts, [
      ...folders.map((folder) => ({ folder, commands: () => [command] })),
      ...dependents,
    ]);
    const [changed, freed] = [all.slice(0, folders.length), all.slice(folders.length)];
    const specs = use.specCatalog.changed(changed);
    const unchanged = changed
      .filter(({ record }) => record === undefined)
      .map(({ folder }): Warning => ({
        code: 'UNCHANGED',
        message: `${folder.ref} is already ${direction}d.`,
      }));
    return {
      specs,
      events: eventsOf([...all, ...followers]),
      warnings: [
        ...[...all, ...followers].flatMap(changeWarnings),
        ...unchanged,
        ...noSpecMatchedWarning(specs),
        ...(direction === 'archive' ? neededAfterMove(use, specs, folders, find, freed) : []),
      ],
      total: specs.length,
    };
  };
  return dryRun === true
    ? use.writeSession.rehearse(direction, work)
    : use.writeSession.change(direction, work);
}

/** Returns the changes by which open specs that depend on superseded specs depend on the spec `by` instead. */
function movedDependents(
  { specStore, config }: Services,
  superseded: readonly SpecFolder[],
  by: string,
  find: (name: string) => SpecFolder | undefined,
): readonly PlannedChange[] {
  const isOpen = (folder: SpecFolder) => specStore.open(folder).frontmatter['status'] !== 'complete';
  const gone = new Set(superseded.filter(isOpen).map(({ path }) => path));
  const needs = waitingSpecs(specStore, config, { dependencies: [by], whole: undefined });
  return specStore.summaries().flatMap(({ folder, frontmatter, problem }): readonly PlannedChange[] => {
    const remove = membersOfField(frontmatter, 'depends_on').filter((name) =>
      gone.has(find(name)?.path ?? ''),
    );
    const isSettled = folder.archived || frontmatter['status'] === 'complete' || gone.has(folder.path);
    if (remove.length === 0 || isSettled || problem !== undefined) return [];
    const data = { field: 'depends_on', add: folder.ref === by ? [] : [by], remove } as const;
    return [
      {
        folder,
        commands: (spec) => [{ type: 'ChangeDependencies', data: { ...data, needs: needs(spec) } }],
      },
    ];
  });
}

/**
 * Warns of archived specs that are not complete although others depend on them.
 * @param before folders before the move.
 * @param find resolves references as before the move.
 * @param freed specs that no longer depend on them.
 */
function neededAfterMove(
  { specCatalog }: Services,
  archived: readonly SpecView[],
  before: readonly SpecFolder[],
  find: (name: string) => SpecFolder | undefined,
  freed: readonly ChangedSpec[],
): readonly Warning[] {
  const open = before.filter((_, i) => archived[i]?.status !== 'complete');
  if (open.length === 0) return [];
  const all = specCatalog.all();
  const going = new Set([...archived, ...freed.map(({ folder }) => folder)].map(({ path }) => path));
  const unfinished = all.filter(
    (spec) => !spec.archived && spec.status !== 'complete' && !going.has(spec.path),
  );
  return stillNeeded(open, unfinished, find, 'archived');
}

/** Moves specs into the archive, all or none. Numbers of archived specs are not assigned again. */
export const archiveSpecs = useCase(
  {
    ...MOVE_REQUEST,
    /** Outcome of specs that were not completed: `rejected`, `superseded` or `deferred`. Requires a reason. */
    outcome: word(OUTCOMES),
    /** The spec that supersedes the archived ones. Open specs that depend on an archived one depend on it instead. */
    by: text,
    reason: words,
  },
  (use, request): ChangesResult => {
    const { by, reason } = request;
    const given = request.outcome ?? (by === undefined ? undefined : 'superseded');
    const outcome = given === undefined ? undefined : knownWord('outcome', given, OUTCOMES);
    return move(use, 'archive', request, () => {
      const place = by === undefined ? {} : { by: standing(use, use.specCatalog.nameOf(by)) };
      const ending = outcome === undefined ? {} : { ending: { outcome, ...place } };
      const data = { ...ending, ...(reason !== undefined && { reason }) };
      return { command: { type: 'Archive', data }, ...place };
    });
  },
);

/** Returns the name of the superseding spec. Throws if it is itself superseded, to prevent specs that supersede each other. */
function standing({ specCatalog }: Services, ref: string): string {
  const found = specCatalog.undated().find((one) => one.ref === ref && one.archivedAs === 'superseded');
  if (found === undefined) return ref;
  throw new SpectoolError(
    'FIELD_INVALID',
    `${ref} is ${outcomeText('superseded', found.supersededBy)} itself.`,
    {
      hint: 'Choose a spec that is not superseded.',
      details: { field: 'superseded_by' },
    },
  );
}

/** Moves specs out of the archive, whatever their outcome; all or none. */
export const unarchiveSpecs = useCase(MOVE_REQUEST, (use, request): ChangesResult => {
  return move(use, 'unarchive', request, () => ({ command: { type: 'Unarchive', data: {} } }));
});

export interface DeleteSpecResult extends ChangeResult {
  /** Path in the trash to which the folder was moved. */
  readonly trash: string;
}

/** Moves a spec created by mistake to the trash; its history stays in the log. */
export const deleteSpec = useCase(
  {
    spec: required(text),
    /** Reason, stored in the log. */
    reason: required(words),
    /** Delete the folder even if git's HEAD does not contain all of its content. */
    force: flag,
  },
  (use, { spec: named, reason, force }): DeleteSpecResult => {
    return use.writeSession.change('delete', (drafts) => {
      const folder = use.specCatalog.find(named);
      const before = use.specCatalog.viewOf(folder);
      const needing = specsInNeed(use, before);
      // The documents of another tool stay where they are.
      const known = folder.at === undefined ? use.commits.filesNotInHead(folder.path) : [];
      const unsaved = known ?? use.specStore.files(folder).map((file) => `${folder.path}/${file}`);
      const complaint = known === undefined ? use.clone.complaint() : undefined;
      const data = {
        reason,
        unsaved,
        ...(force !== undefined && { force }),
        ...(complaint !== undefined && { complaint }),
      };
      const changed = use.changeSpecs.apply(drafts, [
        { folder, commands: () => [{ type: 'Delete' as const, data }] },
      ]);
      return {
        spec: before,
        events: changed.flatMap(({ record }) => (record ? historyEvents(record, folder.ref) : [])),
        warnings: [...changed.flatMap(changeWarnings), ...needing],
        trash: changed.map(({ folder: { path } }) => path).join(),
      };
    });
  },
);

/** Warns of specs that refer to the deleted spec by `depends_on`, `part_of` or `related`. */
function specsInNeed({ specCatalog }: Services, spec: SpecView): readonly Warning[] {
  const all = specCatalog.all();
  const broken = all.filter((one) => one.broken === true && one.path !== spec.path).map(({ path }) => path);
  return [
    ...stillNeeded([spec], all, referenceIndex(all), 'deleted'),
    ...brokenSpecs(broken, `Specs that cannot be read may depend on ${spec.ref}.`),
  ];
}
