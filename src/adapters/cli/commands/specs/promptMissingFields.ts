import { cancel, text } from '@clack/prompts';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { Configuration } from '../../../../domain/project/configuration.js';
import { customFieldValue } from '../../../../domain/fields/customField.js';
import { validField } from '../../../../domain/spec/decisions/fieldDecisions.js';
import { type FieldRequest, isSetField, standardField } from '../../../../domain/fields/standardFields.js';
import { prompt } from '../../prompt.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { listOption } from '../../options/parseListAndNumber.js';

export type GivenFields = FieldRequest & { readonly fields?: Readonly<Record<string, string>> };

/**
 * Asks the user for required fields that were not given; empty answers are left out.
 * @returns the given values and the answers.
 * @throws SpectoolError `CANCELLED` if the user cancels.
 */
export async function askMissing(
  missing: readonly string[],
  given: GivenFields,
  config: Configuration,
): Promise<GivenFields> {
  const { custom } = config.frontmatter;
  let all = given;
  for (const key of missing) {
    const row = standardField(key);
    const isList = isSetField(key) || custom[key] === 'array';
    const answer = await prompt((until) =>
      text({
        ...until,
        message: `${safeText(key)}? The configuration requires this field. Press Enter to leave it out.`,
        placeholder: row?.values?.join(', ') ?? (isList ? 'several values, separated by commas' : ''),
        validate: (typed = '') => (typed.trim() === '' ? undefined : problemOf(key, typed, config)),
      }),
    );
    if (answer === undefined) {
      cancel('Nothing was written.');
      throw new SpectoolError('CANCELLED', 'Nothing was created.');
    }
    if (answer.trim() === '') continue;
    all =
      row === undefined
        ? { ...all, fields: { ...all.fields, [key]: answer } }
        : { ...all, [row.name]: isSetField(key) ? listOption([answer]) : answer };
  }
  return all;
}

/** Returns why a typed value is invalid for a field; undefined if the value is valid. */
function problemOf(key: string, typed: string, { frontmatter }: Configuration): string | undefined {
  try {
    if (standardField(key) === undefined) customFieldValue(key, typed, frontmatter);
    else if (!isSetField(key)) validField(key, typed);
    return undefined;
  } catch (error) {
    if (error instanceof SpectoolError) return safeText(error.message);
    throw error;
  }
}
