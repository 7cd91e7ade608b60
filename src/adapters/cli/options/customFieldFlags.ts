import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { each } from './taken.js';

/** The `--where` flag, which selects the specs that have a given value in a field. @param names spellings of the flag. */
export const whereFlag = (names = '--where') =>
  each(
    `${names} FIELD=VALUE`,
    'only specs whose field FIELD has the value VALUE; several --where must all match. `FIELD=` selects specs without the field, `status=unknown` specs with a status that spectool does not know',
    fieldOption,
  );

/** The `--field` flag, which sets custom fields. */
export const customFields = each(
  '--field NAME=VALUE',
  'set the custom field NAME to VALUE; can be given several times. Write a list as a,b or as JSON',
  singleFieldOption,
);

/**
 * Parses the values of a repeated flag, each `name=value`, into lists of values by field name.
 * @throws SpectoolError `USAGE` for a value without a name or `=`.
 */
export function fieldOption(assignments: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const assignment of assignments) {
    const [name, value] = splitAssignment(assignment);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}

/**
 * Parses the values of a repeated flag, each `name=value`, into one value per field name.
 * @throws SpectoolError `USAGE` if a field is given two different values.
 */
export function singleFieldOption(assignments: readonly string[]): Readonly<Record<string, string>> {
  const given = Object.entries(fieldOption(assignments));
  const twice = given.find(([, values]) => new Set(values).size > 1);
  if (twice !== undefined) {
    const [name, values] = twice;
    throw new SpectoolError(
      'USAGE',
      `The field "${name}" is given ${String(values.length)} times, with different values.`,
      {
        hint: `Give the field once. If the field is a list, separate the values by commas: ${name}=${values.join(',')}`,
      },
    );
  }
  return Object.fromEntries(given.map(([name, [value = '']]) => [name, value]));
}

/** Splits at the first `=`, so that the value may contain further ones. */
function splitAssignment(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new SpectoolError('USAGE', `"${text}" is not of the form NAME=VALUE.`, {
      hint: 'Write a name and a value with `=` between them.',
    });
  }
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}
