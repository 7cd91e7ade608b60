import { cancel, isCancel, text, updateSettings } from '@clack/prompts';
import { SpectoolError } from '../../domain/errors/spectoolError.js';

const CTRL_D = '\x04';

/**
 * Asks the user a question. Ctrl-C, Ctrl-D and a closed terminal cancel the question; the prompt library alone does not notice a
 * closed terminal.
 * @param ask runs the prompt; its signal aborts when standard input ends.
 * @returns the answer, or undefined if the user cancelled.
 */
export async function prompt<T>(
  ask: (until: { readonly signal: AbortSignal }) => Promise<T>,
): Promise<Exclude<T, symbol> | undefined> {
  updateSettings({ aliases: { [CTRL_D]: 'cancel' } });
  const ended = new AbortController();
  const end = () => {
    ended.abort();
  };
  if (process.stdin.readableEnded) end();
  process.stdin.once('end', end);
  try {
    const answer = await ask({ signal: ended.signal });
    return isCancel(answer) ? undefined : (answer as Exclude<T, symbol>);
  } finally {
    process.stdin.off('end', end);
  }
}

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
