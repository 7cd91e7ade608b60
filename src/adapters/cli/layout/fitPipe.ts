import { tokenEstimate } from '../../../domain/value/tokenEstimate.js';

/** Maximum tokens of a text that goes to a pipe or a file, where its reader is probably an agent, which pays for each token. */
export const PIPE_TOKENS = 6_900;

/** Letters per token in the lines of tables; the estimates are a quarter to a half too high. */
const LETTERS_PER_TOKEN = 4;

/** Estimates the tokens of a line. */
export function lineTokens(line: string): number {
  return tokenEstimate(line, LETTERS_PER_TOKEN) + 1;
}

/** Returns the first lines of a text that fit a pipe, and a last line on how many are left out. @param flag the flag that shows all. */
export function fitPipe(text: string, flag: string): string {
  // A token has at least one character.
  if (text.length <= PIPE_TOKENS) return text;
  const lines = text.split('\n');
  let left = PIPE_TOKENS;
  const end = lines.findIndex((line) => (left -= lineTokens(line)) < 0);
  if (end < 0) return text;
  return [...lines.slice(0, end), `… ${String(lines.length - end)} more lines; ${flag} shows them`].join(
    '\n',
  );
}
