import { SpectoolError } from '../../errors/spectoolError.js';
import type { JsonObject, JsonValue } from '../../value/json.js';
import { jsonEquals } from '../../value/json.js';
import { type Change, valueAt } from '../change.js';
import type { FieldsChanged } from '../events/fieldsChanged.js';
import { fieldText } from '../fieldText.js';
import { knownDay, scalarValue } from '../fieldValue.js';
import type { ActiveSpec } from '../spec.js';
import { insteadOfKept, isKeptByTool, isStandardField, REQUESTED_FIELDS, standardField } from '../fields.js';
import { nearest } from '../../naming/nearest.js';
import { type Keeping, takingAway } from './takingAway.js';

/** Single values of the frontmatter: standard fields and typed custom ones. */
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

/** A date of the spec's life, corrected: the tool writes it by itself, so it is neither unset nor a custom field. */
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
 * A value that may stand in the frontmatter under `key`.
 * @throws SpectoolError `FIELD_INVALID` naming the field and what is allowed.
 */
export function validField(key: string, value: JsonValue): JsonValue {
  if (isKeptByTool(key)) throw keptByTool(key);
  const field = standardField(key);
  if (field !== undefined) return scalarValue(field, value);
  return typeof value === 'string' ? fieldText(key, value) : value;
}

/** @param others fields it may be instead, besides the standard ones. */
function noSuchField(key: string, others: readonly string[]): SpectoolError {
  const known = [...REQUESTED_FIELDS.map((row) => row.key), ...others].filter(
    (other) => !isKeptByTool(other),
  );
  const [near] = nearest(key, known);
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
