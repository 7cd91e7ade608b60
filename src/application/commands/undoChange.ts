import { BOUNDS } from '../../domain/value/bounds.js';
import { personText } from '../../domain/value/person.js';
import { brokenSpec } from '../changes/brokenAndDuplicateSpecs.js';
import { type Advice, SpectoolError } from '../../domain/errors/spectoolError.js';
import {
  isChangeOfWholeSpec,
  knownEventsOfRecord,
  laterRecordsOfSpec,
  type LoggedChange,
  loggedChanges,
  laterRecordTouching,
} from '../../domain/log/records/loggedChanges.js';
import { type LogRecord, PROJECT_STREAM, shortId, type StreamId } from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { isJsonObject } from '../../domain/value/jsonValue.js';
import { titleOf } from '../../domain/document/sections/headings.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { refuseTakenNumber } from '../../domain/spec/operations/location.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { UnnamedStreams } from '../changes/specLogs.js';
import { eventsOf } from '../changes/changeResult.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import { type Warning, useCase, flag, text } from '../useCase.js';
import type { RecordDrafts } from '../changes/plannedChange.js';
import type { Services } from '../services.js';
import type { HistoryEvent } from '../../domain/log/historyEvents.js';
import { partsLeft } from '../projections/dependencyGraph.js';

export interface UndoChangeResult {
  /** Ids of the undone records, all of one command. */
  readonly undone: readonly string[];
  readonly spec: SpecView;
  readonly specs: readonly SpecView[];
  readonly events: readonly HistoryEvent[];
  readonly warnings: readonly Warning[];
}

/**
 * Undoes a command by a new change; no record is rewritten or removed. If the command cannot be undone, throws; no other command
 * is undone instead.
 */
export const undoChange = useCase(
  {
    /**
     * Change to undo: an event id, or a unique prefix of at least four characters; by default the actor's newest change that is
     * not undone yet.
     */
    event: text,
    /** Redo the change that the actor's newest undo reverted, or the undone change that `event` names. */
    redo: flag,
  },
  (use, { event, redo = false }): UndoChangeResult => {
    return use.writeSession.change('undo', (drafts) => {
      if (event === undefined) refuseUnread(use);
      const records = use.eventLog.streams().flatMap((stream) => use.eventLog.records(stream));
      const { changes, of } = loggedChanges(records);
      // A record without a nonce was made by no command: it is a hand edit, or history that an import wrote.
      const made = changes.filter(({ newest: { at, nonce } }) => at !== undefined && nonce !== undefined);
      const own = made.filter(({ newest }) => newest.actor === drafts.actor);
      if (event !== undefined)
        return revert(use, drafts, meant(of.get(recordNamed(records, event).id) as LoggedChange, redo), of);
      if (redo) return revert(use, drafts, newestUndo(own), of);
      const [target, older] = own.filter(isStanding);
      if (target === undefined) throw noneOf(use, drafts.actor, made.find(isStanding));
      try {
        return revert(use, drafts, target, of);
      } catch (error) {
        throw refusalWith(
          error,
          'It is your newest change, so nothing was undone.',
          older && canBeUndone(older.newest) ? undoing(use, older, 'the change before it') : undefined,
        );
      }
    });
  },
);

function revert(
  use: Services,
  drafts: RecordDrafts,
  target: LoggedChange,
  of: ReturnType<typeof loggedChanges>['of'],
): UndoChangeResult {
  const project = target.records.find(({ spec }) => spec === PROJECT_STREAM);
  const imported = project === undefined ? [] : importedIn(project);
  const takeovers = imported?.flatMap((stream) => use.eventLog.records(stream).find(isTakeover) ?? []) ?? [];
  const reverted = [...target.records.filter((record) => record !== project), ...takeovers];
  if (imported === undefined || reverted.length === 0)
    throw new SpectoolError(
      'UNDO_REFUSED',
      `This change cannot be undone: ${described(use, target.newest)}.`,
      { advice: target.newest.command === 'adopt' ? ADOPTIONS : [] },
    );
  const folderOf = folders(use);
  const parts = reverted.map(withOnlyLost).map((record) => {
    const log = use.eventLog.records(record.spec);
    const later = laterRecordsOfSpec(record, log, of);
    const other = laterRecordTouching(record, log, later);
    if (other !== undefined) throw touched(use, record, other);
    const folder = folderOf(record.spec);
    // Undoing a deletion restores the folder as it is now, so no text is lost.
    const isDeletion = record.events.some(({ type }) => type === 'SpecDeleted');
    if (isChangeOfWholeSpec(record) && !isDeletion) refuseEdited(use, record, folder);
    const events = knownEventsOfRecord(record);
    return {
      folder,
      record,
      events: takeovers.includes(record) ? events.filter(({ type }) => type === 'SpecTakenOver') : events,
      ofText: later.filter(({ lines }) => lines !== undefined),
    };
  });
  const own = parts.map(({ folder }) => folder);
  const others = use.specStore.folders().filter(({ path }) => own.every((one) => one.path !== path));
  for (const event of parts.flatMap(({ events }) => events))
    if (event.type === 'SpecRenumbered' && event.data.from !== null)
      refuseTakenNumber(event.data.from, others);
  try {
    const left = partsLeft(use.specCatalog, use.specStore, own);
    const { completeNeeds } = use.config.workflow;
    const today = use.clock.today();
    // A completion that is redone keeps the reason for which it was forced.
    const [kept] = (target.root ?? target).records.flatMap(knownEventsOfRecord).flatMap(({ type, data }) => {
      const isForced = type === 'StatusChanged' && data.to === 'complete' && data.forced === true;
      return isForced ? { force: true, reason: data.reason ?? '' } : [];
    });
    const undone = use.changeSpecs.apply(
      drafts,
      parts.map(({ folder, record, events }) => ({
        folder,
        commands: (spec) => {
          const data = {
            undone: (project ?? record).id,
            events,
            completing: { today, completeNeeds, openParts: left(spec.labels.ref), ...kept },
          };
          return [{ type: 'Undo' as const, data }];
        },
      })),
    );
    const specs = use.specCatalog.changed(undone);
    return {
      undone: target.records.map(({ id }) => id),
      spec: specs[0] as SpecView,
      specs,
      events: eventsOf(undone),
      warnings: undone.flatMap(changeWarnings),
    };
  } catch (error) {
    const since = parts.flatMap(({ ofText }) => ofText).slice(-BOUNDS.named);
    if (since.length === 0) throw error;
    const named = since.map((record) => described(use, record)).join('; ');
    // If only git has the old text, undoing the later changes does not help.
    const isHelped = error instanceof SpectoolError && error.advice.length === 0;
    const newest = isHelped ? since.filter(canBeUndone).at(-1) : undefined;
    throw refusalWith(error, `The text was changed since by: ${named}.`, newest && undoingFirst(newest));
  }
}

const ADOPTIONS: readonly Advice[] = [
  { useCase: 'adoptFolders', request: { stop: true }, needs: ['paths'], to: 'end an adoption' },
  { useCase: 'adoptFolders', request: { apply: true }, needs: ['paths'], to: 'begin it again' },
];

/** Throws if some records could not be read, because the newest change may be among them. */
function refuseUnread({ eventLog }: Services): void {
  const unread = eventLog.damages?.().find(({ isUnread }) => isUnread);
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

/** Throws if the spec was edited by hand after the change: an undo would lose this text, which is only in the spec's folder. */
function refuseEdited(use: Services, record: LogRecord, folder: SpecFolder): void {
  const document = use.specStore.open(folder);
  const { observations } = use.reconcile.open(folder, document, titleOf(document, folder.name));
  const isFilled = record.command === 'create' && use.specStore.files(folder).length > 1;
  if (observations.length === 0 && !isFilled) return;
  throw new SpectoolError(
    'UNDO_REFUSED',
    `${folder.ref} was ${isFilled ? 'given other files' : 'edited by hand'} after this change: ${described(use, record)}.`,
    { advice: [deletion(folder.ref)] },
  );
}

function touched(use: Services, record: LogRecord, later: LogRecord): SpectoolError {
  return new SpectoolError(
    'UNDO_REFUSED',
    `A later change depends on this change (${described(use, record)}): ${described(use, later)}.`,
    {
      ...(!canBeUndone(later) && {
        hint: 'The later change cannot be undone: restore the old text from git.',
      }),
      advice: [
        ...(canBeUndone(later) ? [undoingFirst(later)] : []),
        ...(record.command === 'create' ? [deletion(nameOf(use, record.spec))] : []),
      ],
    },
  );
}

function noneOf(use: Services, self: string, theirs: LoggedChange | undefined): SpectoolError {
  if (theirs === undefined) return new SpectoolError('EVENT_NOT_FOUND', 'There is no change to undo.');
  const { id, actor = null } = theirs.newest;
  return new SpectoolError(
    'EVENT_NOT_FOUND',
    `You (${personText(self)}) have no change to undo. The newest change by another actor is: ${described(use, theirs.newest)}.`,
    {
      advice: [undoing(use, theirs, 'that change')],
      details: { actor: self, newest: { id, actor } },
    },
  );
}

function undoingFirst({ id }: LogRecord): Advice {
  return { useCase: 'undoChange', request: { event: shortId(id) }, to: 'undo the later change first' };
}

function undoing(use: Services, { newest }: LoggedChange, what: string): Advice {
  return {
    useCase: 'undoChange',
    request: { event: shortId(newest.id) },
    to: `undo ${what}: ${described(use, newest)}`,
  };
}

function described(use: Services, { actor, id, spec, command, events }: LogRecord): string {
  const what = command === 'observe' ? 'an edit by hand' : command;
  const of = spec === PROJECT_STREAM ? settingsIn(events) : nameOf(use, spec);
  return `${what}${of && ` of ${of}`}${actor === undefined ? '' : ` by ${personText(actor)}`} (${shortId(id)})`;
}

function nameOf({ eventLog }: Services, stream: StreamId): string {
  const { spec } = foldSpec(eventLog.records(stream));
  return spec.kind === 'active' ? spec.labels.ref : stream;
}

/**
 * Returns a function that finds the folder of a spec. Reads all documents only once, because the undo of an import looks up
 * hundreds of specs.
 */
function folders(use: Services): (stream: StreamId) => SpecFolder {
  const summaries = use.specStore.summaries();
  const shown = new Map(
    summaries.map(({ folder, frontmatter }) => [frontmatter['id'], folder] as const).reverse(),
  );
  const find = use.specCatalog.finder();
  let unnamed: UnnamedStreams | undefined;
  return (stream) => {
    const found = shown.get(stream) ?? use.deletedFolders.folderOf(stream);
    if (found !== undefined) return found;
    const folder = find(nameOf(use, stream));
    const { frontmatter, problem } = use.specStore.open(folder);
    if (problem !== undefined) throw brokenSpec(use.specStore.documentPath(folder), problem);
    if (use.specLogFinder.of(folder, frontmatter, (unnamed ??= use.specLogFinder.unnamed())) === stream)
      return folder;
    throw new SpectoolError(
      'SPEC_NOT_FOUND',
      `The folder ${folder.path} contains a different spec than this change.`,
    );
  };
}

/**
 * Returns the record of a hand edit with only the removal of recorded items, such as notes, so that an undo restores only
 * these items; other records are returned unchanged.
 */
function withOnlyLost(record: LogRecord): LogRecord {
  const isLoss = ({ type, data }: LogRecord['events'][number]) =>
    type === 'TextEdited' &&
    Array.isArray(data['lost']) &&
    data['lost'].length > 0 &&
    data['returned'] === undefined;
  return record.command === 'observe' && record.events.some(isLoss)
    ? { ...record, events: record.events.filter(isLoss) }
    : record;
}

/** Adds a sentence and advice to an `UNDO_REFUSED` error. */
function refusalWith(error: unknown, more: string, advice?: Advice): unknown {
  if (!(error instanceof SpectoolError) || error.code !== 'UNDO_REFUSED') return error;
  return new SpectoolError(error.code, `${error.message} ${more}`, {
    ...(error.hint !== undefined && { hint: error.hint }),
    advice: [...error.advice, ...(advice === undefined ? [] : [advice])],
  });
}

function deletion(spec: string): Advice {
  return { useCase: 'deleteSpec', request: { spec }, needs: ['reason'], to: 'delete the spec instead' };
}

/** True if the change was not made by `undo` and has not been undone. */
function isStanding({ root, isUndone }: LoggedChange): boolean {
  return root === undefined && !isUndone;
}

/** Returns the actor's newest undo that is still in effect, if the actor has changed nothing else since. */
function newestUndo(own: readonly LoggedChange[]): LoggedChange {
  const found = own.find((one) => one.root === undefined || (one.isUndone && one.root.turned === one));
  if (found?.root !== undefined) return found;
  throw new SpectoolError(
    'EVENT_NOT_FOUND',
    'Your newest change is not an undo, so there is nothing to redo.',
    {
      advice: own.some(({ root }) => root !== undefined)
        ? [
            { useCase: 'showHistory', to: 'find the id of an earlier undo' },
            { useCase: 'undoChange', request: { redo: true }, needs: ['event'], to: 'redo that change' },
          ]
        : [],
    },
  );
}

/** Returns the change to revert: the named change itself, or, for a redo, the undo that reverted it. */
function meant(named: LoggedChange, redo: boolean): LoggedChange {
  const root = named.root ?? named;
  const isBack = redo || named.root !== undefined;
  const { turned, isUndone, newest } = root;
  if (isBack === isUndone) return isBack && turned !== undefined ? turned : root;
  throw new SpectoolError(
    'UNDO_REFUSED',
    `The change ${shortId(newest.id)} is ${isUndone ? 'already' : 'not'} undone.`,
  );
}

/** Returns the ids of the specs that an import created; undefined for other records, and for imports that changed specs. */
function importedIn({ events }: LogRecord): readonly string[] | undefined {
  const { specs, changed } = events.find(({ type }) => type === 'SpecsImported')?.data ?? {};
  if (!Array.isArray(specs) || changed !== undefined) return undefined;
  return (specs as readonly unknown[]).filter((id) => typeof id === 'string');
}

/** Returns the settings that a record changed, with their old values: `autoCheck (was true)`. */
function settingsIn(events: LogRecord['events']): string {
  const changes = events.find(({ type }) => type === 'ConfigurationChanged')?.data['changes'];
  const all = isJsonObject(changes) ? Object.entries(changes) : [];
  return all
    .map(([key, change]) => `${key} (was ${JSON.stringify(isJsonObject(change) ? change['from'] : null)})`)
    .join(', ');
}

/**
 * True if a change can be undone: in the log of the project, only an import that created specs; in the log of a spec,
 * everything but a hand edit whose previous text the log does not contain.
 */
function canBeUndone(record: LogRecord): boolean {
  if (record.spec === PROJECT_STREAM) return importedIn(record) !== undefined;
  return withOnlyLost(record).events.every(
    ({ type, data: { followed, typed, returned, lost } }) =>
      type !== 'TextEdited' ||
      (followed ?? typed ?? returned) !== undefined ||
      (Array.isArray(lost) && lost.length > 0),
  );
}

function isTakeover({ events }: LogRecord): boolean {
  return events.some(({ type }) => type === 'SpecTakenOver');
}

function recordNamed(records: readonly LogRecord[], id: string): LogRecord {
  const wanted = id.trim().toLowerCase();
  const found = /^[0-9a-f]{4,64}$/.test(wanted)
    ? records.filter((record) => record.id.startsWith(wanted))
    : [];
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new SpectoolError(
    'EVENT_NOT_FOUND',
    found.length === 0
      ? `There is no event "${id}".`
      : `"${id}" matches ${String(found.length)} events; use more characters of the id.`,
    { advice: [{ useCase: 'showHistory', to: 'see the ids of events' }] },
  );
}
