import type { SpecSummary } from '../document/frontmatter/parseSimpleFrontmatter.js';
import { dayOf, timestampOf } from '../value/dates.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import {
  type FieldRow,
  isCustomField,
  REQUESTED_FIELDS,
  membersOfFieldValue,
} from '../fields/standardFields.js';
import type { FrontmatterConfig } from '../project/configuration.js';
import { OUTCOMES } from './archiveOutcome.js';
import type { FieldProblem, SpecView, UpdatedFrom } from './specView.js';
import { isStatus, STATUSES } from '../fields/statusAndPriority.js';

const NO_FIELDS = Object.freeze({});

/** The time of a spec's last change in ms since 1970 (`at`), and its source (`from`). */
export interface LastChange {
  readonly at: number;
  readonly from: Exclude<UpdatedFrom, 'document'>;
}

/** The parts of a view that do not come from the spec's document. */
interface ToldElsewhere extends Pick<SpecView, 'claim' | 'left' | 'elsewhere' | 'approval' | 'forced'> {
  /** The custom fields that the project declares. */
  readonly declared?: FrontmatterConfig['custom'];
}

/**
 * Converts the summary of a spec to a view. Field names of other tools, such as `created_at`, are also read.
 * @param changed the last change according to the log, git or the file system; it overrides the time in the document only if it
 * comes from the log.
 */
export function toSpecView(
  { folder, frontmatter, title, criteria, problem }: SpecSummary,
  changed?: LastChange,
  { claim, left, elsewhere, approval, forced, declared = {} }: ToldElsewhere = {},
): SpecView {
  // The fields are read without `Object.hasOwn`, because no object inherits these names and ten thousand specs may be read.
  const { status, created, id } = frontmatter;
  const createdOn = dayOf(textOf(created)) ?? dayOf(textOf(frontmatter['created_at']));
  const completedOn =
    status === 'complete'
      ? (dayOf(textOf(frontmatter['completed'])) ?? dayOf(textOf(frontmatter['completed_at'])))
      : undefined;
  // The view is built field by field, in display order, because spread syntax would take twice as long.
  const view: Partial<Mutable<SpecView>> & Record<string, unknown> = {
    id: textOf(id) ?? null,
    sequence: folder.sequence,
    name: folder.name,
    ref: folder.ref,
    path: folder.path,
    title,
    status: isStatus(status) ? status : null,
    created: createdOn ?? null,
    updated: null,
    updatedFrom: null,
  };
  const written = writtenChange(frontmatter);
  if (changed !== undefined && (written === undefined || changed.from === 'log')) {
    view.updated = timestampOf(changed.at);
    view.updatedFrom = changed.from;
  } else {
    const changedOn = written ?? completedOn ?? createdOn;
    if (changedOn !== undefined) {
      view.updated = changedOn;
      view.updatedFrom = 'document';
    }
  }
  if (completedOn !== undefined) view.completed = completedOn;
  if (claim !== undefined) view.claim = claim;
  if (left !== undefined) view.left = left;
  if (elsewhere !== undefined) view.elsewhere = elsewhere;
  if (criteria !== undefined) view.criteria = criteria;
  if (forced !== undefined && status === 'complete') view.forced = forced;
  if (approval !== undefined) view.approval = approval;
  let problems: FieldProblem[] | undefined;
  if (!isStatus(status)) problems = [statusProblem(status)];
  for (const field of REQUESTED_FIELDS) {
    const found = frontmatter[field.key];
    if (field.late === true && isCustomField(field.key, declared)) continue;
    if (field.one !== undefined) view[field.name] = membersOfFieldValue(found);
    else if (found !== undefined && found !== null) {
      const value = scalarOf(field, found);
      if (value !== undefined) view[field.name] = value;
      else if (field.kind !== 'text') (problems ??= []).push(notAllowed(field, found));
    }
  }
  view.fields = customFields(frontmatter, declared);
  view.archived = folder.archived;
  const { archived_as: ended, superseded_by: by } = frontmatter;
  if (ended !== undefined && ended !== null) {
    const outcome = OUTCOMES.find((one) => one === ended);
    if (outcome !== undefined) view.archivedAs = outcome;
    else (problems ??= []).push(notAllowed({ key: 'archived_as', kind: 'word', values: OUTCOMES }, ended));
  }
  if (typeof by === 'string' && by !== '') view.supersededBy = by;
  if (folder.group !== undefined) view.group = folder.group;
  if (folder.at !== undefined) view.adopted = true;
  if (created !== undefined && created !== null && dayOf(created) === undefined)
    (problems ??= []).push(notAllowed({ key: 'created', kind: 'day' }, created));
  if (problem !== undefined) {
    view.problems = [problem];
    view.broken = true;
  } else if (problems !== undefined) view.problems = problems;
  return view as SpecView;
}

/** Returns the time of the last change that is written in the document. */
export function writtenChange({ updated, updated_at: elsewhere }: JsonObject): string | undefined {
  return textOf(updated) ?? textOf(elsewhere);
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Returns the value of a field as a text; undefined for a value that the field does not allow. */
function scalarOf({ kind, values }: FieldRow, found: JsonValue): string | undefined {
  if (kind === 'word') return values?.find((word) => word === found);
  return kind === 'day' ? dayOf(found) : textOf(found);
}

function statusProblem(status: JsonValue | undefined): FieldProblem {
  if (status === undefined || status === null)
    return { code: 'FIELD_INVALID', field: 'status', message: 'status is missing' };
  return notAllowed({ key: 'status', kind: 'word', values: STATUSES }, status);
}

function notAllowed(
  { key, kind, values = [] }: Pick<FieldRow, 'key' | 'kind' | 'values'>,
  found: JsonValue,
): FieldProblem {
  const other = kind === 'reference' ? 'the name of a spec' : 'a date YYYY-MM-DD';
  const allowed = kind === 'word' ? `one of ${values.join(', ')}` : other;
  const shown = JSON.stringify(found).slice(0, 60);
  const value = typeof found === 'string' && { value: found.slice(0, 60) };
  return { code: 'FIELD_INVALID', field: key, ...value, message: `${key} ${shown} is not ${allowed}` };
}

function customFields(
  frontmatter: JsonObject,
  declared: FrontmatterConfig['custom'],
): Readonly<Record<string, JsonValue>> {
  let custom: [string, JsonValue][] | undefined;
  for (const key of Object.keys(frontmatter)) {
    if (isCustomField(key, declared)) (custom ??= []).push([key, frontmatter[key] ?? null]);
  }
  return custom === undefined ? NO_FIELDS : Object.fromEntries(custom);
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
