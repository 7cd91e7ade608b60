import type { CreationRequest } from '../specCommands.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { TEMPLATES_FOLDER } from '../../project/projectFolders.js';
import { customFieldValue } from '../../fields/customField.js';
import { defaultValue } from '../../fields/defaultFieldValue.js';
import { validField } from './decideFields.js';
import { memberText } from '../../trace/codeGlobs.js';
import {
  fieldRank,
  type FieldRequest,
  isStandardField,
  REQUESTED_FIELDS,
} from '../../fields/standardFields.js';
import { formatFolderName } from '../../naming/folderName.js';
import { groupFor, existingGroup } from '../../naming/groupFolder.js';
import { featureFields } from '../../project/featureFields.js';
import type { FrontmatterConfig } from '../../project/configuration.js';
import type { SpecCreated } from '../events/lifecycleEvents.js';
import type { TemplateDefault } from '../../template/templateDefaults.js';
import type { JsonObject, JsonValue } from '../../value/jsonValue.js';

/**
 * Returns the event that creates a spec, with the status planned and the day of creation. Its fields determine its group.
 * @throws SpectoolError `FIELD_INVALID` if the value of a field is not allowed.
 */
export function decideCreation(request: CreationRequest): readonly SpecCreated[] {
  const { sequence, name, title, created, config } = request;
  const frontmatter = newFields(request);
  const group = existingGroup(groupFor(config.structure, frontmatter, created), request.groups);
  const ref = formatFolderName(config.structure, { sequence, name, created });
  const labels = { sequence, name, ref, ...(group !== '' && { group }), archived: false };
  return [{ type: 'SpecCreated', data: { ...labels, title, frontmatter } }];
}

/**
 * Returns the frontmatter of the new spec, in the standard order of fields. Given values override the template's defaults; empty
 * fields are left out.
 */
function newFields({ id, given, template, created, config }: CreationRequest): JsonObject {
  const fromTemplate = (key: string): JsonValue | undefined => {
    const found = template.defaults.get(key);
    return found === undefined || isEmpty(found.value)
      ? undefined
      : checkedDefault(key, found, template.file, config.frontmatter);
  };
  const custom = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(given.fields ?? {}))
    if (value !== undefined) custom.set(key, customFieldValue(key, value, config.frontmatter));
  const fields: [string, JsonValue | undefined][] = [
    ['status', 'planned'],
    ['created', created],
  ];
  for (const { key, name } of REQUESTED_FIELDS) {
    const value = given[name as keyof FieldRequest];
    const asked = value === undefined || isTexts(value) ? list(key, value) : validField(key, value);
    fields.push([key, asked ?? fromTemplate(key)]);
  }
  for (const key of template.defaults.keys())
    if (!isStandardField(key) && !custom.has(key)) fields.push([key, fromTemplate(key)]);
  for (const key of featureFields(config.features)) {
    const isGiven = custom.has(key) || fields.some(([field, value]) => field === key && !isEmpty(value));
    const isText = (config.frontmatter.custom[key] ?? 'string') === 'string';
    if (!isGiven && isText) custom.set(key, 'pending');
  }
  return Object.fromEntries(
    [...fields, ...custom, ['id', id] as const]
      .flatMap(([key, value]) => (isEmpty(value) ? [] : [[key, value] as const]))
      .sort(([a], [b]) => fieldRank(a) - fieldRank(b)),
  );
}

/**
 * Returns the template's default for a field after checking its type, so that a wrong type is reported at creation and not by
 * `validate` in every spec.
 */
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
      ...found.unknown.map((name) => `There is no value for the placeholder {${name}}.`),
      error.hint ?? '',
      `Correct ${key} in the template's frontmatter.`,
    ];
    throw new SpectoolError(error.code, `${TEMPLATES_FOLDER}/${file}: ${error.message}`, {
      hint: hints.filter((hint) => hint !== '').join(' '),
      details: error.details ?? { field: key },
    });
  }
}

function isTexts(value: string | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

function list(field: string, members: readonly string[] | undefined): readonly string[] | undefined {
  if (members === undefined || members.length === 0) return undefined;
  return [...new Set(members.map((member) => memberText(field, member)))];
}

function isEmpty(value: JsonValue | undefined): value is undefined | null {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
