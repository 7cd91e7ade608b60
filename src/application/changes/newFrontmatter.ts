import { customFieldValue, splitAssignment } from '../../domain/spec/customField.js';
import { validField } from '../../domain/spec/decideFields.js';
import { fieldText } from '../../domain/spec/fieldText.js';
import { KEPT_BY_TOOL } from '../../domain/spec/standardFields.js';
import type { FrontmatterConfig } from '../../domain/project/projectConfig.js';
import type { CalendarDate } from '../../domain/value/calendarDate.js';
import type { JsonObject, JsonValue } from '../../domain/value/json.js';

export interface NewSpecFields {
  readonly priority?: string;
  readonly tags?: readonly string[];
  readonly assignee?: string;
  readonly reviewer?: string;
  /** Folder names. */
  readonly dependsOn: readonly string[];
  readonly related: readonly string[];
  readonly fields?: readonly string[];
}

/**
 * The frontmatter of a new spec in its canonical order, without `id` and `updated`. What the user gives wins over
 * the template's defaults; empty fields are not written.
 * @throws SpectoolError `FIELD_INVALID`.
 */
export function newFrontmatter(
  given: NewSpecFields,
  defaults: JsonObject,
  created: CalendarDate,
  config: FrontmatterConfig,
): JsonObject {
  const custom = new Map<string, JsonValue>();
  for (const assignment of given.fields ?? []) {
    const [key, text] = splitAssignment(assignment);
    custom.set(key, customFieldValue(key, text, config));
  }
  const standard = new Map<string, JsonValue | undefined>([
    ['priority', given.priority],
    ['tags', list('tags', given.tags)],
    ['assignee', given.assignee],
    ['reviewer', given.reviewer],
    ['depends_on', list('depends_on', given.dependsOn)],
    ['related', list('related', given.related)],
  ]);
  const fields: [string, JsonValue][] = [
    ['status', 'planned'],
    ['created', created],
  ];
  for (const [key, value] of standard) {
    const chosen = value ?? defaultFor(defaults, key);
    if (!isEmpty(chosen)) fields.push([key, Array.isArray(chosen) ? chosen : validField(key, chosen)]);
  }
  for (const key of Object.keys(defaults)) {
    if (standard.has(key) || KEPT_BY_TOOL.has(key) || custom.has(key)) continue;
    const value = defaultFor(defaults, key);
    if (!isEmpty(value)) fields.push([key, value]);
  }
  return Object.fromEntries([...fields, ...[...custom].filter(([, value]) => !isEmpty(value))]);
}

function list(field: string, members: readonly string[] | undefined): readonly string[] | undefined {
  if (members === undefined || members.length === 0) return undefined;
  return [...new Set(members.map((member) => fieldText(field, member)))];
}

function defaultFor(defaults: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(defaults, key) ? defaults[key] : undefined;
}

function isEmpty(value: JsonValue | undefined): value is undefined | null {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
