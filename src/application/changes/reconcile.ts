import { BOUNDS } from '../../domain/value/bounds.js';
import { titleOf } from '../../domain/document/sections/headings.js';
import { present } from '../../domain/value/collections.js';
import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { divergences } from '../../domain/log/divergences.js';
import { decide, type SpecCommand, evolve, type SpecEvent } from '../../domain/spec/specEvents.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { type PlaceState, placeState, samePlace } from '../../domain/log/placeState.js';
import { type CompletedText, eventsOfItems, lostItems } from '../../domain/reconcile/recordedItems.js';
import {
  documentStateAfterChoice,
  type CommittedSpec,
  type DocumentStateKind,
  documentStateOf,
  type GitContext,
} from '../../domain/reconcile/documentState.js';
import type { MergePreference } from '../../domain/reconcile/reconcileFields.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { decodeRecords, headsOf } from '../../domain/log/records/recordOrderAndFormat.js';
import {
  frontmatterDigest,
  textChanges,
  textDigest,
  textDigests,
  textHash,
} from '../../domain/log/digests.js';
import { LOG_FOLDER, trashPlace } from '../../domain/project/projectFolders.js';
import {
  folderAt,
  foldersAbove,
  labelsOf,
  parentOf,
  type SpecFolder,
} from '../../domain/naming/projectPath.js';
import { type Changes, frontmatterDiff, valueAt, withField } from '../../domain/fields/fieldChange.js';
import { criteriaNotKnown } from '../../domain/spec/operations/criteria.js';
import type { ActiveSpec, Spec } from '../../domain/spec/spec.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import { refuseNewer, refuseNotCheckedOut, streamOf } from './specLogs.js';
import {
  type DocumentDigests,
  type PlannedChange,
  type RecordDrafts,
  recordedEvents,
} from './plannedChange.js';
import { Service } from '../useCase.js';
import { replacedLines } from '../../domain/document/sections/sectionEdits.js';
import { refuseReservedId } from './brokenAndDuplicateSpecs.js';

/** Comparison of a spec's document with its log, before a change. */
export interface LogComparison {
  readonly id: string;
  readonly records: readonly LogRecord[];
  readonly spec: Spec;
  /**
   * Commands that record the changes found in the document and its folder: an import, a hand edit, a move. They run before
   * the requested change.
   */
  readonly observations: readonly SpecCommand[];
  readonly kind: DocumentStateKind;
  /** Frontmatter to which the requested change is applied. */
  readonly meant: JsonObject;
  /** Fields whose value in the document is older than in the log; other fields may have been edited by hand. */
  readonly lagging: Changes;
  /** The document's text with the recorded changes that it lacks, and a list of these changes. */
  readonly completed: CompletedText;
  /** Time of the first change missing from the document, if a person saved an old copy over the document. */
  readonly since?: string | undefined;
  readonly place: PlaceState;
  /** Digest of the text in the log; absent if an early version of spectool wrote the log, and after a merge. */
  readonly text?: string;
}

/** A document that is compared with its log, before a change; with its `id`, if that was lost or changed. */
export interface Reconciled extends LogComparison {
  readonly document: SpecDocument;
}

/** Options for comparing a document with its log. */
interface Reading {
  readonly judge?: MergePreference | undefined;
  /**
   * Side that a person chose to win if the document differs from the log without a hand edit, for example because git
   * restored an older version.
   */
  readonly keep?: 'log' | 'document' | undefined;
  /** Records of the spec, if the caller has already read them. */
  readonly known?: readonly LogRecord[] | undefined;
}

/** A spec to look up in git: path of its document, and id of its log. */
export type AskedOfGit = readonly [document: string, stream: StreamId];

/** Provides what a comparison of a document with its log needs: the state of the spec in git. */
export class CommittedSpecs extends Service {
  /** Returns the git state of a spec; git runs only when a value is needed. @param document path of the document. */
  around(document: string, stream: StreamId): GitContext {
    return {
      sha256: this.use.hasher.sha256,
      committed: () => this.of([[document, stream]])?.[0],
    };
  }

  /** Returns the git states of many specs with a single call of git. */
  of(asked: readonly AskedOfGit[]): readonly CommittedSpec[] | undefined {
    const found = this.use.commits.committedBeside(
      asked.map(([document, stream]) => [document, `${LOG_FOLDER}/${stream}`]),
    );
    return found?.map(({ isUntouched, texts, added }, i) => ({
      isUntouched,
      records: () => {
        const records = decodeRecords(texts()).filter(({ spec }) => spec === asked[i]?.[1]);
        return new Set(records.map(({ id }) => id));
      },
      order: added,
    }));
  }
}

/** Compares a spec's document and folder with its log, and records the changes that were made by hand or by git. */
export class Reconcile extends Service {
  /**
   * Compares the document of a spec that is to be changed with its log. A lost or changed `id` is restored; a document without a
   * log gets its `id` when its first record is written.
   */
  before(
    drafts: RecordDrafts,
    { folder, isNew, judge, keep }: PlannedChange,
    given: SpecDocument,
  ): Reconciled {
    const { specLogFinder, eventLog, specStore } = this.use;
    let document = given;
    let known = isNew === true ? undefined : specLogFinder.recordsOf(given.frontmatter);
    if (known?.length === 0) {
      const unnamed = drafts.once('unnamed', () => specLogFinder.unnamed());
      const id = specLogFinder.of(folder, given.frontmatter, unnamed);
      known = eventLog.records(id);
      if (foldSpec(known).spec.kind === 'absent') known = undefined;
      else document = specStore.edit(given, new Map([['id', id]]));
    }
    return {
      ...this.open(folder, document, titleOf(document, folder.name), { judge, keep, known }),
      document,
    };
  }

  /**
   * Returns the spec to which a change is applied, and events for the changes made to it by hand or by git.
   * @throws SpectoolError `ID_COPIED` for a copied spec: the change would be recorded for the original spec.
   */
  observed(
    folder: SpecFolder,
    history: Reconciled,
  ): { readonly found: ActiveSpec; readonly observed: readonly SpecEvent[] } {
    const { spec: logged, completed, document, kind, observations } = history;
    if (history.place !== 'current') this.#refuseCopy(folder, history);
    const text = {
      body: completed.body,
      bodyLine: document.bodyLine,
      criteriaSections: this.use.config.criteria.sections,
    };
    const { spec, events } = decideCommands(
      observations,
      logged.kind === 'absent' ? logged : { ...logged, text },
    );
    // Take the title from the text, unless a branch changed the title and only the log has that change.
    const title = kind === 'behind' ? spec.title : titleOf({ text: text.body, bodyStart: 0 }, folder.name);
    return { found: { ...spec, text, title }, observed: events };
  }

  #refuseCopy(folder: SpecFolder, { id, spec }: LogComparison): void {
    if (spec.kind === 'absent') return;
    const original = folderAt(this.use.config.specsDir, spec.labels);
    if (original.path === folder.path || this.use.specStore.open(original).frontmatter['id'] !== id) return;
    throw new SpectoolError(
      'ID_COPIED',
      `${folder.path} is a copy of ${original.path}: both have the same id.`,
      {
        advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'make the copy a separate spec' }],
        details: { path: folder.path, original: original.path, id },
      },
    );
  }

  /**
   * Returns the folder to which a changed spec is moved. A deleted spec moves to the trash, to a folder with a unique name that
   * contains the time. If another spec already has the folder, this spec is not moved.
   */
  target(
    drafts: RecordDrafts,
    { labels, deleted }: ActiveSpec,
    { folder, occupied }: PlannedChange,
    found: PlaceState,
  ): SpecFolder {
    const { specStore, fileSystem, config } = this.use;
    if (labels.at !== undefined) return { ...labels, path: labels.at };
    if (deleted !== undefined) return { ...folder, path: trashPlace(folder.ref, drafts.at) };
    const home = folderAt(config.specsDir, labels);
    // Do not move a folder if only case or Unicode form differ, because file systems may ignore such differences.
    const [from, to] = [folder.path, home.path].map((path) => path.normalize().toLowerCase());
    if (samePlace(labels, folder) && from === to) return folder;
    // If the path in the log is inside the folder of another spec, this spec is not moved. A path beside the current folder
    // needs no check.
    if (parentOf(home.path) !== parentOf(folder.path)) {
      const specs = drafts.once('folders', () => new Set(specStore.folders().map(({ path }) => path)));
      if (foldersAbove(home.path).some((path) => specs.has(path))) return folder;
    }
    if ((occupied === undefined && found !== 'interrupted') || home.path === folder.path) return home;
    const isTaken = occupied?.has(home.path) === true || fileSystem.stat(home.path) !== undefined;
    return isTaken ? folder : home;
  }

  /** Returns the record of the changes made by hand or by git. */
  record(drafts: RecordDrafts, history: LogComparison, events: readonly SpecEvent[]): LogRecord {
    const { id, records, meant, completed, text } = history;
    // Compute the digests from the document as this command writes it, with the logged values restored.
    const digests = this.digests(meant, completed.body, text);
    return this.use.eventLog.seal(drafts.observation(id, headsOf(records), recordedEvents(events), digests));
  }

  /**
   * Returns the digests of the document for its record.
   * @param known digest of the text in the previous record; if the text has changed since, its lines are recorded again.
   */
  digests(frontmatter: JsonObject, body: string, known: string | undefined): DocumentDigests {
    const { sha256 } = this.use.hasher;
    return { digest: frontmatterDigest(frontmatter, sha256), ...textDigests(body, known, sha256) };
  }

  /** Compares a document and its folder with the log. @param title title in the document. */
  open(
    folder: SpecFolder,
    document: SpecDocument,
    title: string,
    { judge = 'document', keep, known }: Reading = {},
  ): LogComparison {
    const { sha256 } = this.use.hasher;
    refuseReservedId(this.use.specStore.documentPath(folder), document.frontmatter);
    const id = streamOf(folder.ref, document.frontmatter, this.use.hasher);
    const seen: JsonObject = { ...document.frontmatter, id };
    const records = known ?? this.use.eventLog.records(id);
    const { spec } = foldSpec(records);
    const labels = labelsOf(folder);
    refuseNewer(records, `The log of ${folder.ref}`);
    const text = {
      body: bodyOf(document),
      criteriaSections: this.use.config.criteria.sections,
    };
    if (spec.kind === 'absent') {
      if (typeof document.frontmatter['id'] === 'string')
        refuseNotCheckedOut(this.use.clone, `${LOG_FOLDER}/${id}`, `The log of ${folder.ref}`);
      return {
        ...{ id, records, spec, kind: 'current', place: 'current', meant: seen, lagging: {} },
        observations: [{ type: 'ImportSpec', data: { ...labels, title, frontmatter: seen } }],
        completed: { body: text.body, missing: [] },
      };
    }
    const found = documentStateOf({ frontmatter: seen, text }, spec, records, {
      ...this.use.committedSpecs.around(this.use.specStore.documentPath(folder), id),
      judge,
    });
    const standing = keep === undefined ? found : documentStateAfterChoice(found, keep, text, spec, records);
    const { kind, known: logged, meant, returned, lost, since } = standing;
    const place = placeState(labels, spec, records);
    const isOther = logged !== undefined && logged !== textDigest(text.body, sha256);
    const lagging = [...frontmatterDiff(seen, meant)].filter(([key]) => key !== 'updated');
    const returnedTo = returned !== undefined && { returned };
    const observations: SpecCommand[] = [];
    // Recorded changes that a person left out of the text are recorded as removed, even if merged branches have different texts.
    if (isOther || (keep === 'document' && lost.length > 0)) {
      const sections = logged === undefined ? [] : sectionsSince(records, logged, text.body);
      observations.push({
        type: 'ObserveText',
        data: { sections, lost: eventsOfItems(lost), ...returnedTo },
      });
    }
    if (kind === 'edited' || kind === 'old copy' || kind === 'returned')
      observations.push({
        type: 'ObserveFrontmatter',
        data: {
          frontmatter: meant,
          ...returnedTo,
          ...present({ source: this.use.specStore.source?.(folder) }),
        },
      });
    if (place === 'moved') observations.push({ type: 'ObservePlace', data: labels });
    return {
      ...{ id, records, spec, observations, kind, meant, since, place },
      lagging: Object.fromEntries(lagging.map(([key, to]) => [key, { from: valueAt(seen, key), to }])),
      completed: standing.text,
      ...(logged !== undefined && { text: logged }),
    };
  }
}

function sectionsSince(records: readonly LogRecord[], known: string, body: string) {
  const before = records.findLast(({ text, lines }) => text === known && lines !== undefined)?.lines;
  const after = textHash(body);
  return before === undefined || after === undefined ? [] : textChanges(before, after);
}

/** Applies commands to a spec in memory, one after another. Returns their events and the resulting spec. */
export function decideCommands(
  commands: readonly SpecCommand[],
  spec: Spec,
): { readonly spec: ActiveSpec; readonly events: readonly SpecEvent[] } {
  const events: SpecEvent[] = [];
  let state = spec;
  for (const command of commands) {
    const decided = decide(command, state);
    for (const event of decided) events.push(event);
    state = decided.reduce(evolve, state);
  }
  if (state.kind === 'absent') throw new SpectoolError('SPEC_NOT_FOUND', 'There is no such spec.');
  const seen = events.length > 0 ? criteriaNotKnown(state) : [];
  return { spec: seen.reduce<Spec>(evolve, state) as ActiveSpec, events: [...events, ...seen] };
}

/** Returns the commands for changes that a person made in an editor. An edited `id` is ignored. */
export function commandsOfTypedEdit(
  before: SpecDocument,
  typed: SpecDocument,
  found: ActiveSpec,
  records: readonly LogRecord[],
): readonly SpecCommand[] {
  const changes = [...frontmatterDiff(before.frontmatter, typed.frontmatter)].filter(([key]) => key !== 'id');
  const frontmatter = changes.reduce((all, [key, to]) => withField(all, key, to), found.frontmatter);
  const [old, now] = [bodyOf(before), bodyOf(typed)];
  if (old === now) return [{ type: 'ObserveFrontmatter', data: { frontmatter } }];
  const lines = replacedLines(old, now);
  return [
    { type: 'ObserveFrontmatter', data: { frontmatter } },
    {
      type: 'ObserveText',
      data: {
        sections: changedSections(old, now),
        lost: lostItems(now, found, records),
        ...(lines.to.length <= BOUNDS.section && { typed: lines }),
      },
    },
  ];
}

/** Records rewritten links as a change of the text, if the spec has a log and no other change was requested. */
export function recordRewrittenLinks<Asked extends { readonly events: readonly SpecEvent[] }>(
  asked: Asked,
  editText: ((text: string) => string) | undefined,
  spec: Spec,
  body: string,
): Asked {
  const edited = editText?.(body) ?? body;
  if (asked.events.length > 0 || edited === body || spec.kind === 'absent') return asked;
  const sections = changedSections(body, edited);
  return { ...asked, events: [{ type: 'TextEdited', data: { sections, followed: true } }] };
}

function changedSections(before: string, after: string) {
  const [was, is] = [textHash(before), textHash(after)];
  return was && is ? textChanges(was, is) : [];
}

/**
 * Reconciles fields that two branches set to different values: if the document already has the requested value, adds events
 * that record this value as chosen.
 */
export function recordChosenValues(
  asked: ReturnType<typeof decideCommands>,
  commands: readonly SpecCommand[],
  records: readonly LogRecord[],
): ReturnType<typeof decideCommands> {
  const wanted = asked.events.length > 0 ? [] : askedFields(commands);
  const open = wanted.length === 0 ? [] : divergences(records).map(({ field }) => field);
  const events = wanted
    .filter((field) => open.includes(field))
    .map((field): SpecEvent => {
      const same = <Value>(value: Value) => ({ from: value, to: value });
      if (field === 'title') return { type: 'SpecRenamed', data: { title: same(asked.spec.title) } };
      const changes = { [field]: same(valueAt(asked.spec.frontmatter, field)) };
      return { type: 'FieldsChanged', data: { changes } };
    });
  return events.length === 0 ? asked : { ...asked, events };
}

/**
 * Reconciles the completion date with a status that was edited by hand: sets or removes the date, in the record of the next
 * requested change.
 */
export function recordCompletionDate<Asked extends ReturnType<typeof decideCommands>>(
  asked: Asked,
  commands: readonly SpecCommand[],
  observed: readonly SpecEvent[],
  today: CalendarDate,
): Asked {
  const isByHand = observed.some(
    (event) => event.type === 'FrontmatterEdited' && event.data.changes['status'] !== undefined,
  );
  if (!isByHand || commands.length === 0) return asked;
  const { spec, events } = decideCommands([{ type: 'FollowStatus', data: { today } }], asked.spec);
  return { ...asked, spec, events: [...asked.events, ...events] };
}

function askedFields(commands: readonly SpecCommand[]): readonly string[] {
  return commands.flatMap((command) => {
    if (command.type === 'ChangeStatus') return 'status';
    if (command.type === 'Retitle') return 'title';
    if (command.type === 'Archive' && command.data.ending !== undefined)
      return ['archived_as', 'superseded_by'];
    if (command.type === 'CorrectDate') return command.data.field;
    return command.type === 'ChangeFields' ? Object.keys(command.data.set) : [];
  });
}
