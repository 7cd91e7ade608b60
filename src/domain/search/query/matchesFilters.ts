import { filterField } from '../../fields/fieldFilter.js';
import { isSamePerson } from '../../fields/person.js';
import { type SpecView, textsOf } from '../../spec/specView.js';
import { inDays } from '../../value/calendarDate.js';
import type { QueryFilter } from './searchQuery.js';

/** True if the spec passes every filter of the query. */
export function matchesFilters(spec: SpecView, filters: readonly QueryFilter[]): boolean {
  return filters.every((filter) => passes(spec, filter) !== filter.not);
}

function passes(spec: SpecView, { field, values }: QueryFilter): boolean {
  const row = filterField(field);
  if (row === undefined) return customTexts(spec, field).some((text) => oneOf(text, values));
  return textsOf(spec, row).some((text) =>
    row.kind === 'day'
      ? values.some((range) => inDays(text, range))
      : row.of === 'person'
        ? values.some((one) => isSamePerson(one, text))
        : oneOf(text, values),
  );
}

/** Returns the value of a custom field as texts: a single value, or the items of a list. */
function customTexts({ fields }: SpecView, name: string): readonly string[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    one === undefined || one === null || typeof one === 'object' ? [] : [String(one)],
  );
}

function oneOf(value: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => fold(one) === fold(value));
}

function fold(text: string): string {
  return text.toLowerCase().replace(/^@/, '');
}
