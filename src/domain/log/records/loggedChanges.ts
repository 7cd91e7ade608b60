import { inverseOf, knownEvent, type SpecEvent } from '../../spec/specEvents.js';
import type { ActiveSpec, Spec } from '../../spec/spec.js';
import { foldSpec } from '../foldSpec.js';
import type { LogRecord, RecordId, RecordedEvent } from './record.js';
import { newestFirst } from './recordOrderAndFormat.js';
import { type JsonValue, type JsonObject, isJsonObject } from '../../value/jsonValue.js';
import { type IrregularStep, irregularStatusChange } from '../../fields/statusAndPriority.js';

/** The change that one command made: its records, of one or several specs. */
export interface LoggedChange {
  readonly records: readonly LogRecord[];
  /** The newest of the records. */
  readonly newest: LogRecord;
  /** For a change made with `undo`: the change that it undid or redid. */
  readonly root?: LoggedChange;
  /** The last change made with `undo` that undid or redid this change. */
  readonly turned?: LoggedChange;
  /** True if the change is undone and was not redone. For a change made with `undo`: true if it undid its root. */
  readonly isUndone: boolean;
}

type Draft = { -readonly [Key in keyof LoggedChange]: LoggedChange[Key] } & { records: LogRecord[] };

/** Returns all changes in a project's log, newest first, and for each record the change to which it belongs. */
export function loggedChanges(records: readonly LogRecord[]): {
  readonly changes: readonly LoggedChange[];
  readonly of: ReadonlyMap<RecordId, LoggedChange>;
} {
  const ofCommand = new Map<string, Draft>();
  const of = new Map<RecordId, Draft>();
  for (const record of [...records].sort(newestFirst(records)).reverse()) {
    const { id, nonce, actor = '' } = record;
    const command = nonce === undefined ? id : `${nonce} ${actor}`;
    const change: Draft = ofCommand.get(command) ?? { records: [], newest: record, isUndone: false };
    change.records.push(record);
    change.newest = record;
    ofCommand.set(command, change);
    of.set(id, change);
    const target = record.command === 'undo' ? undoneBy(record, of) : undefined;
    if (target === undefined || change.root !== undefined) continue;
    const root = (target.root ?? target) as Draft;
    change.root = root;
    change.isUndone = target.root === undefined || !target.isUndone;
    root.turned = change;
    root.isUndone = change.isUndone;
  }
  return { changes: [...ofCommand.values()].reverse(), of };
}

function undoneBy<Change>({ events }: LogRecord, of: ReadonlyMap<RecordId, Change>): Change | undefined {
  const id = events.find(({ type }) => type === 'ChangeUndone')?.data['undone'];
  return typeof id === 'string' ? of.get(id) : undefined;
}

/** Returns the logged events of a record, without those of a type that this version of spectool does not know. */
export function knownEventsOfRecord({ events }: LogRecord): readonly SpecEvent[] {
  return events.flatMap((event) => knownEvent(event) ?? []);
}

/**
 * Returns the later records of the same spec without changes that were undone and without undo commands.
 * @param records the spec's log.
 */
export function laterRecordsOfSpec(
  { id }: LogRecord,
  records: readonly LogRecord[],
  of: ReadonlyMap<RecordId, LoggedChange>,
): readonly LogRecord[] {
  return records.slice(records.findIndex((one) => one.id === id) + 1).filter((later) => {
    const change = of.get(later.id);
    return change !== of.get(id) && change?.root === undefined && change?.isUndone !== true;
  });
}

/**
 * Returns the first later record that overwrites something that `record` changed, even if a further record restored the values.
 * Changes that only the document shows, such as those of the text, are not found.
 * @param records the spec's log.
 */
export function laterRecordTouching(
  record: LogRecord,
  records: readonly LogRecord[],
  later: readonly LogRecord[],
): LogRecord | undefined {
  if (isChangeOfWholeSpec(record)) return later[0];
  let judged: readonly SpecEvent[] | undefined;
  let found: LogRecord | undefined;
  const at = records.findIndex(({ id }) => id === record.id) + 1;
  foldSpec([...records.slice(0, at), ...later], (next, spec) => {
    const stands = (event: SpecEvent) => isRevertible(event, spec);
    if (next.id === record.id) judged = knownEventsOfRecord(record).filter(stands);
    else if (judged !== undefined && (isChangeOfWholeSpec(next) || !judged.every(stands))) found ??= next;
  });
  return found;
}

/** True if the record created, deleted or restored the spec, so that it affects all fields and the text. */
export function isChangeOfWholeSpec({ events }: LogRecord): boolean {
  return events.some(({ type }) =>
    ['SpecCreated', 'SpecTakenOver', 'SpecDeleted', 'SpecRestored'].includes(type),
  );
}

function isRevertible(event: SpecEvent, spec: Spec): boolean {
  try {
    inverseOf(event, spec as ActiveSpec);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the value of each field before an event, which shows from what its branch diverged. Accepts events of any shape,
 * because a log may be damaged.
 */
export function valuesBefore({
  type,
  data,
}: RecordedEvent): readonly (readonly [field: string, from: JsonValue])[] {
  const changes =
    type === 'StatusChanged' ? { status: data } : type === 'SpecRenamed' ? data : data['changes'];
  return Object.entries((changes ?? {}) as JsonObject).flatMap(([field, change]) => {
    const from = (change as { readonly from?: JsonValue } | null)?.from;
    return from === undefined ? [] : [[field, from] as const];
  });
}

/**
 * Finds in a log the last status change by hand that the workflow does not allow; undefined if a command or an undo changed the
 * status later.
 */
export function statusByHand(records: readonly LogRecord[]): IrregularStep | undefined {
  let step: IrregularStep | undefined;
  for (const { events } of records) {
    const isUndo = events.some(({ type }) => type === 'ChangeUndone');
    for (const event of events.flatMap((recorded) => knownEvent(recorded) ?? [])) {
      if (event.type === 'StatusChanged' && event.data.from !== event.data.to) step = undefined;
      // A log may be damaged, so the shape of the data is checked.
      const changes: unknown = event.type === 'FrontmatterEdited' ? event.data.changes : undefined;
      const isReturned = event.type === 'FrontmatterEdited' && event.data.returned !== undefined;
      const edit = isJsonObject(changes) ? changes['status'] : undefined;
      if (isJsonObject(edit))
        step = isUndo || isReturned ? undefined : irregularStatusChange(edit['from'], edit['to']);
    }
  }
  return step;
}

/** True if the record makes its actor the holder of the spec, by a claim or by setting the status in progress. */
export function claimsIn({ events }: LogRecord): boolean {
  return events.some(
    ({ type, data }) => type === 'SpecClaimed' || (type === 'StatusChanged' && data['to'] === 'in-progress'),
  );
}
