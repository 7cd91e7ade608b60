import { SpectoolError } from '../../../domain/errors/spectoolError.js';

/** Joins the comma-separated and repeated values of a flag into one list. */
export function listOption(values: readonly string[]): readonly string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * Parses the value of a flag as a whole number; undefined if the flag was not given.
 * @throws SpectoolError `USAGE` if the value is not a whole number of at least `least`.
 */
export function numberOption(flag: string, value: string | undefined, least = 1): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least) return number;
  throw new SpectoolError('USAGE', `${flag}: "${value}" is not a whole number of at least ${least}.`);
}
