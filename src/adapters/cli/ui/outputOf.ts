import type { AdvisedWord } from '../../presentation/adviceText.js';
import type { CliContext } from '../cliContext.js';
import { fitLines } from '../layout/breakLongLines.js';
import { splitCommandLine } from './commandLineWords.js';

export interface CommandAnswer {
  readonly text: string;
  /** The command lines that the command advises as next steps, without the program's name. */
  readonly advised: readonly (readonly AdvisedWord[])[];
}

/**
 * Runs a command line and returns its output, then its errors and warnings, in lines of at most `columns` cells.
 * @param interactive true for a command that uses the terminal beside its output, such as `edit`.
 */
export async function outputOf(
  words: readonly string[],
  columns: number,
  context: CliContext,
  interactive = false,
): Promise<CommandAnswer> {
  const [told, warned]: [string[], string[]] = [[], []];
  const into = (parts: string[]): CliContext['stdout'] => {
    const write = (text: string | Uint8Array): boolean => parts.push(String(text)) > 0;
    // Commands only call `write`, so no other member of a stream is needed.
    return { write } as unknown as CliContext['stdout'];
  };
  const output = { ...context.output, columns, interactive };
  const advised: (readonly AdvisedWord[])[] = [];
  // Commands are taken from the advice as data, never from printed text, which may be that of other people.
  const advisedHint: CliContext['advisedHint'] = async (hint, advice = [], program) => {
    // For a command in another project, the program is called with the flag that leads there.
    const place = splitCommandLine(/ --(?:cwd|project) .*$/.exec(program ?? '')?.[0] ?? '');
    for (const one of advice) {
      const command = await context.advisedCommand(one);
      const there = one.project === undefined ? place : ['--project', one.project];
      if (command !== undefined) advised.push([...there.map((text) => ({ text })), ...command]);
    }
    return context.advisedHint(hint, advice, program);
  };
  const stdout = into(told);
  const stderr = into(warned);
  await context.run(words, { ...context, stdout, stderr, output, notices: output, advisedHint });
  return { text: fitLines([...told, ...warned].join(''), columns), advised };
}
