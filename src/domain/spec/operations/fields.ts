import { SpectoolError } from '../../errors/spectoolError.js';
import { ALLOWED } from '../../fields/customField.js';
import {
  type Change,
  type Changes,
  type Insisted,
  type MemberChange,
  diffMembers,
  valueAt,
  changedFieldValues,
  withFieldChanges,
  withMemberChange,
  applyMemberChange,
} from '../../fields/fieldChange.js';
import { knownWord } from '../../fields/knownWords.js';
import {
  membersOfField,
  type FieldRow,
  insteadOfKept,
  isKeptByTool,
  isStandardField,
  REQUESTED_FIELDS,
  type SetField,
  type StandardField,
  standardField,
} from '../../fields/standardFields.js';
import { type Targets, wouldCycle, refuseCycle, inCycle } from '../../graph/dependencies.js';
import { nearestWords } from '../../naming/nearestWords.js';

import { isCalendarDate } from '../../value/dates.js';
import { jsonEquals, type JsonObject, type JsonValue } from '../../value/jsonValue.js';
import { type EventDefinition, type Fact, inverseChanges, inverseMemberChange } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { codeGlob } from '../../trace/codeGlobs.js';
import { unsettableText, wrongType } from '../../fields/fieldText.js';

/** Fields with a single value were changed. */
export type FieldsChanged = Fact<'FieldsChanged', { readonly changes: Changes } & Insisted>;

export const fieldsChanged: EventDefinition<FieldsChanged> = {
  type: 'FieldsChanged',
  apply: (spec, { changes }) => ({ ...spec, frontmatter: withFieldChanges(spec.frontmatter, changes) }),
  inverse: (spec, { changes }) => {
    const reversed = inverseChanges(spec, changes);
    return Object.keys(reversed).length === 0 ? [] : [{ type: 'FieldsChanged', data: { changes: reversed } }];
  },
  writes: ({ changes }) => changedFieldValues(changes),
};

export type TagsChanged = Fact<'TagsChanged', MemberChange & Insisted>;

export const tagsChanged: EventDefinition<TagsChanged> = {
  type: 'TagsChanged',
  apply: (spec, change) => ({ ...spec, frontmatter: withMemberChange(spec.frontmatter, 'tags', change) }),
  inverse: (spec, change) =>
    change.kept ? [] : [{ type: 'TagsChanged', data: inverseMemberChange(spec, 'tags', change) }],
};

/** The dependencies, the related specs or the code files of the spec were changed. */
export type DependenciesChanged = Fact<
  'DependenciesChanged',
  MemberChange & Insisted & { readonly field: Exclude<SetField, 'tags'> }
>;

export const dependenciesChanged: EventDefinition<DependenciesChanged> = {
  type: 'DependenciesChanged',
  apply: (spec, change) => ({
    ...spec,
    frontmatter: withMemberChange(spec.frontmatter, change.field, change),
  }),
  inverse: (spec, change) =>
    change.kept
      ? []
      : [
          {
            type: 'DependenciesChanged',
            data: { field: change.field, ...inverseMemberChange(spec, change.field, change) },
          },
        ],
};

/**
 * A requested change of a field with a list of members, such as `tags`: the complete new list (`replace`), or the members to add
 * and to remove.
 */
export interface MemberRequest {
  readonly replace?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly keeping?: Keeping;
}

/** The fields that every spec must have. A command can remove such a field only with `force` and a reason. */
export interface Keeping {
  readonly required: readonly string[];
  readonly force?: boolean;
  readonly reason?: string;
}

/** A requested change of fields with a single value. */
interface FieldsRequest {
  readonly set: JsonObject;
  readonly unset: readonly string[];
  /** The custom fields that the project declares. A key that is neither declared nor in the document cannot be unset. */
  readonly declared: readonly string[];
  readonly keeping?: Keeping;
  /** Set if the spec becomes a part of the spec `whole`; `needs` has the dependencies of all specs, to detect a cycle. */
  readonly joining?: { readonly whole: string; readonly needs: Targets };
}

/** Returns the events that set or unset fields with a single value: standard fields, and custom fields of any type. */
export function decideFields(request: FieldsRequest, spec: ActiveSpec): readonly FieldsChanged[] {
  if (request.joining !== undefined) refuseOwnPart(spec, request.joining);
  const changes: Record<string, Change> = {};
  for (const [key, value] of Object.entries(request.set)) {
    const to = validField(key, value);
    const from = valueAt(spec.frontmatter, key);
    if (!jsonEquals(from, to)) changes[key] = { from, to };
  }
  for (const key of request.unset) {
    if (isKeptByTool(key)) throw keptByTool(key, true);
    if (!isStandardField(key) && !Object.hasOwn(spec.frontmatter, key) && !request.declared.includes(key))
      throw noSuchField(key, [...Object.keys(spec.frontmatter), ...request.declared]);
    const from = valueAt(spec.frontmatter, key);
    if (from !== null) changes[key] = { from, to: null };
  }
  if (Object.keys(changes).length === 0) return [];
  const gone = Object.keys(changes).filter((key) => changes[key]?.to === null);
  return [{ type: 'FieldsChanged', data: { changes, ...takingAway(gone, request.keeping, spec) } }];
}

/**
 * Returns the event that corrects the creation or completion date. Because spectool sets these dates itself, no other command can
 * set or unset them.
 */
export function decideDate(
  { field, to }: { readonly field: 'created' | 'completed'; readonly to: string },
  spec: ActiveSpec,
): readonly FieldsChanged[] {
  knownDay(field, to);
  if (field === 'completed' && spec.frontmatter['status'] !== 'complete') {
    throw new SpectoolError(
      'FIELD_INVALID',
      `${spec.labels.ref} is not complete, so it has no completion date.`,
      {
        hint: 'Set the date together with the status complete, or after the spec is complete.',
        details: { field },
      },
    );
  }
  const from = valueAt(spec.frontmatter, field);
  return from === to ? [] : [{ type: 'FieldsChanged', data: { changes: { [field]: { from, to } } } }];
}

export function decideTags(request: MemberRequest, spec: ActiveSpec): readonly TagsChanged[] {
  const change = decideMembers('tags', request, spec);
  return change ? [{ type: 'TagsChanged', data: change }] : [];
}

type DependencyRequest = MemberRequest & {
  readonly field: Exclude<SetField, 'tags'>;
  /** The dependencies of the other specs, needed to detect a cycle; absent if no check is needed. */
  readonly needs?: Targets;
};

export function decideDependencies(
  request: DependencyRequest,
  spec: ActiveSpec,
): readonly DependenciesChanged[] {
  const { field, replace = [], add = [], needs } = request;
  if (field === 'depends_on') refuseCycle(spec, [...replace, ...add], needs);
  const change = decideMembers(field, request, spec);
  return change ? [{ type: 'DependenciesChanged', data: { field, ...change } }] : [];
}

/** Returns the event that replaces a renamed spec's former folder name in a field by the new name. */
export function decideFollowed(
  { field, from, to }: { readonly field: StandardField; readonly from: string; readonly to: string },
  { frontmatter }: ActiveSpec,
): readonly FieldsChanged[] {
  return frontmatter[field] === from
    ? [{ type: 'FieldsChanged', data: { changes: { [field]: { from, to } } } }]
    : [];
}

/** Returns the members that a request adds to and removes from a field such as `tags`; undefined if the members stay the same. */
function decideMembers(
  field: SetField,
  request: MemberRequest,
  spec: ActiveSpec,
): (MemberChange & Insisted) | undefined {
  const current = membersOfField(spec.frontmatter, field);
  const base = request.replace?.map((member) => memberText(field, member)) ?? current;
  const wanted = applyMemberChange(base, {
    added: (request.add ?? []).map((member) => memberText(field, member)),
    removed: request.remove ?? [],
  });
  if ((field === 'depends_on' || field === 'related') && wanted.includes(spec.labels.ref)) {
    throw new SpectoolError(
      'DEPENDENCY_CYCLE',
      `${spec.labels.ref} cannot ${field === 'related' ? 'relate to' : 'depend on'} itself.`,
    );
  }
  const change = diffMembers(current, wanted);
  return change && { ...change, ...takingAway(wanted.length === 0 ? [field] : [], request.keeping, spec) };
}

/**
 * Refuses to make the spec a part of a spec for which it waits, because a whole waits for its parts.
 * @throws SpectoolError `DEPENDENCY_CYCLE` naming the cycle.
 */
function refuseOwnPart(
  { labels: { ref } }: ActiveSpec,
  { whole, needs }: { readonly whole: string; readonly needs: Targets },
): void {
  const cycle = wouldCycle(needs, whole, [ref]);
  if (cycle === undefined) return;
  if (whole === ref) throw new SpectoolError('DEPENDENCY_CYCLE', `${ref} cannot be a part of itself.`);
  throw inCycle(
    cycle,
    `${ref} cannot be a part of ${whole}, because these specs would wait for each other`,
    'Change one of the other references in this cycle first.',
  );
}

/**
 * Checks a change that removes fields. If one of the fields is required, returns `forced` and `reason` for the event.
 * @throws SpectoolError `FIELD_INVALID` if a required field is removed without force and a reason.
 */
function takingAway(
  fields: readonly string[],
  { required, force = false, reason = '' }: Keeping = { required: [] },
  { labels: { ref } }: ActiveSpec,
): Insisted {
  const missed = fields.filter((field) => required.includes(field));
  const [field] = missed;
  if (field === undefined) return {};
  if (force && reason.trim() !== '') return { forced: true, reason };
  const named = missed.map((one) => `"${one}"`).join(', ');
  throw new SpectoolError(
    'FIELD_INVALID',
    `The configuration requires ${named} in every spec (frontmatter.required), so ${ref} must keep it.`,
    {
      advice: [
        {
          useCase: 'updateSpec',
          request: { spec: ref, unset: missed, force: true },
          needs: ['reason'],
          to: 'remove the field anyway',
        },
      ],
      details: { spec: ref, field },
    },
  );
}

/**
 * Checks the value of a standard field with a single value, and returns it as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` if the value is not allowed; the error names the field and the allowed values.
 */
export function scalarValue({ key, kind, values = [] }: FieldRow, value: JsonValue): string {
  if (kind === 'word')
    return knownWord(key, typeof value === 'string' ? value : JSON.stringify(value), values);
  if (kind === 'day') return knownDay(key, value);
  if (typeof value !== 'string') throw wrongType(key, value, ALLOWED.string);
  return unsettableText(key, value);
}

/**
 * Checks that a value is an existing day (`YYYY-MM-DD`) and returns it.
 * @throws SpectoolError `FIELD_INVALID` if it is not.
 */
function knownDay(key: string, value: JsonValue): string {
  if (isCalendarDate(value)) return value;
  throw new SpectoolError('FIELD_INVALID', `${key}: ${JSON.stringify(value)} is not a date YYYY-MM-DD.`, {
    hint: 'Use a day that exists, such as 2026-01-05.',
    details: { field: key, allowed: 'YYYY-MM-DD' },
  });
}

/**
 * Checks the value to which a command sets the field `key`, and returns the value as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` if the value is not allowed; the error names the field and the allowed values.
 */
export function validField(key: string, value: JsonValue): JsonValue {
  if (isKeptByTool(key)) throw keptByTool(key);
  const field = standardField(key);
  if (field !== undefined && field.members === undefined) return scalarValue(field, value);
  return typeof value === 'string' ? unsettableText(key, value) : value;
}

/**
 * Returns the error for unsetting a field that does not exist, with the most similar field name as a suggestion.
 * @param others further field names that may be suggested, besides those of standard fields.
 */
function noSuchField(key: string, others: readonly string[]): SpectoolError {
  const known = [...REQUESTED_FIELDS.map((row) => row.key), ...others].filter(
    (other) => !isKeptByTool(other),
  );
  const [near] = nearestWords(key, known);
  return new SpectoolError('FIELD_INVALID', `The field "${key}" cannot be unset.`, {
    hint:
      key === 'title'
        ? 'A spec always has a title; set another title instead.'
        : near === undefined
          ? `Fields that can be unset: ${[...new Set(known)].join(', ')}.`
          : `Did you mean "${near}"?`,
    details: { field: key, ...(near !== undefined && { nearest: [near] }) },
  });
}

function keptByTool(key: string, isUnset = false): SpectoolError {
  return new SpectoolError(
    'FIELD_INVALID',
    `The field ${key} is maintained by spectool, so it cannot be set or unset like other fields.`,
    {
      ...insteadOfKept(key, isUnset),
      details: { field: key },
    },
  );
}

/**
 * Checks a member of a field such as `tags` and returns it as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` if the field does not allow it.
 */
export function memberText(field: string, given: string): string {
  return field === 'code' ? codeGlob(given) : unsettableText(field, given);
}
