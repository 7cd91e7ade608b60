import type { CliContext } from '../cliContext.js';
import { fitLines } from '../layout/breakLongLines.js';

/**
 * Runs a command line and returns its output, with errors and warnings, in lines of at most `columns` cells.
 * @param interactive true for a command that uses the terminal beside its output, such as `edit`.
 */
export async function outputOf(
  words: readonly string[],
  columns: number,
  context: CliContext,
  interactive = false,
): Promise<string> {
  const parts: string[] = [];
  const write = (text: string | Uint8Array): boolean => {
    parts.push(String(text));
    return true;
  };
  // Commands only call `write`, so no other member of a stream is needed.
  const stream = { write } as unknown as CliContext['stdout'];
  const output = { ...context.output, columns, interactive };
  await context.run(words, { ...context, stdout: stream, stderr: stream, output, notices: output });
  return fitLines(parts.join(''), columns);
}
