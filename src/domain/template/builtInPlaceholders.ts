/** The placeholders that every template may use, in addition to those in `variables` of the configuration. */
export const BUILT_IN_PLACEHOLDERS = [
  'name',
  'title',
  'date',
  'created',
  'status',
  'sequence',
  'project_name',
  'author',
] as const;

export type BuiltInPlaceholder = (typeof BUILT_IN_PLACEHOLDERS)[number];

export function isBuiltInPlaceholder(name: string): name is BuiltInPlaceholder {
  return (BUILT_IN_PLACEHOLDERS as readonly string[]).includes(name);
}
