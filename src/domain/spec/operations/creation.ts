import { SpectoolError } from '../../errors/spectoolError.js';
import { customFieldValue, type GivenFields } from '../../fields/customField.js';
import { type Change, frontmatterDiff, valueAt, withMergedFields } from '../../fields/fieldChange.js';
import {
  fieldRank,
  type FieldRequest,
  isSetField,
  isStandardField,
  REQUESTED_FIELDS,
} from '../../fields/standardFields.js';
import { formatFolderName } from '../../naming/folderName.js';
import type { Labels } from '../../naming/projectPath.js';
import { existingGroup, groupFor } from '../../naming/folderPattern.js';
import { featureFields } from '../../project/configRulesAndDefaults.js';
import type { Configuration, FrontmatterConfig } from '../../project/configuration.js';
import { TEMPLATES_FOLDER } from '../../project/projectFolders.js';
import { type TemplateDefault, defaultValue } from '../../template/template.js';
import { memberText, type FieldsChanged, validField } from './fields.js';
import type { CalendarDate } from '../../value/dates.js';
import type { JsonObject, JsonValue } from '../../value/jsonValue.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { type ActiveSpec, NOT_CREATED } from '../spec.js';
import type { SpecUnarchived } from './archive.js';
import type { StatusChanged } from './status.js';
import { undoRefused } from '../undoErrors.js';
import type { SpecDeleted } from './deletion.js';

export type SpecCreated = Fact<
  'SpecCreated',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

export const specCreated: EventDefinition<SpecCreated, Fact<'SpecDeleted', { readonly reason: string }>> = {
  type: 'SpecCreated',
  apply: mergeCreations,
  inverse: () => [{ type: 'SpecDeleted', data: { reason: 'its creation was undone' } }],
};

/**
 * Merges two creations of the same spec, which happen if two branches imported the folder: single values come from the later
 * creation, fields such as `tags` get the members of both.
 */
function mergeCreations(before: ActiveSpec, data: SpecCreated['data']): ActiveSpec {
  const { title, frontmatter, ...labels } = data;
  if (before === NOT_CREATED) return { kind: 'active', labels, title, frontmatter };
  return { kind: 'active', labels, title, frontmatter: withMergedFields(before.frontmatter, frontmatter) };
}

/** The folder of a spec without a log was added to the log in its current state. */
export type SpecImported = Fact<
  'SpecImported',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

export const specImported: EventDefinition<SpecImported, never> = {
  type: 'SpecImported',
  apply: mergeCreations,
  inverse: (spec) => {
    throw undoRefused(spec, 'the change only added the existing spec to the log');
  },
};

/** Documents of another tool became a spec where they are: `at` is their place. */
export type SpecAdopted = Fact<'SpecAdopted', SpecImported['data']>;

export const specAdopted: EventDefinition<SpecAdopted, never> = {
  ...{ type: 'SpecAdopted', version: 3 },
  apply: mergeCreations,
  inverse: (spec) => {
    throw undoRefused(spec, 'the change only added the existing documents to the log');
  },
};

/**
 * The document of another tool was imported as a spec. Earlier versions also recorded later changes of that document with this
 * event.
 */
export type SpecTakenOver = Fact<
  'SpecTakenOver',
  {
    /** The previous state of a document that became a spec without being copied; an undo restores this state. */
    readonly found?: { readonly frontmatter: JsonObject; readonly archived: boolean };
    /** Set by earlier versions if the document was already a spec and the event only applied later changes of the document. */
    readonly again?: true;
  }
>;

type TakenBack = SpecDeleted | StatusChanged | FieldsChanged | SpecUnarchived;

export const specTakenOver: EventDefinition<SpecTakenOver, TakenBack> = {
  type: 'SpecTakenOver',
  apply: (spec) => spec,
  inverse: ({ frontmatter, labels }, { found, again }) => {
    // The changes are in the other events of the record, which are reverted separately.
    if (again) return [];
    if (found === undefined) return [{ type: 'SpecDeleted', data: { reason: 'its import was undone' } }];
    const changes: Record<string, Change> = {};
    for (const [key, to] of frontmatterDiff(frontmatter, found.frontmatter))
      if (key !== 'id' && key !== 'updated' && !isSetField(key))
        changes[key] = { from: valueAt(frontmatter, key), to };
    const { status, ...fields } = changes;
    const back: TakenBack[] = [];
    if (status !== undefined) back.push({ type: 'StatusChanged', data: status });
    if (Object.keys(fields).length > 0) back.push({ type: 'FieldsChanged', data: { changes: fields } });
    if (labels.archived && !found.archived) back.push({ type: 'SpecUnarchived', data: {} });
    return back;
  },
};

export interface CreationRequest {
  readonly id: string;
  readonly sequence: number;
  readonly name: string;
  readonly title: string;
  readonly created: CalendarDate;
  readonly given: GivenToNewSpec;
  /** The template's default values by field, and the template's file name for errors. */
  readonly template: { readonly file: string; readonly defaults: ReadonlyMap<string, TemplateDefault> };
  /** The group folders that already exist in the project. */
  readonly groups: readonly string[];
  readonly config: Pick<Configuration, 'structure' | 'frontmatter' | 'features'>;
}

/** The field values given for a new spec. References to other specs are already resolved to folder names. */
type GivenToNewSpec = FieldRequest & { readonly fields?: GivenFields | undefined };

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
      ...found.unknown.map((name) => `The placeholder {${name}} has no value.`),
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

/** Returns the event that begins the log of a spec whose folder or documents exist without a log. */
export function decideImport(data: SpecImported['data']): readonly (SpecImported | SpecAdopted)[] {
  return [{ type: data.at === undefined ? 'SpecImported' : 'SpecAdopted', data }];
}
