import type { SpecSummary } from '../document/specSummary.js';
import type { JsonObject, JsonValue } from '../value/json.js';
import { dayOf } from '../value/calendarDate.js';
import { membersOf } from './members.js';
import { isPriority, PRIORITIES } from './priority.js';
import type { FieldProblem, SpecView } from './specView.js';
import { isStandardField } from './fields.js';
import { isStatus, STATUSES } from './status.js';

const NO_FIELDS = Object.freeze({});

/** Reads a spec's frontmatter in the field's words; names used elsewhere (`created_at`, …) are understood. */
export function toSpecView({ folder, frontmatter, title, problem }: SpecSummary): SpecView {
  // Names no object has of itself, so they are read without asking whether it has them: ten thousand specs are read here.
  const { status, priority, assignee, reviewer, created, completed, updated, id } = frontmatter;
  const createdOn = dayOf(textOf(created)) ?? dayOf(textOf(frontmatter['created_at']));
  const isComplete = status === 'complete';
  const completedOn = isComplete
    ? (dayOf(textOf(completed)) ?? dayOf(textOf(frontmatter['completed_at'])))
    : undefined;
  const assigned = textOf(assignee);
  const reviewed = textOf(reviewer);
  const problems = problem === undefined ? fieldProblems(status, priority, created) : [problem];
  // Built in place and in the order people read it: spreading costs as much as the rest.
  const view: Partial<Mutable<SpecView>> = {
    id: textOf(id) ?? null,
    sequence: folder.sequence,
    name: folder.name,
    ref: folder.ref,
    path: folder.path,
    title,
    status: isStatus(status) ? status : null,
    created: createdOn ?? null,
    updated: textOf(updated) ?? textOf(frontmatter['updated_at']) ?? completedOn ?? createdOn ?? null,
  };
  if (completedOn !== undefined) view.completed = completedOn;
  if (isPriority(priority)) view.priority = priority;
  view.tags = membersOf(frontmatter, 'tags');
  if (assigned !== undefined) view.assignee = assigned;
  if (reviewed !== undefined) view.reviewer = reviewed;
  view.dependsOn = membersOf(frontmatter, 'depends_on');
  view.related = membersOf(frontmatter, 'related');
  view.fields = customFields(frontmatter);
  view.archived = folder.archived;
  if (folder.group !== undefined) view.group = folder.group;
  if (problems !== undefined) view.problems = problems;
  if (problem !== undefined) view.broken = true;
  return view as SpecView;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Undefined when there are none, as nearly always. */
function fieldProblems(
  status: JsonValue | undefined,
  priority: JsonValue | undefined,
  created: JsonValue | undefined,
): readonly FieldProblem[] | undefined {
  const isPriorityWell = priority === undefined || priority === null || isPriority(priority);
  const isCreatedWell = created === undefined || created === null || dayOf(created) !== undefined;
  if (isStatus(status) && isPriorityWell && isCreatedWell) return undefined;
  const problems: FieldProblem[] = [];
  const report = (field: string, message: string) => problems.push({ code: 'FIELD_INVALID', field, message });
  if (status === undefined || status === null) report('status', 'status is missing');
  else if (!isStatus(status))
    report('status', `status ${shown(status)} is not one of ${STATUSES.join(', ')}`);
  if (!isPriorityWell)
    report('priority', `priority ${shown(priority)} is not one of ${PRIORITIES.join(', ')}`);
  if (!isCreatedWell) report('created', `created ${shown(created)} is not a date YYYY-MM-DD`);
  return problems;
}

function customFields(frontmatter: JsonObject): Readonly<Record<string, JsonValue>> {
  let custom: [string, JsonValue][] | undefined;
  for (const key of Object.keys(frontmatter)) {
    if (!isStandardField(key)) (custom ??= []).push([key, frontmatter[key] ?? null]);
  }
  return custom === undefined ? NO_FIELDS : Object.fromEntries(custom);
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function shown(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 60);
}
