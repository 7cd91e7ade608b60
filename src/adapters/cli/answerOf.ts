import { isCancel, updateSettings } from '@clack/prompts';

const CTRL_D = '\x04';

/**
 * What somebody answers to a question; undefined when they leave: by Ctrl-C, by Ctrl-D or since the terminal is gone, of which the
 * question alone would never hear.
 * @param ask is given what ends the question.
 */
export async function answerOf<T>(
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
