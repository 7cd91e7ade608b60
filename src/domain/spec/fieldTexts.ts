import type { FieldRow } from './fields.js';
import type { SpecView } from './specView.js';

/** What a spec has in a field: nothing, one text, or the members of a set. */
export function textsOf(spec: SpecView, { name }: Pick<FieldRow, 'name'>): readonly string[] {
  const value = spec[name as keyof SpecView];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
