/** Frontmatter keys with a meaning of their own, in the order `create` writes them; custom fields come before `id`. */
export const STANDARD_FIELDS = [
  'status',
  'created',
  'priority',
  'tags',
  'assignee',
  'reviewer',
  'depends_on',
  'related',
  'completed',
  'id',
  'updated',
] as const;

export type StandardField = (typeof STANDARD_FIELDS)[number];

/** Kept by the tool: no custom field and no `--unset` reaches them. */
export const KEPT_BY_TOOL: ReadonlySet<string> = new Set(['status', 'created', 'id', 'updated', 'completed']);

const CORRECTABLE: Readonly<Record<string, string>> = {
  status: 'Use --status.',
  created: 'Use --created YYYY-MM-DD to correct it.',
  completed: 'Use --completed YYYY-MM-DD to correct it.',
};

/** What to do in place of setting or removing a field of {@link KEPT_BY_TOOL}. */
export function keptFieldHint(key: string): string {
  return CORRECTABLE[key] ?? `Leave ${key} to spectool.`;
}

const STANDARD: ReadonlySet<string> = new Set(STANDARD_FIELDS);

export function isStandardField(key: string): key is StandardField {
  return STANDARD.has(key);
}
