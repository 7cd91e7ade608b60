import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nearest } from '../../domain/naming/nearest.js';
import { type FieldRow, FIELDS, singular } from '../../domain/fields/fields.js';
import { PRIORITIES, type Priority } from '../../domain/spec/priority.js';
import { type SpecView, textsOf } from '../../domain/spec/specView.js';
import type { JsonValue } from '../../domain/value/json.js';

const GROUPED_FIELDS: readonly FieldRow[] = FIELDS.filter((field) => 'grouped' in field);
/** What every project's board can be grouped by; its custom fields come beside them. */
export const BOARD_GROUPINGS: readonly string[] = [...GROUPED_FIELDS.map(singular), 'group'];

/** Key of the column for specs that have no value in the grouping. */
export const NO_VALUE = 'none';
/** Key of the column for specs whose status the tool does not know, broken ones among them. */
export const UNKNOWN_STATUS = 'unknown';

export interface BoardColumn {
  readonly key: string;
  readonly specs: readonly SpecView[];
}

/**
 * The grouping that is meant.
 * @param declared custom fields.
 * @throws SpectoolError `USAGE` for what no spec has.
 */
export function knownGrouping(
  given: string,
  declared: readonly string[],
  specs: readonly SpecView[],
): string {
  const plural = GROUPED_FIELDS.find(({ name }) => name === given);
  if (plural !== undefined) return singular(plural);
  const known = [...BOARD_GROUPINGS, ...declared];
  if (known.includes(given) || specs.some(({ fields }) => Object.hasOwn(fields, given))) return given;
  const near = nearest(given, known);
  throw new SpectoolError(
    'USAGE',
    `"groupBy" must be one of ${known.join(', ')}, or a custom field, not "${given}".`,
    {
      ...(near[0] !== undefined && { hint: `Did you mean ${near[0]}?` }),
      details: { field: 'groupBy', nearest: near },
    },
  );
}

/**
 * Specs in columns. Statuses and priorities always have theirs, in their order; people and tags come by name. The column
 * for none or unknown is there only when something stands in it. A spec stands under each of its tags.
 */
export function boardColumns(specs: readonly SpecView[], grouping: string): readonly BoardColumn[] {
  const field = GROUPED_FIELDS.find((row) => singular(row) === grouping);
  const keysOf = (spec: SpecView): readonly string[] =>
    field === undefined ? keysIn(spec, grouping) : textsOf(spec, field);
  const columns = new Map<string, SpecView[]>((field ? fixedKeys(field) : []).map((key) => [key, []]));
  const named = new Map<string, SpecView[]>();
  const rest: SpecView[] = [];
  for (const spec of [...specs].sort(byUrgency)) {
    const keys = new Set(keysOf(spec));
    if (keys.size === 0) rest.push(spec);
    for (const key of keys) {
      const column = columns.get(key) ?? named.get(key);
      if (column === undefined) named.set(key, [spec]);
      else column.push(spec);
    }
  }
  return [
    ...columns,
    ...[...named].sort(([a], [b]) => (a < b ? -1 : 1)),
    ...(rest.length === 0 ? [] : [[grouping === 'status' ? UNKNOWN_STATUS : NO_VALUE, rest] as const]),
  ].map(([key, members]) => ({ key, specs: key === 'complete' ? members.toSorted(newestFirst) : members }));
}

/** Of the folder's group, or a custom field. */
function keysIn(spec: SpecView, grouping: string): readonly string[] {
  const value =
    grouping === 'group'
      ? spec.group
      : Object.hasOwn(spec.fields, grouping)
        ? spec.fields[grouping]
        : undefined;
  const values = (Array.isArray(value) ? value : [value]) as readonly (JsonValue | undefined)[];
  return values.flatMap((one) =>
    one === undefined || one === null || one === ''
      ? []
      : typeof one === 'object'
        ? JSON.stringify(one)
        : String(one),
  );
}

/** Words have their columns even when they are empty, in the order in which `list` sorts them. */
function fixedKeys({ values = [], sorted }: FieldRow): readonly string[] {
  return sorted === 'descending' ? values.toReversed() : values;
}

/** The order of every other column. */
export function byUrgency(a: SpecView, b: SpecView): number {
  return urgency(b.priority) - urgency(a.priority) || (a.sequence ?? Infinity) - (b.sequence ?? Infinity);
}

/** No priority counts as a little more than low: see readyOrder. */
function urgency(priority: Priority | undefined): number {
  return priority === undefined ? 0.5 : PRIORITIES.indexOf(priority);
}

/** The order of what is complete. */
export function newestFirst(a: SpecView, b: SpecView): number {
  const when = (spec: SpecView): string => spec.completed ?? spec.updated ?? '';
  return when(a) < when(b) ? 1 : when(a) > when(b) ? -1 : (b.sequence ?? 0) - (a.sequence ?? 0);
}
