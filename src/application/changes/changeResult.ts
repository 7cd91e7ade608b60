import type { Advice } from '../../domain/errors/advice.js';
import { type FieldFilters, LISTED_FIELDS } from '../../domain/fields/fieldFilter.js';
import {
  type FieldRequest,
  FIELDS,
  type MemberRequests,
  REQUESTED_FIELDS,
  standardField,
  personText,
  isKeptByTool,
} from '../../domain/fields/standardFields.js';
import { type HistoryEvent, historyEvents, type Divergence } from '../../domain/log/logSummary.js';
import { distinctNames } from '../../domain/naming/references.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { SpecCommand, SpecEvent } from '../../domain/spec/specEvents.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import { fieldValues, type RequestSchema, text, texts, type Warning } from '../useCase.js';
import type { Choice, SpecCatalog } from '../specCatalog.js';
import type { ChangedSpec, RecordDrafts } from './plannedChange.js';
import type { Services } from '../services.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import type { PlaceMove } from '../../domain/document/links.js';
import { type Changes, valueAt } from '../../domain/fields/fieldChange.js';
import { foldSpec, type SkippedRecord } from '../../domain/log/foldSpec.js';
import { type LogRecord, shortId } from '../../domain/log/records/record.js';
import { hasMissingParents } from '../../domain/log/records/recordOrder.js';
import type { RecordedItem } from '../../domain/reconcile/recordedItems.js';
import { irregularStep, needsOf } from '../../domain/fields/parseStatus.js';
import { firstOf } from '../../domain/value/collections.js';
import { jsonEquals, type JsonObject, type JsonValue } from '../../domain/value/jsonValue.js';
import { quoted } from '../../domain/value/text.js';

/** Request fields that select the specs to change: by reference, or by the values of their fields. */
export type ChosenSpecs = Pick<Choice, 'specs' | 'where'>;

export const CHOSEN_SPECS: RequestSchema<ChosenSpecs> = { specs: texts, where: fieldValues };

/** Schema of the fields that a request can set, generated from the table of fields. */
export const FIELD_REQUEST = Object.fromEntries(
  REQUESTED_FIELDS.map(({ name, members }) => [name, members === undefined ? text : texts]),
) as RequestSchema<FieldRequest>;

/** Schema of requests that add or remove members of list fields, generated from the table of fields. */
export const MEMBER_REQUESTS = Object.fromEntries(
  FIELDS.flatMap((field) =>
    'members' in field ? [`add${field.members}`, `remove${field.members}`].map((name) => [name, texts]) : [],
  ),
) as RequestSchema<MemberRequests>;

/** Schema of filters by field for lists, generated from the table of fields. */
export const FIELD_FILTERS = Object.fromEntries(
  LISTED_FIELDS.map(({ name, kind }) => [name, kind === 'text' || kind === 'day' ? text : texts]),
) as RequestSchema<FieldFilters>;

/**
 * Returns advice to reopen a complete spec, or to unarchive it first if it is archived. @param spec name of the spec's
 * folder.
 */
export function reopening(spec: string, archived: boolean): Advice {
  if (archived)
    return { useCase: 'unarchiveSpecs', request: { specs: [spec] }, to: 'take the spec out of the archive' };
  const request = { spec, status: 'in-progress', force: true } as const;
  return { useCase: 'updateSpec', request, needs: ['reason'], to: 'reopen it' };
}

/** Returns advice to set a field. @param spec name of the spec's folder. */
export function settingAdvice(spec: string, key: string, to = 'give it a value'): Advice {
  const field = standardField(key);
  if (field === undefined) return { useCase: 'updateSpec', request: { spec, fields: { [key]: '…' } }, to };
  const name = (field.members === undefined ? field.name : `add${field.members}`) as 'tags';
  return { useCase: 'updateSpec', request: { spec }, needs: [name], to };
}

/** Result of a command that changes one spec. */
export interface ChangeResult {
  readonly spec: SpecView;
  /** Events that the command recorded; empty if nothing changed. */
  readonly events: readonly HistoryEvent[];
  readonly warnings: readonly Warning[];
  /** True if this was a dry run: the result shows what would change, and nothing was written. */
  readonly dryRun?: true;
}

/** Result of a command that changes several specs. */
export interface ChangesResult extends Omit<ChangeResult, 'spec'> {
  readonly specs: readonly SpecView[];
  /** Number of specs that the command applied to, including those that needed no change. */
  readonly total: number;
}

export function changedResult(catalog: SpecCatalog, changed: ChangedSpec): ChangeResult {
  const [result] = changedResults(catalog, [changed]);
  return result as ChangeResult;
}

/** Returns the result of a command that changed several specs. */
export function changedResults(
  catalog: SpecCatalog,
  changed: readonly ChangedSpec[],
): readonly ChangeResult[] {
  const specs = catalog.changed(changed);
  return changed.map((one, i) => ({
    spec: specs[i] as SpecView,
    events: eventsOf([one]),
    warnings: changeWarnings(one),
  }));
}

/** Events recorded by these changes; unchanged specs have none. */
export function eventsOf(changed: readonly ChangedSpec[]): readonly HistoryEvent[] {
  const nameOf = distinctNames(changed.map(({ folder }) => folder));
  return changed.flatMap(({ record, folder }) => (record ? historyEvents(record, nameOf(folder)) : []));
}

/** Returns a warning if the command's filter matches no spec. */
export function noneChosen(specs: readonly SpecView[]): readonly Warning[] {
  if (specs.length > 0) return [];
  return [{ code: 'UNCHANGED', message: 'No spec matches the given values; nothing was changed.' }];
}

/** Context of a command: actor, time, date and hash function. */
export interface Asked {
  readonly by: string;
  /** Time of the command, ISO 8601 UTC. */
  readonly at: string;
  readonly today: CalendarDate;
  readonly sha256: (text: string) => string;
}

interface SpecChange {
  /** Name of the command in the log. */
  readonly command: string;
  /** Reference to the spec: number, folder name, name, id, path, or a unique prefix. */
  readonly spec: string;
  readonly commands: (spec: ActiveSpec, asked: Asked) => readonly SpecCommand[];
  /** The caller's id of the request: a repeated request with the same id changes nothing. */
  readonly request?: string | undefined;
  /** Returns the message to show if nothing changes. */
  readonly unchanged: (ref: string, by: string) => string;
}

/** Base class of commands that change one spec. */

export function change(
  { specCatalog, clock, hasher, changeSpecs, writeSession }: Services,
  { command, spec, commands, unchanged, request }: SpecChange,
): ChangeResult {
  const work = (drafts: RecordDrafts): ChangeResult => {
    const folder = specCatalog.find(spec);
    const asked = {
      by: drafts.actor,
      at: drafts.at,
      today: clock.today(),
      sha256: (text: string) => hasher.sha256(text),
    };
    const [changed] = changeSpecs.apply(drafts, [
      { folder, commands: (found) => commands(found, asked) },
    ]) as readonly [ChangedSpec];
    const result = changedResult(specCatalog, changed);
    if (changed.record !== undefined || result.warnings.length > 0) return result;
    const message = `${unchanged(folder.ref, drafts.actor)}; nothing was changed.`;
    return { ...result, warnings: [{ code: 'UNCHANGED', message }] };
  };
  return writeSession.change(command, work, request);
}

/** Returns a list of recorded changes, each with its actor and record id: `the note "Seen." (kim, 1a2b3c4d5e)`. */
export function namedRecords(missing: readonly Pick<RecordedItem, 'record' | 'event'>[]): string {
  const named = missing.map(({ record, event }) => {
    const { actor } = record;
    return `${wordFor(event)} (${actor === undefined ? '' : `${personText(actor)}, `}${shortId(record.id)})`;
  });
  return firstOf(named);
}

function wordFor({ type, data }: SpecEvent): string {
  if (type === 'SectionReplaced') return `the section ${quoted(data.heading, { longest: BOUNDS.excerpt })}`;
  if (type === 'NoteAdded') return `the note ${quoted(data.text, { longest: BOUNDS.excerpt })}`;
  if (type === 'CriterionChecked') return `the tick of ${quoted(data.text, { longest: BOUNDS.excerpt })}`;
  if (type === 'CriterionUnchecked')
    return `the removed tick of ${quoted(data.text, { longest: BOUNDS.excerpt })}`;
  if (type === 'CriterionAdded') return `the criterion ${quoted(data.text, { longest: BOUNDS.excerpt })}`;
  return 'a change of the text';
}

/**
 * Returns warnings about side effects of a change: settled disagreements of branches, recorded hand edits, restored fields.
 */
export function changeWarnings({
  folder,
  settled = [],
  edited = [],
  broughtBack = {},
  missing = [],
  since,
  returned,
  notes = [],
  log = [],
  damages = [],
}: Pick<ChangedSpec, 'folder'> & Partial<ChangedSpec>): readonly Warning[] {
  return [
    ...damages.slice(0, 1).map(({ file, message }) => damaged(folder.ref, file, message, damages.length)),
    ...notes,
    ...divergenceWarnings(folder.ref, settled),
    ...rolledForward(folder.ref, broughtBack, since),
    ...(missing.length === 0 ? [] : [completed(folder.ref, missing, since)]),
    ...(returned === undefined ? [] : [putBack(returned)]),
    ...takenAway(folder.ref, edited, log),
    ...edited.flatMap((event): readonly Warning[] => {
      if (event.type !== 'FrontmatterEdited' || event.data.returned !== undefined) return [];
      const changes = changesIn(event.data.changes);
      if (changes.length === 0) return [];
      const { status } = event.data.changes;
      const step = status === undefined ? undefined : irregularStep(status.from, status.to);
      const irregular =
        step === undefined
          ? ''
          : ` A change from ${step.from} to ${step.to} normally needs ${needsOf(step)}; the change was kept.`;
      const told = hasMissingParents(log)
        ? {
            message: `The log of ${folder.ref} lacks records. Changes that were only in the document are now recorded again: ${changes.join(', ')}.`,
            hint: 'Run `git log -- .spectool/log` to find the commit that removed the records or left them out.',
          }
        : {
            message: `The frontmatter of ${folder.ref} was edited by hand; the changes are now recorded: ${changes.join(', ')}.${irregular}`,
            hint: 'Set fields with spectool rather than by hand: spectool checks the values.',
          };
      return [{ code: 'EDITED_BY_HAND', ...told }];
    }),
  ];
}

function damaged(ref: string, file: string, message: string, count: number): Warning {
  const more = count > 1 ? `; ${String(count - 1)} more damaged` : '';
  return {
    code: 'LOG_DAMAGED',
    message: `The log of ${ref} is damaged (${file} ${message}${more}); the damaged records are ignored.`,
    advice: [{ useCase: 'validateProject', to: 'see what is wrong with the log' }],
  };
}

/** Returns why a document lacked what its log has. @param since the time of the first change that an old copy lacked. */
function lackedBecause(what: string, since: string | undefined): string {
  if (since === undefined)
    return `${what} lacked changes that are in the log, because a merge took one side.`;
  return `${what} was overwritten with a copy from before ${since}; what was recorded since then is kept, the rest of the copy counts as an edit.`;
}

function rolledForward(ref: string, broughtBack: Changes, since: string | undefined): readonly Warning[] {
  const fields = Object.entries(broughtBack);
  if (fields.length === 0) return [];
  const restored = changesIn(broughtBack);
  return [
    {
      code: 'ROLLED_FORWARD',
      message: `${lackedBecause(`The document of ${ref}`, since)} Restored: ${restored.join(', ')}.`,
      advice: fields.flatMap(
        ([name, { from }]) => settlingAdvice(ref, name, from, 'set the old value again') ?? [],
      ),
    },
  ];
}

function completed(ref: string, missing: readonly RecordedItem[], since: string | undefined): Warning {
  const ids = [...new Set(missing.map(({ record }) => record.id))];
  return {
    code: 'ROLLED_FORWARD',
    message: `${lackedBecause(`The text of ${ref}`, since)} Restored: ${namedRecords(missing)}.`,
    advice: ids.slice(0, BOUNDS.named).map((id) => ({
      useCase: 'undoChange' as const,
      request: { event: shortId(id) },
      to: 'remove the restored text again',
    })),
  };
}

/** Names the recorded items that an edit by hand took away, or the state to which the document returned. */
function takenAway(ref: string, edited: readonly SpecEvent[], log: readonly LogRecord[]): readonly Warning[] {
  const [fields] = edited.filter((event) => event.type === 'FrontmatterEdited');
  const [text] = edited.filter((event) => event.type === 'TextEdited');
  const returned = fields?.data.returned ?? text?.data.returned;
  const lost = text?.data.lost ?? [];
  const record = log.findLast(({ events }) => events.some(({ type }) => type === (text ?? fields)?.type));
  if (record === undefined || (lost.length === 0 && returned === undefined)) return [];
  const keys = new Set(lost.map((event) => JSON.stringify(event)));
  const items = log.flatMap((one) =>
    one.events.flatMap((event) =>
      keys.has(JSON.stringify(event)) ? { record: one, event: event as unknown as SpecEvent } : [],
    ),
  );
  const named = items.length === 0 ? '' : ` It lacks ${namedRecords(items)}.`;
  const changes = returned === undefined ? [] : changesIn(fields?.data.changes ?? {});
  const message =
    returned === undefined
      ? `An edit by hand took away what commands had recorded in ${ref}: ${namedRecords(items)}.`
      : `The document of ${ref} returned to its state after ${shortId(returned)}, as git does with stash, reset or restore.${named}${changes.length === 0 ? '' : ` Its fields: ${changes.join(', ')}.`}`;
  const to = returned === undefined ? 'bring just these back' : 'take the return back';
  return [
    {
      code: 'RECORDS_NOT_IN_TEXT',
      message,
      ...(lost.length + changes.length > 0 && {
        advice: [{ useCase: 'undoChange' as const, request: { event: shortId(record.id) }, to }],
      }),
    },
  ];
}

function changesIn(changes: Changes): readonly string[] {
  return Object.entries(changes)
    .filter(([field]) => field !== 'updated')
    .map(([field, { from, to }]) => `${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`);
}

function putBack({ from, to }: PlaceMove): Warning {
  return {
    code: 'ROLLED_FORWARD',
    message: `The folder of the spec was at its earlier path ${from}; the folder was moved back to ${to}, its path in the log.`,
  };
}

const PLACES: ReadonlySet<string> = new Set(['ref', 'sequence', 'group', 'archived', 'id', 'updated']);

/** What is known of a document with fields that branches set differently. */
interface DivergedDocument {
  /** True if the document has conflict marks. */
  readonly isMarked?: boolean;
  /** The frontmatter on git's current side (`HEAD`), during a merge. */
  readonly current?: JsonObject;
}

/** Warns of fields that branches set differently, and advises how to settle them. @param spec name of the spec's folder. */
export function divergenceWarnings(
  spec: string,
  diverged: readonly Divergence[],
  { isMarked = false, current }: DivergedDocument = {},
): readonly Warning[] {
  const described = (field: string, value: JsonValue, isFirst: boolean) => {
    const isCurrent = current !== undefined && jsonEquals(valueAt(current, field), value);
    const notes = [...(isCurrent ? ['current'] : []), ...(isFirst && !isMarked ? ['kept'] : [])];
    return `${JSON.stringify(value)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  };
  return diverged.map(({ field, candidates }) => ({
    code: 'DIVERGED',
    message: `${spec}: two branches set ${field} to different values: ${candidates.map(({ value }, i) => described(field, value, i === 0)).join(' and ')}.`,
    ...(isMarked && { hint: 'First settle the lines between the conflict marks in the document.' }),
    advice: candidates.slice(0, 2).flatMap(({ value }, i) => {
      const advice = settlingAdvice(
        spec,
        field,
        value,
        i === 0 ? 'keep the first value' : 'set the other value',
      );
      return advice === undefined ? [] : [advice];
    }),
  }));
}

/**
 * Returns advice on how to choose one of the differing values of a field; undefined for fields that the next change settles.
 */
export function settlingAdvice(
  spec: string,
  field: string,
  value: JsonValue | undefined,
  to?: string,
): Advice | undefined {
  const isNone = value === null || value === undefined;
  // The place and name of a folder cannot be set directly; the next change of the spec settles them.
  if (PLACES.has(field) || (isNone && isKeptByTool(field))) return undefined;
  const known = standardField(field);
  const request = isNone
    ? { unset: [field] }
    : known === undefined && field !== 'title'
      ? { fields: { [field]: value } }
      : { [known?.name ?? field]: value };
  const purpose = to === undefined ? {} : { to };
  if (field === 'archived_as' || field === 'superseded_by') {
    const said = typeof value === 'string' ? value : '…';
    const ending = field === 'archived_as' ? { outcome: said } : { outcome: 'superseded', by: said };
    return { useCase: 'archiveSpecs', request: { specs: [spec], ...ending }, needs: ['reason'], ...purpose };
  }
  if (field !== 'status') return { useCase: 'updateSpec', request: { spec, ...request }, ...purpose };
  return { useCase: 'updateSpec', request: { spec, ...request, force: true }, needs: ['reason'], ...purpose };
}

/** Warns of records that do not count, because a newer version wrote them or because they conflict with another branch. */
export function passedOverWarnings(ref: string, records: readonly LogRecord[]): readonly Warning[] {
  return foldSpec(records).passedOver.map((one) => ({
    code: codeOf(one),
    message: `${ref}: ${sentence(one)}.`,
  }));
}

/** Returns the warning code for an ignored record: its own code, or `LOG_NEWER`. */
export function codeOf({ code }: SkippedRecord) {
  return code ?? 'LOG_NEWER';
}

/** Returns a sentence, without a full stop, that says who wrote the ignored record and why it does not count. */
export function sentence({ code, event, reason, record }: SkippedRecord): string {
  const { actor, id } = record;
  const name = id.slice(0, 12);
  if (code === 'DELETED_AND_EDITED')
    return `the deletion by ${personText(actor)} (${name}) has no effect: ${reason}`;
  if (code === undefined) return `the record ${name} is ignored: ${reason}`;
  const by = event?.data['by'];
  return `the claim by ${personText(typeof by === 'string' ? by : actor)} (${name}) ${reason}`;
}
