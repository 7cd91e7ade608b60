import { inDays } from '../value/calendarDate.js';
import { type Field, type FieldRow, FIELDS, singular } from './fields.js';
import { knownWord } from './knownValue.js';
import type { SpecView } from './specView.js';
import { textsOf } from './fieldTexts.js';

type ListedRow = Extract<Field, { filtered: 'list and search' }>;
type Name<Kind> = Extract<ListedRow, { kind: Kind }>['name'];

/** How a list is narrowed by standard fields: to one of several words, to specs that have every member, to a text or to days. */
export type FieldFilters = {
  readonly [Key in Name<'word' | 'list' | 'references'>]?: readonly string[] | undefined;
} & { readonly [Key in Name<'text' | 'day'>]?: string | undefined };

const FILTERED: readonly FieldRow[] = FIELDS.filter((field) => 'filtered' in field);
export const LISTED_FIELDS: readonly FieldRow[] = FILTERED.filter(
  ({ filtered }) => filtered === 'list and search',
);

/** The field that a query calls so: `tag:ui`. */
export function filterField(called: string): FieldRow | undefined {
  return FILTERED.find((field) => singular(field) === called);
}

/**
 * True for specs that pass every filter.
 * @throws SpectoolError `FIELD_INVALID` for a word the field does not know.
 */
export function fieldFilter(filters: FieldFilters): (spec: SpecView) => boolean {
  const tests = LISTED_FIELDS.flatMap((field) => {
    const wanted = filters[field.name as keyof FieldFilters];
    return wanted === undefined ? [] : [testFor(field, wanted)];
  });
  return (spec) => tests.every((test) => test(spec));
}

function testFor(field: FieldRow, wanted: string | readonly string[]): (spec: SpecView) => boolean {
  const all = typeof wanted === 'string' ? [wanted] : wanted;
  if (field.kind === 'word') {
    for (const word of all) knownWord(field.key, word, field.values ?? []);
    return (spec) => textsOf(spec, field).some((value) => all.includes(value));
  }
  if (field.kind === 'day')
    return (spec) => all.every((range) => textsOf(spec, field).some((day) => inDays(day, range)));
  return (spec) => all.every((one) => textsOf(spec, field).includes(one));
}
