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

function add(change: Draft, { type, data }: RecordedEvent): void {
  switch (type) {
    case 'SpecCreated':
    case 'SpecRestored':
      change.created = true;
      return;
    case 'SpecDeleted':
      change.deleted = true;
      return;
    case 'SpecArchived':
    case 'SpecUnarchived':
      change.archived = type === 'SpecArchived';
      return;
    case 'StatusChanged':
      addStatus(change, data);
      return;
    case 'SpecClaimed':
      if (typeof data['by'] === 'string') change.claimedBy = data['by'];
      delete change.released;
      return;
    case 'ClaimReleased':
      change.released = true;
      delete change.claimedBy;
      return;
    case 'FieldsChanged':
    case 'FrontmatterEdited':
      addFields(change, data['changes']);
      addFields(change, data['members']);
      return;
    case 'TagsChanged':
    case 'DependenciesChanged':
      addField(change, data['field'] ?? (type === 'TagsChanged' ? 'tags' : 'depends_on'));
      return;
    case 'SpecRenamed':
      addFields(change, data);
      return;
    case 'SpecRenumbered':
      addField(change, 'number');
      return;
    case 'TextEdited':
      if (!Array.isArray(data['sections'])) return;
      for (const section of data['sections'] as readonly JsonValue[])
        if (isJsonObject(section)) addSection(change, section['heading']);
      return;
    case 'SectionReplaced':
      addSection(change, data['heading']);
      return;
    case 'CriterionChecked':
      change.ticked = (change.ticked ?? 0) + 1;
      return;
    case 'CriterionUnchecked':
      change.unticked = (change.unticked ?? 0) + 1;
      return;
    case 'CriterionRetired':
      change.retired = (change.retired ?? 0) + 1;
      return;
    case 'SpecApproved':
    case 'ApprovalWithdrawn':
      change.approved = type === 'SpecApproved';
      return;
    case 'NoteAdded':
      change.notes = (change.notes ?? 0) + 1;
      return;
    case 'ChangeUndone':
      change.undone = (change.undone ?? 0) + 1;
      return;
    default:
      return;
  }
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
