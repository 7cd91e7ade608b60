import { Cli } from 'clipanion';
import { commandNamed } from '../../src/adapters/cli/commandTable.js';
import type { CliContext } from '../../src/adapters/cli/cliContext.js';

/** Returns the spectool command lines with arguments that a text contains in backquotes. */
export function commandLinesIn(text: string): readonly string[] {
  return [...text.matchAll(/`(spectool [a-z-]+ [^`]+)`/g)].map(([, line = '']) => line);
}

/** Returns the parser's error for a command line, or undefined if the parser accepts it. */
export async function refusalOf(line: string): Promise<string | undefined> {
  // The part from the first `|`, `>` or `;` on is dropped, because it is shell syntax or another choice, as in `a | b`.
  const words = (/^[^|>;]*/.exec(line)?.[0] ?? '').match(/"[^"]*"|\S+/g)?.slice(1) ?? [];
  const plain = words.map((word) => word.replace(/^"|"$/g, ''));
  if (plain.length === 0 || plain[0]?.startsWith('-') === true || plain[0] === '<command>') return undefined;
  const entry = commandNamed(plain);
  if (entry === undefined) return `there is no command ${plain[0] ?? ''}`;
  const cli = new Cli<CliContext>();
  cli.register(await entry.load());
  try {
    cli.process(plain, {} as CliContext);
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
}
