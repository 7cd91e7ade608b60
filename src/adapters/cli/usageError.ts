import type { CommandClass } from 'clipanion';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { COMMAND_CATALOG } from '../../application/commandCatalog.js';
import { nearest } from '../../domain/naming/nearest.js';
import type { CliContext } from './context.js';

/** Wrong usage, said with the nearest right one. */
export const usageError = { unknownCommand, fromParser };

function unknownCommand(word: string, known: readonly string[]): SpectoolError {
  const near = nearest(word, known).concat(nearest(word.split(' ')[0] ?? '', known));
  return new SpectoolError('USAGE', `There is no command "${word}".`, {
    hint:
      near[0] === undefined
        ? 'Run `spectool --help` to see all commands.'
        : `Did you mean \`spectool ${near[0]}\`?`,
    details: { command: word, nearest: [...new Set(near)] },
  });
}

/** clipanion tells what is wrong in a sentence followed by the usage; flags get their nearest neighbour beside. */
function fromParser(error: unknown, command: CommandClass<CliContext>): SpectoolError {
  const message = error instanceof Error ? error.message : String(error);
  const [sentence = 'Wrong usage.'] = message.split('\n');
  const name = (command.paths?.[0] ?? []).join(' ');
  const flag = /option name \("(-[^"]+)"\)/.exec(sentence)?.[1];
  const near = flag === undefined ? [] : nearest(flag, flagsOf(name));
  const hint =
    near[0] === undefined
      ? `Run \`spectool ${name} --help\` to see its arguments.`
      : `Did you mean ${near[0]}? \`spectool ${name} --help\` shows all flags.`;
  return new SpectoolError('USAGE', `spectool ${name}: ${sentence}`, {
    hint,
    ...(near.length > 0 && { details: { nearest: near } }),
  });
}

function flagsOf(name: string): readonly string[] {
  const usage = COMMAND_CATALOG.find((entry) => entry.name === name)?.usage ?? '';
  return ['--json', '--cwd', '--help', ...(usage.match(/--[a-z-]+/g) ?? [])];
}
