import { autocomplete, cancel } from '@clack/prompts';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { prompt } from '../../prompt.js';

const ROWS = 10;

/** Lets the user choose a spec from a list, by typing a part of its number or title. @returns the path of the spec. */
export async function chooseSpec(specs: readonly SpecView[]): Promise<string> {
  const answer = await prompt((until) =>
    autocomplete<string>({
      ...until,
      message: 'Which spec?',
      maxItems: ROWS,
      options: specs.map(({ path, ref, title, status }) => ({
        value: path,
        label: `${safeText(ref)}  ${safeText(title)}`,
        ...(status !== null && { hint: status }),
      })),
    }),
  );
  if (answer !== undefined) return answer;
  cancel('No spec was chosen.');
  throw new SpectoolError('CANCELLED', 'No spec was chosen.');
}
