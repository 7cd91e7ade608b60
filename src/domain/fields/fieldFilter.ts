import { FIELDS, keyNamed, singular, standardField, type Field, type FieldRow } from './standardFields.js';
import { isSamePerson } from '../value/person.js';
import { APPROVAL_STATES } from '../review/approvalState.js';
import { fieldTextsOfView, type SpecView } from '../spec/specView.js';
import { inDays } from '../value/dates.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { valueAt } from './fieldChange.js';
import type { GivenFields } from './customField.js';
import { knownWord, wordMeant } from './knownWords.js';
import { SpectoolError } from '../errors/spectoolError.js';

type ListedRow = Extract<Field, { filtered: 'list and search' }>;
type Name<Kind> = Extract<ListedRow, { kind: Kind }>['name'];

/**
 * Filters by standard fields. Depending on the kind of field, a spec passes if it has one of the given words, all given members,
 * the given text, or a day in the given range.
 */
export type FieldFilters = {
  readonly [Row in Extract<ListedRow, { kind: 'word' }> as Row['name']]?:
    readonly (Row['values'][number] | typeof UNKNOWN)[] | undefined;
} & { readonly [Key in Name<'list' | 'references'>]?: readonly string[] | undefined } & {
  readonly [Key in Name<'text' | 'day'>]?: string | undefined;
};

const FILTERED: readonly FieldRow[] = FIELDS.filter((field) => 'filtered' in field);
export const LISTED_FIELDS: readonly FieldRow[] = FILTERED.filter(
  ({ filtered }) => filtered === 'list and search',
);

/** Returns the field by which a word in a search query filters, such as `tags` for `tag` in `tag:ui`. */
export function filterField(called: string): FieldRow | undefined {
  return FILTERED.find((field) => singular(field) === called);
}

/**
 * Returns a function that is true for specs that pass every filter.
 * @throws SpectoolError `FIELD_INVALID` for a word that the field does not allow.
 */
export function fieldFilter(filters: FieldFilters): (spec: SpecView) => boolean {
  const tests = LISTED_FIELDS.flatMap((field) => {
    const wanted = filters[field.name as keyof FieldFilters];
    return wanted === undefined ? [] : [testFor(field, wanted)];
  });
  return (spec) => tests.every((test) => test(spec));
}

/** The word that a filter uses for values that a field does not allow, and for a missing value of a required field. */
export const UNKNOWN = 'unknown';

/**
 * Returns a function that is true for specs that have all wanted values, by field name or frontmatter key: `{ team: 'web' }`. A
 * list must have every item; an empty text matches a missing value, and `unknown` matches a value that is not allowed.
 * @param documents the frontmatter of all specs to filter. A word that is in one of them is compared as typed; any other word is
 * first replaced by the allowed value of which it is a synonym, such as `in-progress` for `wip`.
 * @param find finds a spec by its number in a reference.
 * @param declared names of the custom fields in the configuration, known even if no document has them.
 * @throws SpectoolError `USAGE` for a name that is neither a standard field nor a custom field.
 */
export function valueFilter(
  wanted: GivenFields,
  documents: readonly JsonObject[],
  find: (reference: string) => { readonly ref: string },
  declared: readonly string[] = [],
): (spec: SpecView, frontmatter: JsonObject) => boolean {
  const isKnown = (key: string) =>
    standardField(key) !== undefined ||
    DERIVED.includes(key) ||
    declared.includes(key) ||
    documents.some((one) => Object.hasOwn(one, key));
  const tests = Object.entries(wanted).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const key = FIELDS.find((field) => singular(field) === name)?.key ?? keyNamed(name);
    if (documents.length > 0 && !isKnown(key)) throw unknownField(name, declared);
    const { values: words = [], kind = '' } = standardField(key) ?? {};
    const meant = (text: string) => {
      if (documents.some((one) => valueAt(one, key) === text)) return text;
      return kind.startsWith('reference') && /^\d+$/.test(text)
        ? find(text).ref
        : (wordMeant(text, words) ?? text);
    };
    return [[key, listed(value).filter(isScalar).map(String).map(meant)] as const];
  });
  return (spec, frontmatter) =>
    tests.every(([key, values]) => {
      const has = valuesOf(key, spec, frontmatter);
      const isEqual = equalityOf(key);
      return values.every((one) =>
        one === ''
          ? has.length === 0
          : has.some((value) => isEqual(value, one)) || (one === UNKNOWN && isUnknown(spec, key)),
      );
    });
}

/** Values of a spec that are not in its frontmatter, but can be filtered by. */
const DERIVED: readonly string[] = ['number', 'name', 'title', 'group', 'proof', 'approval'];

function unknownField(name: string, declared: readonly string[]): SpectoolError {
  const known = [...DERIVED, ...FIELDS.map(singular), ...declared];
  return new SpectoolError(
    'USAGE',
    `Specs cannot be filtered by "${name}", because no spec has this field.`,
    {
      hint: `Known fields: ${[...new Set(known)].join(', ')}.`,
      details: { field: name },
    },
  );
}

function valuesOf(key: string, spec: SpecView, frontmatter: JsonObject): readonly string[] {
  if (key === 'group') return spec.group === undefined ? [] : [spec.group];
  if (key === 'title') return [spec.title];
  const written = listed(valueAt(frontmatter, key)).filter(isScalar).map(String);
  const field = standardField(key);
  const read = field === undefined ? [] : fieldTextsOfView(spec, field);
  const found = [...written, ...read, ...derived(key, spec)].filter((one) => one !== '');
  if (key !== 'approval' || spec.approval === undefined) return found;
  // The log decides whether a text is approved. Other values of a custom field `approval` can be filtered, too.
  return [spec.approval.state, ...found.filter((one) => !APPROVAL_STATES.some((state) => state === one))];
}

function derived(key: string, { name, ref, sequence, proof }: SpecView): readonly string[] {
  if (key === 'number' && sequence !== null) return [String(sequence), ref.split('-', 1).join()];
  if (key === 'name') return [name, ref];
  return key === 'proof' ? Object.keys(proof?.counts ?? {}) : [];
}

/** Returns the comparison for values of a field: names of persons without case and address, other values exactly. */
function equalityOf(key: string): (one: string, other: string) => boolean {
  return standardField(key)?.of === 'person' ? isSamePerson : (one, other) => one === other;
}

function isUnknown({ problems = [] }: SpecView, key: string): boolean {
  return problems.some((problem) => 'field' in problem && problem.field === key);
}

function listed(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return value !== null && typeof value !== 'object';
}

function testFor(field: FieldRow, wanted: string | readonly string[]): (spec: SpecView) => boolean {
  const all = typeof wanted === 'string' ? [wanted] : wanted;
  const { key, kind, values = [] } = field;
  if (kind === 'word') {
    const words = all.map((word) => (word === UNKNOWN ? word : knownWord(key, word, values)));
    return (spec) =>
      fieldTextsOfView(spec, field).some((value) => words.includes(value)) ||
      (words.includes(UNKNOWN) && isUnknown(spec, key));
  }
  if (kind === 'day')
    return (spec) => all.every((range) => fieldTextsOfView(spec, field).some((day) => inDays(day, range)));
  const isEqual = equalityOf(key);
  return (spec) => all.every((one) => fieldTextsOfView(spec, field).some((value) => isEqual(value, one)));
}
