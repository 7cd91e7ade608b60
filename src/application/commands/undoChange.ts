import { brokenSpec } from '../changes/conflictedSpecs.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type LogRecord, PROJECT_STREAM, shortId, type StreamId } from '../../domain/log/records/record.js';
import { effectiveTimes, newestFirst } from '../../domain/log/records/recordOrder.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { TRASH_FOLDER } from '../../domain/project/projectFolders.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { knownEvent } from '../../domain/spec/specEvents.js';
import { refuseTakenNumber } from '../../domain/spec/decisions/decideCommand.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { NumberEntry } from '../../ports/lockAndClaimRegistry.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import type { DeletedFolders } from '../records/deletedFolders.js';
import type { SpecLogFinder } from '../changes/specLogFinder.js';
import { eventsOf } from '../changes/changeResult.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { updateAllReferences, updateReferences, type FolderMove } from '../changes/updateReferences.js';
import type { HistoryEvent } from '../../domain/log/historyEvent.js';
import type { NextSpecNumbers } from '../worktrees/nextSpecNumbers.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import { text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface UndoChangeRequest {
  /** Change to undo: an event id, or a unique prefix of at least four characters; the actor's newest change by default. */
  readonly event?: string | undefined;
}

export interface UndoChangeResult {
  /** Ids of the undone records, all of one command. */
  readonly undone: readonly string[];
  readonly spec: SpecView;
  readonly specs: readonly SpecView[];
  readonly events: readonly HistoryEvent[];
  readonly warnings: readonly Warning[];
}

/** The part of an undo that concerns one spec. */
interface UndonePart {
  readonly folder: SpecFolder;
  readonly record: LogRecord;
  readonly events: readonly SpecEvent[];
  /** Events of earlier records that are undone together with `events`. */
  readonly earlier?: readonly (readonly SpecEvent[])[];
}

/** Undoes a command by a new change; no record is rewritten or removed. Undoing an undo restores the change. */
export class UndoChange extends UseCase<UndoChangeRequest, UndoChangeResult> {
  static readonly request: RequestSchema<UndoChangeRequest> = { event: text };

  constructor(
    private readonly access: WriteSession,
    private readonly log: EventLog,
    private readonly store: SpecStore,
    private readonly catalog: SpecCatalog,
    private readonly changes: ChangeSpecs,
    private readonly identities: SpecLogFinder,
    private readonly numbers: NextSpecNumbers,
    private readonly deleted: DeletedFolders,
  ) {
    super();
  }

  /** Refuses if records could not be read, because the newest change may be among them. */
  #refuseUnread(): void {
    const unread = this.log.damages?.().find(({ isUnread }) => isUnread);
    if (unread === undefined) return;
    throw new SpectoolError(
      'LOG_UNREADABLE',
      `${unread.file} ${unread.message}, so the newest change is unknown.`,
      {
        hint: 'Make the file readable, or restore it from git.',
        advice: [{ useCase: 'undoChange', needs: ['event'], to: 'undo the change with that id' }],
        details: { path: unread.file },
      },
    );
  }

  protected override async run(request: UndoChangeRequest): Promise<UndoChangeResult> {
    return this.access.change('undo', (drafts) => {
      const records = this.log.streams().flatMap((stream) => this.log.records(stream));
      if (request.event === undefined) this.#refuseUnread();
      const others = request.event === undefined ? newerOfOthers(records, drafts.actor) : undefined;
      const target =
        request.event === undefined ? this.#newestOwn(records, drafts.actor) : named(records, request.event);
      const imported = importedIn(target);
      if (target.spec === PROJECT_STREAM && imported === undefined) {
        throw new SpectoolError('UNDO_REFUSED', 'Changes of the configuration cannot be undone.', {
          hint: 'Edit .spectool/config.json instead.',
        });
      }
      const command = records.filter((record) => record.id === target.id || isOfOneCommand(record, target));
      const folderOf = this.#locator();
      const takeovers = new Map(
        records
          .filter((record) => record.spec !== PROJECT_STREAM && isTakeover(record))
          .map((record) => [record.id, record]),
      );
      const plans: readonly UndonePart[] = [
        ...command
          .filter(({ spec }) => spec !== PROJECT_STREAM)
          .map((record) => ({ folder: folderOf(record), record, events: knownEvents(record) })),
        ...(imported?.specs ?? []).map((stream) => this.#ofImport(stream, target, folderOf)),
        ...(imported?.changed ?? []).map((id) => this.#broughtBy(id, takeovers, target, folderOf)),
      ];
      for (const { record, folder, events } of plans) this.#refuseOutOfOrder(record, folder, events);
      const moves = plans.flatMap(({ folder, events }) => movesBack(folder, events));
      const numbers = plans.flatMap(({ folder, record, events }) => numbersBack(folder, record.spec, events));
      const own = new Set(plans.map(({ folder }) => folder.path));
      const elsewhere = this.store.folders().filter(({ path }) => !own.has(path));
      for (const { number } of numbers) givenBack(() => refuseTakenNumber(number, elsewhere));
      const changes = [
        ...plans.map(({ folder, record, events, earlier }) => ({
          folder,
          commands: () => [
            {
              type: 'Undo' as const,
              data: { undone: imported ? target.id : record.id, events, ...(earlier && { earlier }) },
            },
          ],
          ...(moves.length > 0 && { editText: (text: string) => updateAllReferences(text, moves) }),
        })),
        ...updateReferences(
          this.store,
          moves,
          plans.map(({ folder }) => folder),
          'links',
        ),
      ];
      const { changed, registryWarnings } =
        numbers.length === 0
          ? { changed: this.changes.apply(drafts, changes), registryWarnings: [] }
          : givenBack(() =>
              this.numbers.take(numbers, ({ warnings }) => ({
                changed: this.changes.apply(drafts, changes),
                registryWarnings: warnings,
              })),
            );
      const undone = changed.slice(0, plans.length);
      const specs = this.catalog.changed(undone);
      const [spec] = specs;
      if (spec === undefined) throw new SpectoolError('EVENT_NOT_FOUND', 'There is no change to undo.');
      return {
        undone: command.map(({ id }) => id),
        spec,
        specs,
        events: eventsOf(undone),
        warnings: [
          ...ofSomebodyElse(target, drafts.actor),
          ...(others === undefined ? [] : [this.#leftAlone(others)]),
          ...undone.flatMap(changeWarnings),
          ...registryWarnings,
        ],
      };
    });
  }

  /** Warns that another actor made a newer change, which was not undone, since the caller may have meant that change. */
  #leftAlone(newest: LogRecord): Warning {
    return {
      code: 'NEWEST_OF_OTHERS',
      message: `Your own newest change was undone. A newer change by another actor was kept: ${this.#described(newest)}.`,
      advice: [{ useCase: 'undoChange', request: { event: shortId(newest.id) }, to: 'undo that change' }],
    };
  }

  #described({ actor = 'an unknown actor', id, spec, command }: LogRecord): string {
    const found = foldSpec(this.log.records(spec)).spec;
    const name = found.kind === 'active' ? found.labels.ref : spec;
    return `${command} of ${name} by ${actor} (${shortId(id)})`;
  }

  #newestOwn(records: readonly LogRecord[], self: string): LogRecord {
    const changes = changesOf(records);
    const own = changes.find(({ actor }) => actor === self);
    if (own !== undefined) return own;
    const [newest] = changes;
    if (newest === undefined) throw new SpectoolError('EVENT_NOT_FOUND', 'There is no change to undo.');
    throw new SpectoolError(
      'EVENT_NOT_FOUND',
      `There is no change by you (${self}) to undo. The newest change by another actor is: ${this.#described(newest)}.`,
      {
        advice: [{ useCase: 'undoChange', request: { event: shortId(newest.id) }, to: 'undo that change' }],
        details: { actor: self, newest: { id: newest.id, actor: newest.actor ?? null } },
      },
    );
  }

  /**
   * Returns a function that finds the spec of a record. Reads all documents only once, because the undo of an import looks
   * up hundreds of records.
   */
  #locator(): (record: LogRecord) => SpecFolder {
    const summaries = this.store.summaries();
    const shown = new Map(
      summaries.map(({ folder, frontmatter }) => [frontmatter['id'], folder] as const).reverse(),
    );
    let nameless: ReadonlyMap<StreamId, SpecFolder> | undefined;
    return (record) => {
      const found = shown.get(record.spec) ?? (nameless ??= this.#nameless()).get(record.spec);
      if (found !== undefined) return found;
      const trashed = this.deleted.folderOf(record.spec);
      if (trashed !== undefined) return trashed;
      const { spec } = foldSpec(this.log.records(record.spec));
      const ref = spec.kind === 'active' ? spec.labels.ref : undefined;
      const unread = summaries.find(({ folder, problem }) => folder.ref === ref && problem !== undefined);
      if (unread?.problem !== undefined)
        throw brokenSpec(this.store.documentPath(unread.folder), unread.problem);
      throw this.catalog.withSpecsElsewhere(
        new SpectoolError(
          'SPEC_NOT_FOUND',
          `The spec of this change (${ref ?? record.spec}) has no folder in the working tree.`,
          { hint: 'Restore the folder of the spec from git first.' },
        ),
      );
    };
  }

  /** Plans to undo the import of a spec as a whole, because its imported history cannot be undone in steps. */
  #ofImport(stream: string, target: LogRecord, folderOf: (record: LogRecord) => SpecFolder): UndonePart {
    const record = this.log.records(stream).find(isTakeover);
    if (record === undefined) throw notWhole(stream);
    return {
      folder: this.#stillAsImported(record, target, folderOf),
      record,
      events: knownEvents(record).filter(({ type }) => type === 'SpecTakenOver'),
    };
  }

  /** Plans to undo the update of a spec by a later import: restores the state after the previous import. */
  #broughtBy(
    id: string,
    takeovers: ReadonlyMap<string, LogRecord>,
    target: LogRecord,
    folderOf: (record: LogRecord) => SpecFolder,
  ): UndonePart {
    const record = takeovers.get(id);
    if (record === undefined) throw notWhole(shortId(id));
    const folder = this.#stillAsImported(record, target, folderOf);
    const records = this.log.records(record.spec);
    const until = records.slice(
      0,
      records.findIndex((one) => one.id === id),
    );
    const since = records.slice(until.findLastIndex(isTakeover) + 1, until.length + 1);
    const earlier = since.filter(isOfPast).slice(0, -1).map(knownEvents);
    return { folder, record, events: knownEvents(record), earlier };
  }

  /**
   * Returns the folder of a spec that has not changed since its import. @throws SpectoolError `UNDO_REFUSED` if it has
   * changed.
   */
  #stillAsImported(
    record: LogRecord,
    { id }: LogRecord,
    folderOf: (record: LogRecord) => SpecFolder,
  ): SpecFolder {
    const stream = record.spec;
    const last = this.log.records(stream).at(-1);
    const folder = folderOf(record);
    if (last !== undefined && last.id !== record.id) {
      const isUndone = last.events.some(({ type, data }) => type === 'ChangeUndone' && data['undone'] === id);
      throw new SpectoolError(
        'UNDO_REFUSED',
        isUndone
          ? 'This import was undone already.'
          : `${folder.ref} has been changed since it was imported.`,
        isUndone
          ? {}
          : {
              hint: 'Undo the later changes first.',
              advice: [{ useCase: 'showHistory', request: { spec: stream }, to: 'see the later changes' }],
            },
      );
    }
    return folder;
  }

  /**
   * Refuses to undo the creation of a spec that has changed since, and to undo any change of a deleted spec except its
   * deletion.
   */
  #refuseOutOfOrder({ id, spec }: LogRecord, folder: SpecFolder, events: readonly SpecEvent[]): void {
    const isOfDeletion = events.some(({ type }) => type === 'SpecDeleted');
    if (folder.path.startsWith(`${TRASH_FOLDER}/`) && !isOfDeletion) {
      throw new SpectoolError('UNDO_REFUSED', `${folder.ref} was deleted after this change.`, {
        hint: 'Undo the deletion first.',
        advice: [{ useCase: 'showHistory', request: { spec }, to: 'see the id of the deletion' }],
      });
    }
    const isCreation = events.some(({ type }) => type === 'SpecCreated');
    if (!isCreation || this.log.records(spec).at(-1)?.id === id) return;
    throw new SpectoolError('UNDO_REFUSED', `${folder.ref} has been changed since it was created.`, {
      hint: 'Undo the later changes first.',
      advice: [
        {
          useCase: 'deleteSpec',
          request: { spec: folder.ref, reason: 'made by mistake' },
          to: 'delete the spec instead',
        },
      ],
    });
  }

  /** Returns the folders of specs whose document lacks their `id`, by that id. */
  #nameless(): ReadonlyMap<StreamId, SpecFolder> {
    const folders = new Map(this.store.folders().map((folder) => [folder.path, folder]));
    return new Map(
      [...this.identities.unnamed()].flatMap(([path, streams]) => {
        const folder = folders.get(path);
        return folder === undefined ? [] : streams.map((stream) => [stream, folder] as const);
      }),
    );
  }
}

/** Warns if the undone change was made by another actor. */
function ofSomebodyElse({ actor, id }: LogRecord, self: string | undefined): readonly Warning[] {
  if (actor === undefined || actor === self) return [];
  return [
    {
      code: 'UNDONE_OF_OTHERS',
      message: `The undone change (${shortId(id)}) was made by ${actor}.`,
      advice: [
        { useCase: 'undoChange', to: 'bring the change back' },
        { useCase: 'showHistory', to: 'see the ids of your own changes' },
      ],
    },
  ];
}

function knownEvents(record: LogRecord): readonly SpecEvent[] {
  return record.events.flatMap((event) => knownEvent(event) ?? []);
}

function movesBack(folder: SpecFolder, events: readonly SpecEvent[]): readonly FolderMove[] {
  return events.flatMap((event) => {
    const ref = event.type === 'SpecRenumbered' || event.type === 'SpecRenamed' ? event.data.ref : undefined;
    // Records may come from other programs: ignore values of another type; the undo refuses them later.
    const isNamed = typeof ref?.to === 'string' && typeof ref.from === 'string';
    return isNamed ? [{ folder, from: ref.to, to: ref.from }] : [];
  });
}

/**
 * Returns the former numbers that the undo restores, so that the caller can check that no other spec has taken them since.
 */
function numbersBack(folder: SpecFolder, spec: string, events: readonly SpecEvent[]): readonly NumberEntry[] {
  return events.flatMap((event) => {
    const number = event.type === 'SpecRenumbered' ? event.data.from : null;
    const isAnother = Number.isSafeInteger(number) && number !== null && number !== folder.sequence;
    return isAnother ? [{ number, spec, name: folder.name }] : [];
  });
}

/** Runs work that restores a number, and explains the error if the number is taken. */
function givenBack<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SpectoolError) || error.code !== 'NUMBER_TAKEN') throw error;
    throw new SpectoolError('NUMBER_TAKEN', `The undo would restore the old number. ${error.message}`, {
      hint: 'Renumber the other spec first, or undo another change by its id.',
      advice: [{ useCase: 'showHistory', to: 'see the ids of changes' }],
      ...(error.details !== undefined && { details: error.details }),
    });
  }
}

/**
 * Returns the ids of the specs that an import created, and of the records by which the import updated other specs. Undefined
 * if the given record does not describe an import.
 */
function importedIn({ spec, events }: LogRecord) {
  if (spec !== PROJECT_STREAM) return undefined;
  const { specs, changed } = events.find(({ type }) => type === 'SpecsImported')?.data ?? {};
  return Array.isArray(specs) ? { specs: idsIn(specs), changed: idsIn(changed) } : undefined;
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly unknown[]).filter((id) => typeof id === 'string') : [];
}

function isTakeover({ events }: LogRecord): boolean {
  return events.some(({ type }) => type === 'SpecTakenOver');
}

/** True for a record of a document's history that an import wrote with the original actor. */
function isOfPast({ nonce, command }: LogRecord): boolean {
  return nonce === undefined && command === 'import';
}

function notWhole(what: string): SpectoolError {
  return new SpectoolError('UNDO_REFUSED', `The log of an imported spec (${what}) is incomplete.`, {
    advice: [{ useCase: 'validateProject', to: 'see what is wrong' }],
  });
}

function isOfOneCommand(record: LogRecord, { nonce, actor }: LogRecord): boolean {
  return nonce !== undefined && record.nonce === nonce && record.actor === actor;
}

/** Changes made by commands, newest first. */
function changesOf(records: readonly LogRecord[]): readonly LogRecord[] {
  return (
    records
      // Skip records without a nonce: no command made such a change, an import wrote it as the history of a document.
      .filter(({ at, nonce }) => at !== undefined && nonce !== undefined)
      .filter((record) => record.spec !== PROJECT_STREAM || importedIn(record) !== undefined)
      .sort(newestFirst(effectiveTimes(records)))
  );
}

/** Returns the newest change if another actor made it; undefined otherwise. */
function newerOfOthers(records: readonly LogRecord[], self: string): LogRecord | undefined {
  const [newest] = changesOf(records);
  return newest?.actor === self ? undefined : newest;
}

function named(records: readonly LogRecord[], id: string): LogRecord {
  const wanted = id.trim().toLowerCase();
  const found = /^[0-9a-f]{4,64}$/.test(wanted)
    ? records.filter((record) => record.id.startsWith(wanted))
    : [];
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new SpectoolError(
    'EVENT_NOT_FOUND',
    found.length === 0
      ? `There is no event "${id}".`
      : `"${id}" matches ${String(found.length)} events; give more characters of the id.`,
    { advice: [{ useCase: 'showHistory', to: 'see the ids of events' }] },
  );
}
