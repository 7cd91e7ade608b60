import { SpectoolError } from '../../errors/spectoolError.js';
import { valueAt, type Change, type Insisted } from '../../fields/change.js';
import { fieldText } from '../../fields/fieldText.js';
import { knownDay, scalarValue } from '../../fields/fieldValue.js';
import {
  REQUESTED_FIELDS,
  insteadOfKept,
  isKeptByTool,
  isStandardField,
  standardField,
} from '../../fields/fields.js';
import { nearestWords } from '../../naming/nearestWords.js';
import { jsonEquals, type JsonObject, type JsonValue } from '../../value/json.js';
import type { FieldsChanged } from '../events/fields.js';
import type { ActiveSpec } from '../spec.js';

/** Changes single values of the frontmatter: standard fields and typed custom ones. */
export function decideFields(
  request: {
    readonly set: JsonObject;
    readonly unset: readonly string[];
    readonly declared: readonly string[];
    readonly keeping?: Keeping;
  },
  spec: ActiveSpec,
): readonly FieldsChanged[] {
  const changes: Record<string, Change> = {};
  for (const [key, value] of Object.entries(request.set)) {
    const to = validField(key, value);
    const from = valueAt(spec.frontmatter, key);
    if (!jsonEquals(from, to)) changes[key] = { from, to };
  }
  for (const key of request.unset) {
    if (isKeptByTool(key)) throw keptByTool(key);
    if (!isStandardField(key) && !Object.hasOwn(spec.frontmatter, key) && !request.declared.includes(key))
      throw noSuchField(key, [...Object.keys(spec.frontmatter), ...request.declared]);
    const from = valueAt(spec.frontmatter, key);
    if (from !== null) changes[key] = { from, to: null };
  }
  if (Object.keys(changes).length === 0) return [];
  const gone = Object.keys(changes).filter((key) => changes[key]?.to === null);
  return [{ type: 'FieldsChanged', data: { changes, ...takingAway(gone, request.keeping, spec) } }];
}

/** Corrects a date that spectool sets itself, so it can neither be unset nor set as a custom field. */
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
        hint: 'Give the date together with the status complete, or once the spec is complete.',
        details: { field },
      },
    );
  }
  const from = valueAt(spec.frontmatter, field);
  return from === to ? [] : [{ type: 'FieldsChanged', data: { changes: { [field]: { from, to } } } }];
}

/**
 * Returns the value that the field `key` gets.
 * @throws SpectoolError `FIELD_INVALID` naming the field and the allowed values.
 */
export function validField(key: string, value: JsonValue): JsonValue {
  if (isKeptByTool(key)) throw keptByTool(key);
  const field = standardField(key);
  if (field !== undefined) return scalarValue(field, value);
  return typeof value === 'string' ? fieldText(key, value) : value;
}

/** @param others further fields to suggest, besides the standard ones. */
function noSuchField(key: string, others: readonly string[]): SpectoolError {
  const known = [...REQUESTED_FIELDS.map((row) => row.key), ...others].filter(
    (other) => !isKeptByTool(other),
  );
  const [near] = nearestWords(key, known);
  return new SpectoolError('FIELD_INVALID', `There is no field "${key}" to unset.`, {
    hint:
      key === 'title'
        ? 'A spec always has a title; give it another.'
        : near === undefined
          ? `There are: ${[...new Set(known)].join(', ')}.`
          : `Did you mean "${near}"?`,
    details: { field: key, ...(near !== undefined && { nearest: [near] }) },
  });
}

function keptByTool(key: string): SpectoolError {
  return new SpectoolError(
    'FIELD_INVALID',
    `${key} is kept by the tool and cannot be set or removed as a field.`,
    {
      ...insteadOfKept(key),
      details: { field: key },
    },
  );
}

/** The required fields of every spec, and what overrides the requirement. */
export interface Keeping {
  readonly required: readonly string[];
  readonly force?: boolean;
  readonly reason?: string;
}

/**
 * Returns the force and the reason that are recorded if a change removes required fields.
 * @throws SpectoolError `FIELD_INVALID` if a required field is removed without force and a reason.
 */
export function takingAway(
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
    `${named}: required in every spec by the configuration (frontmatter.required), so ${ref} must keep it.`,
    {
      advice: [
        {
          useCase: 'updateSpec',
          request: { spec: ref, unset: missed, force: true },
          needs: ['reason'],
          to: 'remove it anyway',
        },
      ],
      details: { spec: ref, field },
    },
  );
}
