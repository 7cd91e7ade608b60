import { cancel, text } from '@clack/prompts';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { prompt } from './prompt.js';

/** Asks the user for a text that must not be empty. @throws SpectoolError `CANCELLED` if the user cancels. */
export async function askText(message: string, placeholder = ''): Promise<string> {
  const answer = await prompt((until) =>
    text({
      ...until,
      message,
      placeholder,
      validate: (typed = '') => (typed.trim() === '' ? 'Type something, or press Ctrl-C.' : undefined),
    }),
  );
  if (answer !== undefined) return answer.trim();
  cancel('Nothing was written.');
  throw new SpectoolError('CANCELLED', 'Cancelled.');
}
