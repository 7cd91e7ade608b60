import { Option } from 'clipanion';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { takes } from '../commandDefinition.js';

/** The `--where` flag, which selects the specs that have a given value in a field. @param names spellings of the flag. */
export const whereFlag = (names = '--where') =>
  takes(
    'FIELD=VALUE',
    Option.Array(names, {
      description:
        'only specs whose field FIELD has the value VALUE; several --where must all match. `FIELD=` selects specs without the field, `status=unknown` specs with a status that spectool does not know',
    }),
  );

/**
 * Parses the values of a repeated flag, each `name=value`, into lists of values by field name; undefined if the flag was not
 * given.
 * @throws SpectoolError `USAGE` for a value without a name or `=`.
 */
export function fieldOption(
  assignments: readonly string[] | undefined,
): Readonly<Record<string, readonly string[]>> | undefined {
  if (assignments === undefined) return undefined;
  const values = new Map<string, string[]>();
  for (const assignment of assignments) {
    const [name, value] = splitAssignment(assignment);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}

/**
 * Parses the values of a repeated flag, each `name=value`, into one value per field name; undefined if the flag was not given.
 * @throws SpectoolError `USAGE` if a field is given two different values.
 */
export function singleFieldOption(
  assignments: readonly string[] | undefined,
): Readonly<Record<string, string>> | undefined {
  const given = Object.entries(fieldOption(assignments) ?? {});
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
  return assignments && Object.fromEntries(given.map(([name, [value = '']]) => [name, value]));
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
