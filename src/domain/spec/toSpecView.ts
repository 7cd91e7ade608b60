import type { SpecSummary } from '../document/specSummary.js';
import type { JsonObject, JsonValue } from '../value/json.js';
import { dayOf, isCalendarDate } from '../value/calendarDate.js';
import { membersOf } from './members.js';
import { isPriority, PRIORITIES } from './priority.js';
import type { FieldProblem, SpecView } from './specView.js';
import { isStandardField } from './standardFields.js';
import { isStatus, STATUSES } from './status.js';

const NO_FIELDS = Object.freeze({});

/** Reads a spec's frontmatter in the field's words; names used elsewhere (`created_at`, …) are understood. */
export function toSpecView({ folder, frontmatter, title, problem }: SpecSummary): SpecView {
  const status = textAt(frontmatter, 'status');
  const priority = textAt(frontmatter, 'priority');
  const created = dayOf(textAt(frontmatter, 'created')) ?? dayOf(textAt(frontmatter, 'created_at'));
  const known = isStatus(status) ? status : null;
  const completed =
    known === 'complete'
      ? (dayOf(textAt(frontmatter, 'completed')) ?? dayOf(textAt(frontmatter, 'completed_at')))
      : undefined;
  const assignee = textAt(frontmatter, 'assignee');
  const reviewer = textAt(frontmatter, 'reviewer');
  const problems = problem === undefined ? fieldProblems(frontmatter) : [problem];
  // Built in place and in the order people read it: one of ten thousand is made here, and spreading costs as much as the rest.
  const view: Partial<Mutable<SpecView>> = {
    id: textAt(frontmatter, 'id') ?? null,
    sequence: folder.sequence,
    name: folder.name,
    ref: folder.ref,
    path: folder.path,
    title,
    status: known,
    created: created ?? null,
    updated:
      textAt(frontmatter, 'updated') ?? textAt(frontmatter, 'updated_at') ?? completed ?? created ?? null,
  };
  if (completed !== undefined) view.completed = completed;
  if (isPriority(priority)) view.priority = priority;
  view.tags = membersOf(frontmatter, 'tags');
  if (assignee !== undefined) view.assignee = assignee;
  if (reviewer !== undefined) view.reviewer = reviewer;
  view.dependsOn = membersOf(frontmatter, 'depends_on');
  view.related = membersOf(frontmatter, 'related');
  view.fields = customFields(frontmatter);
  view.archived = folder.archived;
  if (folder.group !== undefined) view.group = folder.group;
  if (problems.length > 0) view.problems = problems;
  if (problem !== undefined) view.broken = true;
  return view as SpecView;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function fieldProblems(frontmatter: JsonObject): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const report = (field: string, message: string) => problems.push({ code: 'FIELD_INVALID', field, message });
  const status = valueAt(frontmatter, 'status');
  if (status === undefined) report('status', 'status is missing');
  else if (!isStatus(status))
    report('status', `status ${shown(status)} is not one of ${STATUSES.join(', ')}`);
  const priority = valueAt(frontmatter, 'priority');
  if (priority !== undefined && !isPriority(priority)) {
    report('priority', `priority ${shown(priority)} is not one of ${PRIORITIES.join(', ')}`);
  }
  const created = valueAt(frontmatter, 'created');
  if (created !== undefined && (typeof created !== 'string' || !isCalendarDate(created.slice(0, 10)))) {
    report('created', `created ${shown(created)} is not a date YYYY-MM-DD`);
  }
  return problems;
}

function customFields(frontmatter: JsonObject): Readonly<Record<string, JsonValue>> {
  const custom = Object.keys(frontmatter).filter((key) => !isStandardField(key));
  return custom.length === 0
    ? NO_FIELDS
    : Object.fromEntries(custom.map((key) => [key, frontmatter[key] ?? null]));
}

function valueAt(frontmatter: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(frontmatter, key) ? (frontmatter[key] ?? undefined) : undefined;
}

function textAt(frontmatter: JsonObject, key: string): string | undefined {
  const value = valueAt(frontmatter, key);
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function shown(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 60);
}
