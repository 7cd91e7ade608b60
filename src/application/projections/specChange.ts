import type { LogRecord, RecordedEvent } from '../../domain/log/records/record.js';
import { isJsonObject, type JsonValue } from '../../domain/value/json.js';

/** What was done to a spec in some time, in short: however many records there are, as long as one line. */
export interface SpecChange {
  readonly created?: true;
  readonly deleted?: true;
  readonly archived?: boolean;
  /** From the first to the last. */
  readonly status?: { readonly from: string | null; readonly to: string | null };
  readonly claimedBy?: string;
  readonly released?: true;
  /** Names of fields. */
  readonly fields?: readonly string[];
  /** Headings of the sections whose text changed. */
  readonly sections?: readonly string[];
  /** How many. */
  readonly ticked?: number;
  readonly unticked?: number;
  readonly notes?: number;
  readonly undone?: number;
}

type Draft = { -readonly [Key in keyof SpecChange]: SpecChange[Key] };

/** Logs may come from another version or another's hand: data is read defensively, and what is not known is left out. */
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
  const { from, to } = isJsonObject(data) ? data : {};
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

/** What follows by itself is no news. */
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
