import type { ErrorInfo } from '../errors/spectoolError.js';
import type { FeatureFlags } from '../project/configuration.js';
import { OUTCOMES } from '../spec/outcome.js';
import { PRIORITIES } from '../spec/priority.js';
import { STATUSES } from '../spec/status.js';

/** One key of the frontmatter that has a meaning of its own. */
export interface FieldRow {
  /** In the frontmatter. */
  readonly key: string;
  /** In requests, views and JSON. */
  readonly name: string;
  /** `word`: one of `values`. `list`: any texts, as a set. `references`: folder names of specs, as a set. */
  readonly kind: 'word' | 'text' | 'day' | 'moment' | 'list' | 'references';
  /** What it holds, in a few words. */
  readonly description: string;
  /** Of a word, the weakest or earliest first. */
  readonly values?: readonly string[];
  /** One member of a set: `tag`. */
  readonly one?: string;
  /** What a request calls members to add or remove: `Tags` for `addTags`, `removeTags`. */
  readonly members?: string;
  /** Its members in a sentence. */
  readonly plural?: string;
  /** Whose names fill a text. */
  readonly of?: 'person' | 'spec';
  /** Kept by the tool: no custom field and no `unset` reaches it. */
  readonly kept?: true;
  /** Key that other tools write for it; read, never written. */
  readonly alsoRead?: string;
  /** Written empty into a new spec where the project has this feature, for somebody to fill in. */
  readonly feature?: keyof FeatureFlags;
  /** `list` sorts by it: the first value first, or the last. */
  readonly sorted?: 'ascending' | 'descending';
  /** `list` and `search` can be narrowed by it. */
  readonly filtered?: 'list and search' | 'search';
  /** The board has columns of it. */
  readonly grouped?: true;
}

/**
 * The standard fields, in the order in which a new document has them; custom fields come behind `related`. `created` and `id`, which
 * nobody changes, part those that people do change: git merges what branches change on either side of them.
 */
export const FIELDS = [
  {
    key: 'status',
    name: 'status',
    kind: 'word',
    description: 'how far it is',
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
    description: 'the day it was completed',
    kept: true,
    alsoRead: 'completed_at',
  },
  {
    key: 'archived_as',
    name: 'archivedAs',
    kind: 'word',
    description: 'how it ended, where it was not completed',
    values: OUTCOMES,
    kept: true,
  },
  {
    key: 'superseded_by',
    name: 'supersededBy',
    kind: 'text',
    description: 'the spec that took its place',
    of: 'spec',
    kept: true,
  },
  {
    key: 'assignee',
    name: 'assignee',
    kind: 'text',
    description: 'who works on it',
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
    description: 'who reviews it',
    of: 'person',
    feature: 'collaboration',
    filtered: 'search',
  },
  {
    key: 'created',
    name: 'created',
    kind: 'day',
    description: 'the day it was created',
    kept: true,
    alsoRead: 'created_at',
    sorted: 'ascending',
    filtered: 'search',
  },
  {
    key: 'priority',
    name: 'priority',
    kind: 'word',
    description: 'how urgent it is',
    values: PRIORITIES,
    sorted: 'descending',
    filtered: 'list and search',
    grouped: true,
  },
  {
    key: 'tags',
    name: 'tags',
    kind: 'list',
    description: 'its tags',
    one: 'tag',
    members: 'Tags',
    plural: 'tags',
    filtered: 'list and search',
    grouped: true,
  },
  { key: 'id', name: 'id', kind: 'text', description: 'its identity', kept: true },
  {
    key: 'depends_on',
    name: 'dependsOn',
    kind: 'references',
    description: 'specs it depends on',
    one: 'dep',
    members: 'Dependencies',
    plural: 'dependencies',
  },
  {
    key: 'related',
    name: 'related',
    kind: 'references',
    description: 'specs it relates to',
    one: 'related',
    members: 'Related',
    plural: 'related specs',
  },
  {
    key: 'updated',
    name: 'updated',
    kind: 'moment',
    description: 'its last change',
    kept: true,
    alsoRead: 'updated_at',
    sorted: 'ascending',
  },
] as const satisfies readonly FieldRow[];

export type Field = (typeof FIELDS)[number];
export type StandardField = Field['key'];

/** A set. */
export type SetRow = Extract<Field, { kind: 'list' | 'references' }>;
/** A single value that a request sets. */
type ScalarRow = Exclude<Field, SetRow | { kept: true }>;

/** Keys that are sets: two branches may add to them without a conflict. */
export type SetField = SetRow['key'];
/** Keys that hold references to other specs. */
export type ReferenceField = Extract<Field, { kind: 'references' }>['key'];

type ValueOf<Row> = Row extends { kind: 'word'; values: readonly (infer Word)[] } ? Word : string;

/** The fields a request sets, as a view shows them. */
export type FieldValues = {
  readonly [Name in ScalarRow['name']]?: ValueOf<Extract<ScalarRow, { name: Name }>>;
} & { readonly [Name in SetRow['name']]: readonly string[] };

/** The fields a request sets, as it gives them. References name specs by number, name, folder name, id or path. */
export type FieldRequest = { readonly [Name in ScalarRow['name']]?: string | undefined } & {
  readonly [Name in SetRow['name']]?: readonly string[] | undefined;
};

/** Members of sets to add and to remove: `addTags`, `removeTags`, … */
export type MemberRequests = {
  readonly [Members in SetRow['members'] as `add${Members}` | `remove${Members}`]?:
    readonly string[] | undefined;
};

/** What a request may set, in the order of the frontmatter. */
export const REQUESTED_FIELDS: readonly FieldRow[] = FIELDS.filter((field) => !('kept' in field));

/** The sets, in the order of the frontmatter. */
export const SET_ROWS: readonly SetRow[] = FIELDS.flatMap((field) =>
  field.kind === 'list' || field.kind === 'references' ? [field] : [],
);

export const SET_FIELDS: readonly SetField[] = SET_ROWS.map(({ key }) => key);

/** The single values a request sets, in the order of the frontmatter. */
export const SCALAR_ROWS: readonly ScalarRow[] = FIELDS.flatMap((field) =>
  'kept' in field || field.kind === 'list' || field.kind === 'references' ? [] : [field],
);

export const REFERENCE_FIELDS: readonly ReferenceField[] = FIELDS.flatMap((field) =>
  field.kind === 'references' ? [field.key] : [],
);

const BY_KEY: ReadonlyMap<string, FieldRow> = new Map(FIELDS.map((field) => [field.key, field]));

/** The row of a frontmatter key; undefined for a custom field. */
export function standardField(key: string): FieldRow | undefined {
  return BY_KEY.get(key);
}

/** The key a user means by it: `depends-on` and `dependsOn` are `depends_on`. */
export function keyNamed(given: string): string {
  const key = given.trim().replaceAll('-', '_');
  return FIELDS.find((field) => field.key === key || field.name === key)?.key ?? given.trim();
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

/** A field as filters and groupings name it: one tag, not the tags. */
export function singular({ name, one }: FieldRow): string {
  return one ?? name;
}

/** What to do in place of setting or removing a field the tool keeps. */
export function insteadOfKept(key: string): ErrorInfo {
  if (key === 'status') return { advice: [{ useCase: 'updateSpec', needs: ['spec', key], to: 'set it' }] };
  if (key === 'created' || key === 'completed')
    return { advice: [{ useCase: 'updateSpec', needs: ['spec', key], to: 'correct it' }] };
  if (key === 'archived_as')
    return { advice: [{ useCase: 'archiveSpecs', needs: ['specs', 'outcome', 'reason'], to: 'set it' }] };
  if (key === 'superseded_by')
    return {
      advice: [
        {
          useCase: 'archiveSpecs',
          request: { outcome: 'superseded' },
          needs: ['specs', 'by', 'reason'],
          to: 'set it',
        },
      ],
    };
  return { hint: `The tool keeps ${key} itself.` };
}

const CUSTOM_RANK = rankOf('related') + 0.5;

/** Where a key stands in the frontmatter, counted from the top. */
export function fieldRank(key: string): number {
  const rank = rankOf(key);
  return rank < 0 ? CUSTOM_RANK : rank;
}

function rankOf(key: string): number {
  return FIELDS.findIndex((field) => field.key === key);
}
