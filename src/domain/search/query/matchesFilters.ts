import type { SpecView } from '../../spec/specView.js';
import type { QueryFilter } from './searchQuery.js';

/** True when the spec passes every filter. */
export function matchesFilters(spec: SpecView, filters: readonly QueryFilter[]): boolean {
  return filters.every((filter) => passes(spec, filter) !== filter.not);
}

function passes(spec: SpecView, { field, values }: QueryFilter): boolean {
  switch (field) {
    case 'status':
      return oneOf(spec.status, values);
    case 'tag':
      return spec.tags.some((tag) => oneOf(tag, values));
    case 'assignee':
      return oneOf(spec.assignee, values);
    case 'reviewer':
      return oneOf(spec.reviewer, values);
    case 'priority':
      return oneOf(spec.priority, values);
    case 'created':
      return values.some((range) => spec.created !== null && inRange(spec.created, range));
  }
}

function oneOf(value: string | null | undefined, wanted: readonly string[]): boolean {
  return typeof value === 'string' && wanted.some((one) => fold(one) === fold(value));
}

function fold(text: string): string {
  return text.toLowerCase().replace(/^@/, '');
}

/** `2026`, `2026-01`, `2026-01-05`, `2026-01..2026-03`, open on either side. Dates compare as text. */
function inRange(day: string, range: string): boolean {
  const [from = '', to] = range.split('..');
  if (to === undefined) return day.startsWith(from);
  return (from === '' || day >= from) && (to === '' || day.slice(0, to.length) <= to);
}
