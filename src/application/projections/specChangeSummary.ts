import type { LogRecord, RecordedEvent } from '../../domain/log/records/record.js';
import { isJsonObject, type JsonValue } from '../../domain/value/jsonValue.js';

/** Summary of a spec's changes in a period. Its size does not grow with the number of records. */
export interface SpecChange {
  readonly created?: true;
  readonly deleted?: true;
  readonly archived?: boolean;
  /** First and last status in the period. */
  readonly status?: { readonly from: string | null; readonly to: string | null };
  /** Number of criteria that were not met when the spec was completed. */
  readonly unmet?: number;
  readonly claimedBy?: string;
  readonly released?: true;
  /** Names of changed fields. */
  readonly fields?: readonly string[];
  /** Headings of the changed sections. */
  readonly sections?: readonly string[];
  /** Number of ticked criteria. */
  readonly ticked?: number;
  readonly unticked?: number;
  readonly notes?: number;
  /** Number of retired criteria. */
  readonly retired?: number;
  /** True if the text was approved; false if an approval was withdrawn. */
  readonly approved?: boolean;
  readonly undone?: number;
}

type Draft = { -readonly [Key in keyof SpecChange]: SpecChange[Key] };

/**
 * Summarizes the changes in these records. Ignores unknown or malformed data, because other versions or programs may have
 * written the log.
 */
export function specChange(records: readonly LogRecord[]): SpecChange {
  const change: Draft = {};
  for (const event of records.flatMap(({ events }) => events)) add(change, event);
  return change;
}

/** What an event says by its type alone, and the number that it raises. */
const SAYS: ReadonlyMap<string, SpecChange> = new Map<string, SpecChange>([
  ['SpecCreated', { created: true }],
  ['SpecRestored', { created: true }],
  ['SpecDeleted', { deleted: true }],
  ['SpecArchived', { archived: true }],
  ['SpecUnarchived', { archived: false }],
  ['ClaimReleased', { released: true }],
  ['SpecApproved', { approved: true }],
  ['ApprovalWithdrawn', { approved: false }],
]);
const RAISES = new Map<string, 'ticked' | 'unticked' | 'retired' | 'notes' | 'undone'>([
  ['CriterionChecked', 'ticked'],
  ['CriterionUnchecked', 'unticked'],
  ['CriterionRetired', 'retired'],
  ['NoteAdded', 'notes'],
  ['ChangeUndone', 'undone'],
]);

function add(change: Draft, { type, data }: RecordedEvent): void {
  Object.assign(change, SAYS.get(type));
  const number = RAISES.get(type);
  if (number !== undefined) change[number] = (change[number] ?? 0) + 1;
  const sections = type === 'TextEdited' && Array.isArray(data['sections']) ? data['sections'] : [];
  for (const section of sections as readonly JsonValue[])
    if (isJsonObject(section)) addSection(change, section['heading']);
  if (type === 'ClaimReleased') delete change.claimedBy;
  if (type === 'SpecClaimed') {
    if (typeof data['by'] === 'string') change.claimedBy = data['by'];
    delete change.released;
  }
  if (type === 'StatusChanged') addStatus(change, data);
  if (type === 'FieldsChanged' || type === 'FrontmatterEdited')
    for (const key of ['changes', 'members']) addFields(change, data[key]);
  if (type === 'TagsChanged') addField(change, data['field'] ?? 'tags');
  if (type === 'DependenciesChanged') addField(change, data['field'] ?? 'depends_on');
  if (type === 'SpecRenamed') addFields(change, data);
  if (type === 'SpecRenumbered') addField(change, 'number');
  if (type === 'SectionReplaced') addSection(change, data['heading']);
}

function addStatus(change: Draft, data: JsonValue): void {
  const { from, to, openCriteria } = isJsonObject(data) ? data : {};
  delete change.unmet;
  if (typeof openCriteria === 'number') change.unmet = openCriteria;
  change.status = {
    from: change.status === undefined ? wordOf(from) : change.status.from,
    to: wordOf(to),
  };
}

function addFields(change: Draft, changes: JsonValue | undefined): void {
  if (!isJsonObject(changes)) return;
  for (const [field, value] of Object.entries(changes)) {
    if (field === 'status') addStatus(change, value);
    else addField(change, field);
  }
}

/** Fields that spectool changes automatically, which the summary leaves out. */
const OWN: ReadonlySet<JsonValue | undefined> = new Set(['updated', 'id', 'completed']);

function addField(change: Draft, field: JsonValue): void {
  if (typeof field !== 'string' || OWN.has(field)) return;
  change.fields = [...new Set([...(change.fields ?? []), field])];
}

function addSection(change: Draft, heading: JsonValue | undefined): void {
  if (typeof heading !== 'string') return;
  change.sections = [...new Set([...(change.sections ?? []), heading])];
}

function wordOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
