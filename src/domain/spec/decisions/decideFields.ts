import { SpectoolError } from '../../errors/spectoolError.js';
import type { JsonObject, JsonValue } from '../../value/json.js';
import { jsonEquals } from '../../value/json.js';
import { type Change, valueAt } from '../change.js';
import type { FieldsChanged } from '../events/fieldsChanged.js';
import { fieldText } from '../fieldText.js';
import { knownDay, scalarValue } from '../fieldValue.js';
import type { ActiveSpec } from '../spec.js';
import { isKeptByTool, keptFieldHint, standardField } from '../fields.js';

/** Single values of the frontmatter: standard fields and typed custom ones. */
export function decideFields(
  request: { readonly set: JsonObject; readonly unset: readonly string[] },
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
    const from = valueAt(spec.frontmatter, key);
    if (from !== null) changes[key] = { from, to: null };
  }
  return Object.keys(changes).length === 0 ? [] : [{ type: 'FieldsChanged', data: { changes } }];
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

function keptByTool(key: string): SpectoolError {
  return new SpectoolError(
    'FIELD_INVALID',
    `${key} is kept by the tool and cannot be set or removed as a field.`,
    {
      hint: keptFieldHint(key),
      details: { field: key },
    },
  );
}
