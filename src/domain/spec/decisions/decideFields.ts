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
import { nearest } from '../../naming/nearest.js';
import { jsonEquals, type JsonObject, type JsonValue } from '../../value/json.js';
import type { FieldsChanged } from '../events/fields.js';
import type { ActiveSpec } from '../spec.js';

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

/** Fields that every spec must carry, and what may be said against one. */
export interface Keeping {
  readonly required: readonly string[];
  readonly force?: boolean;
  readonly reason?: string;
}

/**
 * What is said of a change that leaves a spec without these fields.
 * @throws SpectoolError `FIELD_INVALID` where one of them is required, without force and a reason.
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
    `${named}: the configuration requires it of every spec (frontmatter.required), and ${ref} would lose it.`,
    {
      advice: [
        {
          useCase: 'updateSpec',
          request: { spec: ref, unset: missed, force: true },
          needs: ['reason'],
          to: 'take it away all the same',
        },
      ],
      details: { spec: ref, field },
    },
  );
}
