import type { ErrorInfo } from '../errors/spectoolError.js';
import type { FeatureFlags } from '../project/configuration.js';
import { OUTCOMES } from '../spec/archiveOutcome.js';
import { PRIORITIES, STATUSES } from './statusAndPriority.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';

/** A standard field: a frontmatter key with a meaning of its own. */
export interface FieldRow {
  /** The field's name in the frontmatter. */
  readonly key: string;
  /** The field's name in requests, views and JSON. */
  readonly name: string;
  /**
   * The type of the value. `word`: one of `values`. `moment`: a date with time. `list`: a set of any texts. `references`: a set
   * of folder names of specs. `reference`: one such name.
   */
  readonly kind: 'word' | 'text' | 'day' | 'moment' | 'list' | 'reference' | 'references';
  /** A short description of the field. */
  readonly description: string;
  /** The allowed words, weakest or earliest first. */
  readonly values?: readonly string[];
  /** The name of one member, if the value is a set of members: `tag` for the field `tags`. */
  readonly one?: string;
  /** The part of request parameters that names the members, if the value is a set: `Tags` in `addTags` and `removeTags`. */
  readonly members?: string;
  /** The name of the members for use in a sentence, if the value is a set. */
  readonly plural?: string;
  /** What the field's text refers to. */
  readonly of?: 'person' | 'spec' | 'file';
  /** True if spectool itself sets the field, so that a user cannot set it as a custom field or unset it. */
  readonly kept?: true;
  /** The key that other tools use for the field; spectool reads this key but never writes it. */
  readonly alsoRead?: string;
  /** The project feature that adds the field to new specs, without a value, for a person to fill in. */
  readonly feature?: keyof FeatureFlags;
  /** The default order in which `list` sorts by the field; absent if `list` cannot sort by the field. */
  readonly sorted?: 'ascending' | 'descending';
  /** The commands that can filter by the field. */
  readonly filtered?: 'list and search' | 'search';
  /**
   * True for a field that was added to spectool later. If a project already has a custom field of this name, that field keeps the
   * meaning that the project gave it. Views always list the field `code` among the custom fields.
   */
  readonly late?: true;
  /** True if the board can have a column for each value of the field. */
  readonly grouped?: true;
}

/** The field that has what documents of another tool say themselves, so that a later change of them is noticed. */
export const IN_FILE = 'in_file';
/** What says the fields of a spec whose files another tool keeps, where its list of all documents does not. */
export const ITS_FILES = 'its files';

/**
 * The standard fields, in the order of a new document; custom fields come after `related`. `created` and `id` are between other
 * fields because they never change: git can merge changes of two branches if an unchanged line is between them.
 */
export const FIELDS = [
  {
    key: 'status',
    name: 'status',
    kind: 'word',
    description: 'the progress of the work',
    values: STATUSES,
    kept: true,
    sorted: 'ascending',
    filtered: 'list and search',
    grouped: true,
  },
  {
    key: 'completed',
    name: 'completed',
    kind: 'day',
    description: 'the day the spec was completed',
    kept: true,
    alsoRead: 'completed_at',
  },
  {
    key: 'archived_as',
    name: 'archivedAs',
    kind: 'word',
    description: 'how the spec ended, if it was not completed',
    values: OUTCOMES,
    kept: true,
    late: true,
  },
  {
    key: 'superseded_by',
    name: 'supersededBy',
    kind: 'text',
    description: 'the spec that replaces this spec',
    of: 'spec',
    kept: true,
    late: true,
  },
  {
    key: 'assignee',
    name: 'assignee',
    kind: 'text',
    description: 'the person or agent who works on the spec',
    of: 'person',
    feature: 'collaboration',
    sorted: 'ascending',
    filtered: 'list and search',
    grouped: true,
  },
  {
    key: 'reviewer',
    name: 'reviewer',
    kind: 'text',
    description: 'the person or agent who reviews the spec',
    of: 'person',
    feature: 'collaboration',
    filtered: 'search',
  },
  {
    key: 'created',
    name: 'created',
    kind: 'day',
    description: 'the day the spec was created',
    kept: true,
    alsoRead: 'created_at',
    sorted: 'ascending',
    filtered: 'search',
  },
  {
    key: 'priority',
    name: 'priority',
    kind: 'word',
    description: 'how urgent the spec is',
    values: PRIORITIES,
    sorted: 'descending',
    filtered: 'list and search',
    grouped: true,
  },
  {
    key: 'tags',
    name: 'tags',
    kind: 'list',
    description: 'the tags of the spec',
    one: 'tag',
    members: 'Tags',
    plural: 'tags',
    filtered: 'list and search',
    grouped: true,
  },
  { key: 'id', name: 'id', kind: 'text', description: 'the unique id of the spec', kept: true },
  {
    key: 'part_of',
    name: 'partOf',
    kind: 'reference',
    description: 'the spec that this spec is a part of',
    of: 'spec',
    late: true,
    grouped: true,
  },
  {
    key: 'depends_on',
    name: 'dependsOn',
    kind: 'references',
    description: 'the specs that this spec depends on',
    one: 'dep',
    members: 'Dependencies',
    plural: 'dependencies',
  },
  {
    key: 'related',
    name: 'related',
    kind: 'references',
    description: 'the specs that this spec is related to',
    one: 'related',
    members: 'Related',
    plural: 'related specs',
  },
  {
    key: 'code',
    name: 'code',
    kind: 'list',
    description: 'the files that the spec is about, such as src/auth/**',
    one: 'code',
    members: 'Code',
    plural: 'files',
    of: 'file',
    late: true,
  },
  {
    key: 'updated',
    name: 'updated',
    kind: 'moment',
    description: 'the time of the last change',
    kept: true,
    alsoRead: 'updated_at',
    sorted: 'ascending',
  },
] as const satisfies readonly FieldRow[];

export type Field = (typeof FIELDS)[number];
export type StandardField = Field['key'];

/** The row in `FIELDS` of a field whose value is a set of members, such as `tags`. */
export type SetRow = Extract<Field, { kind: 'list' | 'references' }>;
/** The row in `FIELDS` of a field with a single value that a request can set. */
type ScalarRow = Exclude<Field, SetRow | { kept: true }>;
type LateRow = Extract<Field, { late: true }>;

/** The keys of fields whose value is a set of members; two branches can add members without a conflict. */
export type SetField = SetRow['key'];
/** The keys of fields that refer to other specs. */
export type ReferenceField = Extract<Field, { kind: 'references' }>['key'];

type ValueOf<Row> = Row extends { kind: 'word'; values: readonly (infer Word)[] } ? Word : string;

/** The fields that a request can set, with values as `SpecView` has them. */
export type FieldValues = {
  readonly [Row in ScalarRow as Row['name']]?: ValueOf<Row>;
} & { readonly [Name in Exclude<SetRow, LateRow>['name']]: readonly string[] };

/**
 * The fields that a request can set, with values as given by the user. A reference is the number, name, folder name, id or path
 * of a spec.
 */
export type FieldRequest = { readonly [Row in ScalarRow as Row['name']]?: ValueOf<Row> | undefined } & {
  readonly [Name in SetRow['name']]?: readonly string[] | undefined;
};

/** The parameters of a request that add and remove members of a field: `addTags`, `removeTags`, … */
export type MemberRequests = {
  readonly [Members in SetRow['members'] as `add${Members}` | `remove${Members}`]?:
    readonly string[] | undefined;
};

/** The fields that a request may set, in frontmatter order. */
export const REQUESTED_FIELDS: readonly FieldRow[] = FIELDS.filter((field) => !('kept' in field));

/** The fields whose value is a set of members, in frontmatter order. */
export const SET_ROWS: readonly SetRow[] = FIELDS.flatMap((field) =>
  field.kind === 'list' || field.kind === 'references' ? [field] : [],
);

export const SET_FIELDS: readonly SetField[] = SET_ROWS.map(({ key }) => key);

/** The fields with a single value that a request can set, in frontmatter order. */
export const SCALAR_ROWS: readonly ScalarRow[] = FIELDS.flatMap((field) =>
  'kept' in field || field.kind === 'list' || field.kind === 'references' ? [] : [field],
);

export const REFERENCE_FIELDS: readonly ReferenceField[] = FIELDS.flatMap((field) =>
  field.kind === 'references' ? [field.key] : [],
);

/** The fields that contain a reference to one other spec. */
export const SINGLE_REFERENCES: readonly StandardField[] = FIELDS.flatMap((field) =>
  'of' in field && field.of === 'spec' ? [field.key] : [],
);

const BY_KEY: ReadonlyMap<string, FieldRow> = new Map(FIELDS.map((field) => [field.key, field]));

/** Returns the row of a frontmatter key in `FIELDS`; undefined for a custom field. */
export function standardField(key: string): FieldRow | undefined {
  return BY_KEY.get(key);
}

/** Returns the frontmatter key for a field name in any spelling: `depends_on` for `depends-on` and `dependsOn`. */
export function keyNamed(given: string): string {
  const key = given.trim().replaceAll('-', '_');
  return FIELDS.find((field) => field.key === key || field.name === key)?.key ?? given.trim();
}

/** True for a standard field whose name a project may use for a custom field. */
export function isLateField(key: string): boolean {
  return BY_KEY.get(key)?.late === true;
}

/**
 * True if views list a key among the custom fields: a key that is not a standard field, or a standard field that may have another
 * meaning in this project, because earlier versions did not have it.
 */
export function isCustomField(key: string, declared: Readonly<Record<string, unknown>>): boolean {
  return !isStandardField(key) || (isLateField(key) && isSetField(key)) || isOwnMeaning(key, declared);
}

/** True for a standard field whose name the project declared for a custom field before spectool had this standard field. */
export function isOwnMeaning(key: string, declared: Readonly<Record<string, unknown>>): boolean {
  return isLateField(key) && !isKeptByTool(key) && Object.hasOwn(declared, key);
}

export function isSetField(key: string): key is SetField {
  return (SET_FIELDS as readonly string[]).includes(key);
}

export function isStandardField(key: string): key is StandardField {
  return BY_KEY.has(key);
}

export function isKeptByTool(key: string): boolean {
  return BY_KEY.get(key)?.kept === true;
}

/** Returns the singular name of a field for filters and groupings: `tag`, not `tags`. */
export function singular({ key, one }: FieldRow): string {
  return one ?? key;
}

/** Returns advice for a user who tries to set, or to remove (`isUnset`), a field that only spectool sets. */
export function insteadOfKept(key: string, isUnset = false): ErrorInfo {
  if (isUnset && (key === 'archived_as' || key === 'superseded_by'))
    return {
      advice: [
        { useCase: 'unarchiveSpecs', needs: ['specs'], to: 'unarchive a spec, which removes the field' },
      ],
    };
  const to = `set it in ${key === 'completed' ? 'a complete' : 'an existing'} spec`;
  if (key === 'status' || key === 'created' || key === 'completed')
    return { advice: [{ useCase: 'updateSpec', needs: ['spec', key], to }] };
  if (key === 'archived_as')
    return { advice: [{ useCase: 'archiveSpecs', needs: ['specs', 'outcome', 'reason'], to }] };
  const request = { outcome: 'superseded' } as const;
  if (key === 'superseded_by')
    return { advice: [{ useCase: 'archiveSpecs', request, needs: ['specs', 'by', 'reason'], to }] };
  return { hint: `Omit ${key}; spectool sets this field itself.` };
}

const CUSTOM_RANK = rankOf('related') + 0.5;

/** Returns the position of a key in the standard order of frontmatter fields. */
export function fieldRank(key: string): number {
  const rank = rankOf(key);
  return rank < 0 ? CUSTOM_RANK : rank;
}

function rankOf(key: string): number {
  return FIELDS.findIndex((field) => field.key === key);
}

const NONE: readonly string[] = Object.freeze([]);

/** Returns the members of a field such as `tags` as texts; a single scalar counts as one member, nested values are ignored. */
export function membersOfField(frontmatter: JsonObject, field: string): readonly string[] {
  return membersOfFieldValue(Object.hasOwn(frontmatter, field) ? frontmatter[field] : undefined);
}

/**
 * Returns the members in a value of a field such as `tags` as texts, for comparing the value before and after a change; a single
 * scalar counts as one member, nested values are ignored.
 */
export function membersOfFieldValue(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return NONE;
  if (isTexts(value)) return value;
  const items: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return items.filter((item) => typeof item !== 'object').map(String);
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * True if a field is a set of members in all these values, so that its change is recorded by members. A custom field may have the
 * name of a standard field that was added to spectool later; its values may have another type.
 */
export function isSetInAllValues(key: string, ...values: readonly JsonValue[]): key is SetField {
  return (
    isSetField(key) && (!isLateField(key) || values.every((value) => value === null || Array.isArray(value)))
  );
}
