import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { TEMPLATES_FOLDER } from '../../domain/project/projectFolders.js';
import { customFieldValue } from '../../domain/spec/customField.js';
import { defaultValue } from '../../domain/spec/defaultValue.js';
import { validField } from '../../domain/spec/decideFields.js';
import { fieldText } from '../../domain/spec/fieldText.js';
import { type FieldRequest, isStandardField, REQUESTED_FIELDS } from '../../domain/spec/fields.js';
import type { FrontmatterConfig } from '../../domain/project/projectConfig.js';
import type { TemplateDefault } from '../../domain/template/templateDefaults.js';
import type { CalendarDate } from '../../domain/value/calendarDate.js';
import type { JsonObject, JsonValue } from '../../domain/value/json.js';
import type { FilledTemplate } from './newSpecText.js';

/** Custom fields by name; what is undefined is not given. */
export type GivenFields = Readonly<Record<string, JsonValue | undefined>>;

/** What a new spec is given; references are folder names by now. */
export type NewSpecFields = FieldRequest & { readonly fields?: GivenFields | undefined };

export interface NewFrontmatter {
  readonly fields: JsonObject;
  /** Placeholders of the template's defaults nothing is known for. */
  readonly unknown: readonly string[];
}

/**
 * The frontmatter of a new spec in its canonical order, without `id` and `updated`. What the user gives wins over
 * the template's defaults; empty fields are not written.
 * @throws SpectoolError `FIELD_INVALID`.
 */
export function newFrontmatter(
  given: NewSpecFields,
  template: Pick<FilledTemplate, 'file' | 'defaults'>,
  created: CalendarDate,
  config: FrontmatterConfig,
): NewFrontmatter {
  const unknown = new Set<string>();
  const fromTemplate = (key: string): JsonValue | undefined => {
    const found = template.defaults.get(key);
    if (found === undefined || isEmpty(found.value)) return undefined;
    for (const placeholder of found.unknown) unknown.add(placeholder);
    return checkedDefault(key, found, template.file, config);
  };
  const custom = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(given.fields ?? {}))
    if (value !== undefined) custom.set(key, customFieldValue(key, value, config));
  const fields: [string, JsonValue][] = [
    ['status', 'planned'],
    ['created', created],
  ];
  for (const { key, name } of REQUESTED_FIELDS) {
    const value = given[name as keyof FieldRequest];
    const asked = value === undefined || isTexts(value) ? list(key, value) : validField(key, value);
    const chosen = asked ?? fromTemplate(key);
    if (!isEmpty(chosen)) fields.push([key, chosen]);
  }
  for (const key of template.defaults.keys()) {
    if (isStandardField(key) || custom.has(key)) continue;
    const value = fromTemplate(key);
    if (!isEmpty(value)) fields.push([key, value]);
  }
  const all = [...fields, ...[...custom].filter(([, value]) => !isEmpty(value))];
  return { fields: Object.fromEntries(all), unknown: [...unknown] };
}

/** A default of the wrong type is refused here, where its author can be told, not found by `validate` in every spec. */
function checkedDefault(
  key: string,
  found: TemplateDefault,
  file: string,
  config: FrontmatterConfig,
): JsonValue {
  try {
    return defaultValue(key, found, config);
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    const hints = [
      ...found.unknown.map((name) => `Nothing is known for {${name}}.`),
      error.hint ?? '',
      `Correct ${key} in the template's frontmatter.`,
    ];
    throw new SpectoolError(error.code, `${TEMPLATES_FOLDER}/${file}: ${error.message}`, {
      hint: hints.filter((hint) => hint !== '' && !hint.includes('--unset')).join(' '),
      details: error.details ?? { field: key },
    });
  }
}

function isTexts(value: string | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

function list(field: string, members: readonly string[] | undefined): readonly string[] | undefined {
  if (members === undefined || members.length === 0) return undefined;
  return [...new Set(members.map((member) => fieldText(field, member)))];
}

function isEmpty(value: JsonValue | undefined): value is undefined | null {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
