import { SpectoolError } from '../../../domain/errors/spectoolError.js';

/** `a,b` and repeated flags become one list; undefined when the flag was not given at all. */
export function listOption(values: string | readonly string[] | undefined): readonly string[] | undefined {
  if (values === undefined) return undefined;
  const given = typeof values === 'string' ? [values] : values;
  return given
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * A whole number of at least `least` from a flag.
 * @throws SpectoolError `USAGE`.
 */
export function numberOption(flag: string, value: string | undefined, least = 1): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least) return number;
  throw new SpectoolError('USAGE', `${flag}: "${value}" is not a whole number of at least ${least}.`);
}
