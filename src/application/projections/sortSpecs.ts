import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type FieldRow, FIELDS } from '../../domain/fields/standardFields.js';
import type { SpecView } from '../../domain/spec/specView.js';

const SORTED_FIELDS: readonly FieldRow[] = FIELDS.filter((field) => 'sorted' in field);

/** Fields that specs can be sorted by, besides custom fields. */
export const SORT_FIELDS: readonly string[] = [
  'sequence',
  'name',
  'title',
  ...SORTED_FIELDS.map(({ key }) => key.replaceAll('_', '-')),
];

type SortKey = string | number | undefined;

/**
 * Sorts specs by a field: numbers numerically, statuses and priorities in their own order, texts by code unit. Specs without
 * the field come last in both directions; specs with equal values stay in the order of their numbers.
 * @throws SpectoolError `USAGE` for an unknown field.
 */
export function sortSpecs(specs: readonly SpecView[], field: string, reverse: boolean): readonly SpecView[] {
  const keyOf = keyFor(field, specs);
  if (!reverse && areInOrder(specs, keyOf)) return specs;
  const keyed = specs.map((spec, i) => ({ spec, i, key: keyOf(spec) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) {
      return a.key === b.key ? a.i - b.i : a.key === undefined ? 1 : -1;
    }
    const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
    return (reverse ? -order : order) || a.i - b.i;
  });
  return keyed.map(({ spec }) => spec);
}

/** True if the specs are already in order, as usual when sorted by number. */
function areInOrder(specs: readonly SpecView[], keyOf: (spec: SpecView) => SortKey): boolean {
  let last: SortKey;
  for (const [i, spec] of specs.entries()) {
    const key = keyOf(spec);
    if (key === undefined || (i > 0 && last !== undefined && last > key)) return false;
    last = key;
  }
  return true;
}

function keyFor(field: string, specs: readonly SpecView[]): (spec: SpecView) => SortKey {
  switch (field) {
    case 'sequence':
    case 'number':
      return (spec) => spec.sequence ?? undefined;
    case 'name':
      return (spec) => spec.name;
    case 'title':
      return (spec) => spec.title.toLowerCase();
    default: {
      const isCustom = specs.some(({ fields }) => Object.hasOwn(fields, field));
      const row = SORTED_FIELDS.find(
        ({ name, key }) => name === field || (!isCustom && key === field.replaceAll('-', '_')),
      );
      return row === undefined ? customKey(field, specs) : standardKey(row);
    }
  }
}

/** Returns the sort key of a field: fields with fixed values sort in the order of these values, others as text. */
function standardKey({ name, values, sorted }: FieldRow): (spec: SpecView) => SortKey {
  const direction = sorted === 'descending' ? -1 : 1;
  return (spec) => {
    const value = spec[name as keyof SpecView];
    if (typeof value !== 'string') return undefined;
    return values === undefined ? value : direction * values.indexOf(value);
  };
}

function customKey(field: string, specs: readonly SpecView[]): (spec: SpecView) => SortKey {
  if (specs.length > 0 && !specs.some((spec) => Object.hasOwn(spec.fields, field))) {
    throw new SpectoolError(
      'USAGE',
      `Specs cannot be sorted by "${field}". Known: ${SORT_FIELDS.join(', ')} and custom fields.`,
    );
  }
  return (spec) => {
    const value = Object.hasOwn(spec.fields, field) ? spec.fields[field] : undefined;
    if (value === undefined || value === null) return undefined;
    return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
  };
}
