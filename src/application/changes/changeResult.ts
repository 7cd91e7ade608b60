import { type FieldFilters, LISTED_FIELDS, UNKNOWN } from '../../domain/fields/fieldFilter.js';
import {
  type FieldRequest,
  FIELDS,
  type MemberRequests,
  REQUESTED_FIELDS,
  standardField,
} from '../../domain/fields/standardFields.js';
import { STATUSES } from '../../domain/fields/statusAndPriority.js';
import { distinctNames } from '../../domain/naming/references.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import { fieldValues, type SchemaOf, text, texts, type Warning, word, anyOf } from '../useCase.js';
import type { Choice, SpecCatalog } from '../specCatalog.js';
import type { ChangedSpec } from './plannedChange.js';
import { changeWarnings } from './changeWarnings.js';
import type { Advice } from '../../domain/errors/spectoolError.js';
import { type HistoryEvent, historyEvents } from '../../domain/log/historyEvents.js';

/** Request fields that select the specs to change: by reference, or by the values of their fields. */
export type ChosenSpecs = Pick<Choice, 'specs' | 'where'>;

export const CHOSEN_SPECS: SchemaOf<ChosenSpecs> = { specs: texts, where: fieldValues };

/** Schema of the fields that a request can set, generated from the table of fields. */
export const FIELD_REQUEST = Object.fromEntries(
  REQUESTED_FIELDS.map(({ name, members, values }) => [
    name,
    values === undefined ? (members === undefined ? text : texts) : word(values),
  ]),
) as SchemaOf<FieldRequest>;

export const STATUS_REQUEST = word(STATUSES);

/** Schema of requests that add or remove members of list fields, generated from the table of fields. */
export const MEMBER_REQUESTS = Object.fromEntries(
  FIELDS.flatMap((field) =>
    'members' in field ? [`add${field.members}`, `remove${field.members}`].map((name) => [name, texts]) : [],
  ),
) as SchemaOf<MemberRequests>;

/** Schema of filters by field for lists, generated from the table of fields. */
export const FIELD_FILTERS = Object.fromEntries(
  LISTED_FIELDS.map(({ name, kind, values }) => [
    name,
    values === undefined ? (kind === 'text' || kind === 'day' ? text : texts) : anyOf([...values, UNKNOWN]),
  ]),
) as SchemaOf<FieldFilters>;

/**
 * Returns advice to reopen a complete spec, or to unarchive it first if it is archived. @param spec name of the spec's
 * folder.
 */
export function reopenAdvice(spec: string, archived: boolean): Advice {
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

/** Returns the result for the only spec to which a command applied. */
export function single({ specs, total: _one, ...result }: ChangesResult): ChangeResult {
  return { spec: specs[0] as SpecView, ...result };
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
export function noSpecMatchedWarning(specs: readonly SpecView[]): readonly Warning[] {
  if (specs.length > 0) return [];
  return [{ code: 'UNCHANGED', message: 'No spec matches the filter; nothing was changed.' }];
}

/** Context of a command: actor, time, date and hash function. */
export interface Asked {
  readonly by: string;
  /** Time of the command, ISO 8601 UTC. */
  readonly at: string;
  readonly today: CalendarDate;
  readonly sha256: (text: string) => string;
}
