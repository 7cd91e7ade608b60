import type { SpecSummary } from '../document/specSummary.js';
import type { JsonObject, JsonValue } from '../value/json.js';
import { dayOf, isCalendarDate } from '../value/calendarDate.js';
import { membersOf } from './members.js';
import { isPriority, PRIORITIES } from './priority.js';
import type { FieldProblem, SpecView } from './specView.js';
import { isStandardField } from './standardFields.js';
import { isStatus, STATUSES } from './status.js';

/** Reads a spec's frontmatter in the field's words; names used elsewhere (`created_at`, …) are understood. */
export function toSpecView({ folder, frontmatter, title, problem }: SpecSummary): SpecView {
  const text = (key: string) => textAt(frontmatter, key);
  const status = text('status');
  const priority = text('priority');
  const created = dayOf(text('created')) ?? dayOf(text('created_at'));
  const known = isStatus(status) ? status : null;
  const completed =
    known === 'complete' ? (dayOf(text('completed')) ?? dayOf(text('completed_at'))) : undefined;
  const assignee = text('assignee');
  const reviewer = text('reviewer');
  const problems = [...(problem ? [problem] : []), ...(problem ? [] : fieldProblems(frontmatter))];
  return {
    id: text('id') ?? null,
    sequence: folder.sequence,
    name: folder.name,
    ref: folder.ref,
    path: folder.path,
    title,
    status: known,
    created: created ?? null,
    updated: text('updated') ?? text('updated_at') ?? completed ?? created ?? null,
    ...(completed !== undefined && { completed }),
    ...(isPriority(priority) && { priority }),
    tags: membersOf(frontmatter, 'tags'),
    ...(assignee !== undefined && { assignee }),
    ...(reviewer !== undefined && { reviewer }),
    dependsOn: membersOf(frontmatter, 'depends_on'),
    related: membersOf(frontmatter, 'related'),
    fields: customFields(frontmatter),
    archived: folder.archived,
    ...(folder.group !== undefined && { group: folder.group }),
    ...(problems.length > 0 && { problems }),
    ...(problem !== undefined && { broken: true as const }),
  };
}

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
  return Object.fromEntries(Object.entries(frontmatter).filter(([key]) => !isStandardField(key)));
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
