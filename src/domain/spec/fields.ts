import { PRIORITIES } from './priority.js';
import { STATUSES } from './status.js';

/** One key of the frontmatter that has a meaning of its own. */
interface FieldRow {
  /** In the frontmatter. */
  readonly key: string;
  /** In requests, views and JSON. */
  readonly name: string;
  /** `word`: one of `values`. `list`: any texts, as a set. `references`: folder names of specs, as a set. */
  readonly kind: 'word' | 'text' | 'day' | 'moment' | 'list' | 'references';
  readonly values?: readonly string[];
  /** Kept by the tool: no custom field and no `unset` reaches it. */
  readonly kept?: true;
  /** Keys that other tools write for it; read, never written. */
  readonly alsoRead?: readonly string[];
}

/** The standard fields, in the order in which a new document has them; custom fields come before `id`. */
export const FIELDS = [
  { key: 'status', name: 'status', kind: 'word', values: STATUSES, kept: true },
  { key: 'created', name: 'created', kind: 'day', kept: true, alsoRead: ['created_at'] },
  { key: 'priority', name: 'priority', kind: 'word', values: PRIORITIES },
  { key: 'tags', name: 'tags', kind: 'list' },
  { key: 'assignee', name: 'assignee', kind: 'text' },
  { key: 'reviewer', name: 'reviewer', kind: 'text' },
  { key: 'depends_on', name: 'dependsOn', kind: 'references' },
  { key: 'related', name: 'related', kind: 'references' },
  { key: 'completed', name: 'completed', kind: 'day', kept: true, alsoRead: ['completed_at'] },
  { key: 'id', name: 'id', kind: 'text', kept: true },
  { key: 'updated', name: 'updated', kind: 'moment', kept: true, alsoRead: ['updated_at'] },
] as const satisfies readonly FieldRow[];

export type Field = (typeof FIELDS)[number];
export type StandardField = Field['key'];
/** Keys that are sets: two branches may add to them without a conflict. */
export type SetField = Extract<Field, { kind: 'list' | 'references' }>['key'];
/** Keys that hold references to other specs. */
export type ReferenceField = Extract<Field, { kind: 'references' }>['key'];

const BY_KEY: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.key, field]));

export const SET_FIELDS: readonly SetField[] = FIELDS.flatMap((field) =>
  field.kind === 'list' || field.kind === 'references' ? [field.key] : [],
);

export const REFERENCE_FIELDS: readonly ReferenceField[] = FIELDS.flatMap((field) =>
  field.kind === 'references' ? [field.key] : [],
);

/** The row of a frontmatter key; undefined for a custom field. */
export function standardField(key: string): Field | undefined {
  return BY_KEY.get(key);
}

export function isSetField(key: string): key is SetField {
  const kind = BY_KEY.get(key)?.kind;
  return kind === 'list' || kind === 'references';
}

export function isStandardField(key: string): key is StandardField {
  return BY_KEY.has(key);
}

export function isKeptByTool(key: string): boolean {
  const field = BY_KEY.get(key);
  return field !== undefined && 'kept' in field;
}

const CORRECTABLE: Readonly<Record<string, string>> = {
  status: 'Use --status.',
  created: 'Use --created YYYY-MM-DD to correct it.',
  completed: 'Use --completed YYYY-MM-DD to correct it.',
};

/** What to do in place of setting or removing a field the tool keeps. */
export function keptFieldHint(key: string): string {
  return CORRECTABLE[key] ?? `Leave ${key} to spectool.`;
}

const CUSTOM_RANK = FIELDS.findIndex(({ key }) => key === 'id') - 0.5;

/** Where a key stands in the frontmatter, counted from the top. */
export function fieldRank(key: string): number {
  const rank = FIELDS.findIndex((field) => field.key === key);
  return rank < 0 ? CUSTOM_RANK : rank;
}
