import { type RecordedItem, namedRecords } from '../../domain/reconcile/recordedItems.js';
import { personText } from '../../domain/value/person.js';
import { shortId, type LogRecord } from '../../domain/log/records/record.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import type { ChangedSpec } from './plannedChange.js';
import type { Warning } from '../useCase.js';
import { irregularStatusChange, needsOfStatusChange } from '../../domain/fields/statusAndPriority.js';
import type { Outcome } from '../../domain/spec/archiveOutcome.js';
import { hasMissingParents } from '../../domain/log/records/recordOrderAndFormat.js';
import { type Changes, changesWithSayings, valueAt } from '../../domain/fields/fieldChange.js';
import type { PlaceMove } from '../../domain/document/links.js';
import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from '../../domain/value/jsonValue.js';
import type { Divergence } from '../../domain/log/divergences.js';
import { isKeptByTool, standardField } from '../../domain/fields/standardFields.js';
import { foldSpec, type SkippedRecord } from '../../domain/log/foldSpec.js';
import { type Advice, SpectoolError } from '../../domain/errors/spectoolError.js';
import { firstOf } from '../../domain/value/collections.js';
import type { Recovered } from '../../ports/transaction.js';

/**
 * Returns warnings about side effects of a change: values chosen between branches, recorded hand edits, restored fields.
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
      const {
        source,
        changes: { status },
      } = event.data;
      const step = status === undefined ? undefined : irregularStatusChange(status.from, status.to);
      const irregular =
        step === undefined
          ? ''
          : ` A change from ${step.from} to ${step.to} normally needs ${needsOfStatusChange(step)}; the change was kept.`;
      const told =
        source !== undefined
          ? {
              message: `Read from ${source} and now recorded in ${folder.ref}: ${changes.join(', ')}.`,
            }
          : hasMissingParents(log)
            ? {
                message: `Records are missing from the log of ${folder.ref}. Changes that were only in the document are now recorded again: ${changes.join(', ')}.`,
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

/**
 * Returns the sentence that says why a document lacked logged changes: a merge took one side, or an old copy was saved.
 * @param since time of the first missing change, if an old copy was saved.
 */
function lackedBecause(what: string, since: string | undefined): string {
  if (since === undefined)
    return `${what} was missing changes that are in the log, because a merge took one side.`;
  return `${what} was overwritten with a copy from before ${since}; changes recorded since then were kept, and the rest of the copy counts as an edit.`;
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

/** Warns of recorded items that a hand edit removed, or that the document returned to an older state. */
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
      ? `An edit by hand removed recorded items from ${ref}: ${namedRecords(items)}.`
      : `The document of ${ref} returned to its state after ${shortId(returned)}, as git does with stash, reset or restore.${named}${changes.length === 0 ? '' : ` Its fields: ${changes.join(', ')}.`}`;
  const to = returned === undefined ? 'restore only these items' : 'undo this return';
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
  return changesWithSayings(changes)
    .filter(([field]) => field !== 'updated')
    .map(([field, change]) => {
      const { from = null, to = null } = isJsonObject(change) ? change : {};
      return `${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`;
    });
}

function putBack({ from, to }: PlaceMove): Warning {
  return {
    code: 'ROLLED_FORWARD',
    message: `The folder of the spec was at its former path ${from}; it was moved back to ${to}, its path in the log.`,
  };
}

const PLACES: ReadonlySet<string> = new Set(['ref', 'sequence', 'group', 'archived', 'id', 'updated']);

/** A document whose fields branches set differently. */
interface DivergedDocument {
  /** True if the document has conflict marks. */
  readonly isMarked?: boolean;
  /** True if the fields are merged; by default, they are in a document without conflict marks. */
  readonly isMerged?: boolean;
  /** The frontmatter on git's current side (`HEAD`), during a merge. */
  readonly current?: JsonObject;
}

/** Warns of fields that branches set differently, and advises how to choose a value. @param spec name of the spec's folder. */
export function divergenceWarnings(
  spec: string,
  diverged: readonly Divergence[],
  { isMarked = false, isMerged = !isMarked, current }: DivergedDocument = {},
): readonly Warning[] {
  const described = (field: string, value: JsonValue, isFirst: boolean) => {
    const isCurrent = current !== undefined && jsonEquals(valueAt(current, field), value);
    const notes = [...(isCurrent ? ['current'] : []), ...(isFirst && isMerged ? ['kept'] : [])];
    return `${JSON.stringify(value)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  };
  return diverged.map(({ field, candidates }) => ({
    code: 'DIVERGED',
    message: `${spec}: two branches set ${field} to different values: ${candidates.map(({ value }, i) => described(field, value, i === 0)).join(' and ')}.`,
    ...(isMarked && { hint: 'Resolve the conflict in the document first.' }),
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
 * Returns advice on how to choose one of the differing values of a field; undefined for fields that the next change
 * sets automatically.
 */
export function settlingAdvice(
  spec: string,
  field: string,
  value: JsonValue | undefined,
  to?: string,
): Advice | undefined {
  const isNone = value === null || value === undefined;
  // The path and name of a folder cannot be set directly; the next change of the spec sets them.
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
    const isOutcome = field === 'archived_as';
    const ending = isOutcome ? { outcome: said as Outcome } : ({ outcome: 'superseded', by: said } as const);
    return { useCase: 'archiveSpecs', request: { specs: [spec], ...ending }, needs: ['reason'], ...purpose };
  }
  if (field !== 'status') return { useCase: 'updateSpec', request: { spec, ...request }, ...purpose };
  return { useCase: 'updateSpec', request: { spec, ...request, force: true }, needs: ['reason'], ...purpose };
}

/** Warns of records that are ignored, because a newer version wrote them or because they conflict with another branch. */
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

/** Returns the sentence of a warning about an ignored record: who wrote the record, and why it is ignored; no full stop. */
export function sentence({ code, event, reason, record }: SkippedRecord): string {
  const { actor, id } = record;
  const name = id.slice(0, 12);
  if (code === 'DELETED_AND_EDITED')
    return `the deletion by ${personText(actor)} (${name}) has no effect: ${reason}`;
  if (code === undefined) return `the record ${name} is ignored: ${reason}`;
  const by = event?.data['by'];
  return `the claim by ${personText(typeof by === 'string' ? by : actor)} (${name}) ${reason}`;
}

/**
 * Warns how the write session finished or undid an interrupted change of an earlier command, which could not report that
 * itself.
 */
export function recoveryWarnings(recovered: Recovered | undefined): readonly Warning[] {
  if (recovered === undefined) return [];
  const { outcome, places, why, edited = [] } = recovered;
  const what = places.length === 0 ? '' : ` (${firstOf(places)})`;
  const left =
    edited.length === 0
      ? ''
      : ` The change was not written to documents that were edited meanwhile: ${firstOf(edited)}.`;
  if (outcome === 'finished')
    return [
      {
        code: 'CHANGE_FINISHED',
        message: `An earlier change${what} was interrupted and is now finished.${left}`,
        advice: [{ useCase: 'showHistory', to: 'see the change' }],
      },
    ];
  return [
    {
      code: 'CHANGE_TAKEN_BACK',
      message: `An earlier change${what} was interrupted and is now undone, because the project has changed since: ${why ?? ''}.`,
      advice: [{ useCase: 'validateProject', to: 'check whether parts of the change remain' }],
    },
  ];
}

/**
 * Adds warnings to the hint of an error, because a failed command cannot report them in any other way, although recovery
 * changed files.
 */
export function withWarningsInHint(error: unknown, besides: readonly Warning[]): unknown {
  if (!(error instanceof SpectoolError) || besides.length === 0) return error;
  const notes = besides.map(({ message, hint = '' }) => `${message} ${hint}`.trim());
  const { code, message, details } = error;
  return new SpectoolError(code, message, {
    hint: [...(error.hint === undefined ? [] : [error.hint]), ...notes].join(' '),
    advice: [...error.advice, ...besides.flatMap(({ advice = [] }) => advice)],
    ...(details !== undefined && { details }),
  });
}
