import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { nearestWords } from '../../../domain/naming/nearestWords.js';
import { FIELDS, type FieldRow } from '../../../domain/fields/standardFields.js';
import type { SpecView } from '../../../domain/spec/specView.js';

/** Fields that every spec has, by their names in JSON; custom fields have their own names. */
export const SPEC_FACTS = [
  'sequence',
  'title',
  'status',
  'priority',
  'assignee',
  'reviewer',
  'tags',
  'created',
  'updated',
  'completed',
  'partOf',
  'dependsOn',
  'related',
  'criteria',
  'approval',
  'claim',
  'group',
  'archived',
  'problems',
  'name',
  'ref',
  'path',
  'id',
  'updatedFrom',
  'broken',
] as const satisfies readonly (keyof SpecView)[];

const ALSO_CALLED: ReadonlyMap<string, string> = new Map([
  ['number', 'sequence'],
  ['progress', 'criteria'],
  ['met', 'criteria'],
  ...(FIELDS as readonly FieldRow[]).flatMap(({ key, name, one = name }) =>
    [key, key.replaceAll('_', '-'), one].map((called) => [called, name] as const),
  ),
]);

/**
 * Resolves the name of a field that a user typed.
 * @param others further known names: custom fields, and fields that only one command offers.
 * @throws SpectoolError `USAGE` for an unknown name, with the nearest known names.
 */
export function factNamed(given: string, others: readonly string[]): string {
  const known: readonly string[] = [...SPEC_FACTS, ...others];
  const name = given.trim();
  if (known.includes(name)) return name;
  const meant = ALSO_CALLED.get(name);
  if (meant !== undefined) return meant;
  const near = nearestWords(name, [...known, 'number']);
  throw new SpectoolError('USAGE', `There is no field "${name}". Known: ${known.join(', ')}.`, {
    ...(near[0] !== undefined && { hint: `Did you mean ${near[0]}?` }),
    details: { field: name, nearest: near },
  });
}

/** Returns the value of a spec's field; undefined if the spec does not have the field. */
export function factOf(spec: SpecView, name: string): unknown {
  const known = (SPEC_FACTS as readonly string[]).includes(name) ? spec[name as keyof SpecView] : undefined;
  if (known !== undefined) return known;
  return Object.hasOwn(spec.fields, name) ? spec.fields[name] : undefined;
}
