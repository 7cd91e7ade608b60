import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type FieldRow, FIELDS, singular } from '../../domain/fields/standardFields.js';
import { personKey } from '../../domain/value/person.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import type { DistinctName } from '../../domain/naming/references.js';
import { isFailedCriterionState } from '../../domain/proof/criterionStates.js';
import { type ArchiveCounts, archiveCounts } from '../../domain/spec/archiveOutcome.js';
import { type SpecView, fieldTextsOfView } from '../../domain/spec/specView.js';
import { type Status, STATUSES } from '../../domain/fields/statusAndPriority.js';
import { elapsedDays } from '../../domain/value/dates.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import { RANK } from './readySpecs.js';

/** Days without a change after which a spec in progress is stale. */
export const STALE_AFTER_DAYS = 14;

/**
 * Summary of the project's health. Specs are named as in the dependency graph, in board order. Only the counts of the archive
 * include archived specs.
 */
export interface BoardHealth extends ArchiveCounts {
  readonly total: number;
  readonly byStatus: Readonly<Record<Status, number>> & { readonly unknown?: number };
  /** Share of complete specs, 0 to 1, three decimals; 0 for an empty project. */
  readonly completionRate: number;
  readonly blocked: readonly string[];
  readonly stale: readonly string[];
  readonly oversized: readonly string[];
  /** True if some sizes in tokens are estimates, because many specs have not been counted yet. */
  readonly estimated: boolean;
  /** Specs that cannot be read or have invalid fields, and complete ones with failing criteria. */
  readonly problems: readonly string[];
}

export function boardHealth(
  specs: readonly SpecView[],
  facts: {
    /** Open dependencies of each spec, by path of the spec. */
    readonly waiting: ReadonlyMap<string, readonly string[]>;
    readonly nameOf: DistinctName;
    /** Archived specs. */
    readonly archived?: readonly SpecView[];
    /** Paths of specs above the size limit. */
    readonly sizes: { readonly above: ReadonlySet<string>; readonly estimated: boolean };
    readonly now: string;
  },
): BoardHealth {
  const count = (status: Status | null): number => specs.filter((spec) => spec.status === status).length;
  const refs = (test: (spec: SpecView) => boolean): readonly string[] => specs.filter(test).map(facts.nameOf);
  const unknown = count(null);
  const byStatus = Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as Record<
    Status,
    number
  >;
  return {
    total: specs.length,
    byStatus: unknown === 0 ? byStatus : { ...byStatus, unknown },
    completionRate: Math.round((byStatus.complete / Math.max(specs.length, 1)) * 1000) / 1000,
    ...archiveCounts(facts.archived ?? []),
    blocked: refs((spec) => facts.waiting.has(spec.path)),
    stale: refs((spec) => isStale(spec, facts.now)),
    oversized: refs(({ path }) => facts.sizes.above.has(path)),
    estimated: facts.sizes.estimated,
    problems: refs(
      ({ problems, status, proof }) =>
        problems !== undefined || (status === 'complete' && isFailedCriterionState(proof?.state ?? 'proven')),
    ),
  };
}

/** True if the spec is in progress and has not changed for `STALE_AFTER_DAYS`. */
export function isStale(spec: SpecView, now: string): boolean {
  if (spec.status !== 'in-progress') return false;
  const last = spec.updated ?? spec.created;
  return last !== null && (elapsedDays(last, now) ?? 0) >= STALE_AFTER_DAYS;
}

const GROUPED_FIELDS: readonly FieldRow[] = FIELDS.filter((field) => 'grouped' in field);
/** Fields by which the board can group specs in every project, in addition to custom fields. */
export const BOARD_GROUPINGS: readonly string[] = [...GROUPED_FIELDS.map(singular), 'group'];

/** Key of the column for specs without a value. */
export const NO_VALUE = 'none';
/** Key of the column for specs with an unknown status, including broken specs. */
export const UNKNOWN_STATUS = 'unknown';

export interface BoardColumn {
  readonly key: string;
  readonly specs: readonly SpecView[];
}

/**
 * Returns the field for a grouping of the board.
 * @param declared custom fields of the configuration.
 * @throws SpectoolError `USAGE` for an unknown field.
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
  const near = nearestWords(given, known);
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
 * Groups specs into columns. Statuses and priorities have fixed columns in their order; people and tags are sorted by name.
 * The column for no or unknown value exists only if needed. A spec is in the column of each of its tags.
 */
export function boardColumns(specs: readonly SpecView[], grouping: string): readonly BoardColumn[] {
  const field = GROUPED_FIELDS.find((row) => singular(row) === grouping);
  const people = new Map<string, string>();
  // Spellings of one person share the column of the first one.
  const columnOf = (text: string) => {
    const key = field?.of === 'person' ? personKey(text) : text;
    if (!people.has(key)) people.set(key, text);
    return people.get(key) ?? text;
  };
  const keysOf = (spec: SpecView): readonly string[] =>
    field === undefined || Object.hasOwn(spec.fields, grouping)
      ? keysIn(spec, grouping)
      : fieldTextsOfView(spec, field).map(columnOf);
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

/** Returns the spec's values of a custom field, or the name of its group. */
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

/** Returns the columns that the board has even when they are empty, in the order that `list` sorts by. */
function fixedKeys({ values = [], sorted }: FieldRow): readonly string[] {
  return sorted === 'descending' ? values.toReversed() : values;
}

/** Compares specs by priority, then by number: the order in all columns except that of completed specs. */
function byUrgency(a: SpecView, b: SpecView): number {
  const rank = RANK[a.priority ?? 'none'] - RANK[b.priority ?? 'none'];
  return rank || (a.sequence ?? Infinity) - (b.sequence ?? Infinity);
}

/** Compares specs by completion, newest first: the order of completed specs. */
function newestFirst(a: SpecView, b: SpecView): number {
  const when = (spec: SpecView): string => spec.completed ?? spec.updated ?? '';
  return when(a) < when(b) ? 1 : when(a) > when(b) ? -1 : (b.sequence ?? 0) - (a.sequence ?? 0);
}
