import type { CliContext } from '../cliContext.js';
import { fitLines } from '../layout/breakLongLines.js';

/**
 * Runs a command line and returns its output, then its errors and warnings, in lines of at most `columns` cells.
 * @param interactive true for a command that uses the terminal beside its output, such as `edit`.
 */
export async function outputOf(
  words: readonly string[],
  columns: number,
  context: CliContext,
  interactive = false,
): Promise<string> {
  const [told, warned]: [string[], string[]] = [[], []];
  const into = (parts: string[]): CliContext['stdout'] => {
    const write = (text: string | Uint8Array): boolean => parts.push(String(text)) > 0;
    // Commands only call `write`, so no other member of a stream is needed.
    return { write } as unknown as CliContext['stdout'];
  };
  const output = { ...context.output, columns, interactive };
  await context.run(words, { ...context, stdout: into(told), stderr: into(warned), output, notices: output });
  return fitLines([...told, ...warned].join(''), columns);
}
