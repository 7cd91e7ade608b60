import { Option } from 'clipanion';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { takes } from '../definition.js';

/** Narrows commands of several specs to those with a value. @param names how the flag may be written. */
export const whereFlag = (names = '--where') =>
  takes(
    'FIELD=VALUE',
    Option.Array(names, {
      description:
        'only specs with this value; repeatable; `status=unknown`, or nothing behind the `=` for none',
    }),
  );

/**
 * `--field name=value`, perhaps repeated, as values by name; undefined when the flag was not given at all.
 * @throws SpectoolError `USAGE`.
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
 * As `fieldOption` where each name has one value.
 * @throws SpectoolError `USAGE` for two values of one name: neither is dropped.
 */
export function singleFieldOption(
  assignments: readonly string[] | undefined,
): Readonly<Record<string, string>> | undefined {
  const given = Object.entries(fieldOption(assignments) ?? {});
  const twice = given.find(([, values]) => new Set(values).size > 1);
  if (twice !== undefined) {
    const [name, values] = twice;
    throw new SpectoolError('USAGE', `"${name}" is given ${String(values.length)} values.`, {
      hint: `Give it once; a list takes its members in one: ${name}=${values.join(',')}`,
    });
  }
  return assignments && Object.fromEntries(given.map(([name, [value = '']]) => [name, value]));
}

/** The value may hold further `=`. */
function splitAssignment(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new SpectoolError('USAGE', `"${text}" is not of the form name=value.`, {
      hint: 'Write a name and a value with `=` between them.',
    });
  }
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}
