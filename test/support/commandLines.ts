import { Cli } from 'clipanion';
import { commandNamed } from '../../src/adapters/cli/commandTable.js';
import type { CliContext } from '../../src/adapters/cli/context.js';

/** Command lines of this program in a text: in backquotes, with what they take. */
export function commandLinesIn(text: string): readonly string[] {
  return [...text.matchAll(/`(spectool [a-z-]+ [^`]+)`/g)].map(([, line = '']) => line);
}

/** What the parser says against a command line; undefined when it takes it. */
export async function refusalOf(line: string): Promise<string | undefined> {
  // `a | b` offers a choice or pipes on; what follows `>` is the shell's.
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
