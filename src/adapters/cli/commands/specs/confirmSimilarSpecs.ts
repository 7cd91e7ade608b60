import { cancel, confirm } from '@clack/prompts';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { prompt } from '../../prompt.js';
import { safeText } from '../../layout/escapeUnsafeText.js';

/** Lists similar specs and asks whether to create a new spec anyway. @throws SpectoolError `CANCELLED` if the user declines. */
export async function askSimilar(similar: readonly SpecView[]): Promise<void> {
  const names = similar.map(({ path, title }) => `  ${safeText(path)}  ${safeText(title)}`);
  const message = `These specs may be about the same thing:\n${names.join('\n')}\nCreate a new spec anyway?`;
  const answer = await prompt((until) => confirm({ message, initialValue: true, ...until }));
  if (answer === true) return;
  if (answer === undefined) cancel('Nothing was written.');
  throw new SpectoolError('CANCELLED', 'Nothing was created.', {
    advice: [{ useCase: 'viewSpec', request: { spec: similar[0]?.ref ?? '' }, to: 'read it' }],
  });
}
