import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nearest } from '../../domain/naming/nearest.js';
import { argumentsOf, type CommandDefinition } from './definition.js';
import { GUESSED_COMMANDS, GUESSED_FLAGS, STEPS } from './guesses.js';

/** Wrong usage, said with the nearest right one. */
export const usageError = { unknownCommand, fromParser };

/** @param words the one that was taken for a command, and the one after it. @param known the names of all commands. */
function unknownCommand(words: readonly string[], known: readonly string[]): SpectoolError {
  const [word = '', next] = words;
  const near = nearest(words.join(' '), known).concat(nearest(word, known));
  const meant = guessed(word.toLowerCase(), next);
  const [command = meant] = meant === undefined ? near : [];
  return new SpectoolError('USAGE', `There is no command "${word}".`, {
    hint:
      command === undefined
        ? 'Run `spectool --help` to see all commands.'
        : Object.hasOwn(STEPS, word.toLowerCase())
          ? `\`spectool ${command}\` ${STEPS[word.toLowerCase()]?.replaceAll('SPEC', next ?? 'SPEC') ?? ''}.`
          : `Did you mean \`spectool ${command}\`?`,
    details: { command: word, nearest: [...new Set(command === undefined ? near : [command, ...near])] },
  });
}

/** The command line that does what a word of other programs does. @param next what followed it. */
function guessed(word: string, next: string | undefined): string | undefined {
  const lines = Object.entries(GUESSED_COMMANDS).flatMap(([line, words]) =>
    words.includes(word) ? [line] : [],
  );
  const takesSpec = (line: string) => line.includes(' SPEC');
  const line = lines.find((one) => takesSpec(one) === (next !== undefined)) ?? lines[0];
  return line?.replace('SPEC', next ?? 'SPEC');
}

/** clipanion tells what is wrong in a sentence followed by the usage; ours names the place and what belongs there. */
function fromParser(message: string, command: CommandDefinition, args: readonly string[]): SpectoolError {
  const [sentence = 'Wrong usage.'] = message.split('\n');
  const { text, hint, near = [] } = explained(sentence, command, args);
  return new SpectoolError('USAGE', `spectool ${command.name}: ${text}`, {
    hint,
    ...(near.length > 0 && { details: { nearest: near } }),
  });
}

interface Explanation {
  readonly text: string;
  readonly hint: string;
  readonly near?: readonly string[];
}

function explained(sentence: string, command: CommandDefinition, args: readonly string[]): Explanation {
  const { name } = command;
  const help = `\`spectool ${name} --help\``;
  const option = /option name \("(-[^"]+)"\)/.exec(sentence)?.[1] ?? strangeFlag(sentence, command, args);
  if (option !== undefined) {
    const known = flagNames(command);
    const [name = option] = option.split('=');
    const meant = GUESSED_FLAGS[name]?.find((flag) => known.includes(flag));
    const near = meant === undefined ? nearest(name, known) : [meant];
    const hint =
      near[0] !== undefined
        ? `Did you mean ${near[0]}? ${help} shows all flags.`
        : `${help} shows all flags${command.arguments.length > 0 ? '; what follows a bare `--` is no flag' : ''}.`;
    return { text: `there is no flag ${option}.`, hint, near };
  }
  const poor = /arguments to option (--?[a-z-]+)/.exec(sentence)?.[1];
  if (poor !== undefined)
    return {
      text: `${poor} needs a value.`,
      hint: `If the value begins with a dash, write \`${poor}=VALUE\`.`,
    };
  const usage = `spectool ${`${name} ${argumentsOf(command)}`.trim()} [flags]`;
  // After a bare `--` clipanion finds no command at all.
  if (/^(?:Not enough positional|Command not found)/.test(sentence)) {
    const missing = command.arguments.find(({ isRequired }) => isRequired)?.value ?? 'An argument';
    return { text: `${missing} is missing.`, hint: `Usage: ${usage}` };
  }
  const extra = /^Extraneous positional argument \("([^]*)"\)/.exec(sentence)?.[1];
  if (extra !== undefined) {
    const [, flag = '', value = ''] = /^([a-z][a-z-]*)=(.+)$/.exec(extra) ?? [];
    const hint = flagNames(command).includes(`--${flag}`)
      ? `Did you mean \`--${flag} ${value}\`?`
      : `Usage: ${usage}. Put quotes around an argument of several words, and commas between several values of a flag.`;
    return { text: `the argument "${extra}" was not expected.`, hint };
  }
  return { text: sentence, hint: `${help} shows its arguments and flags.` };
}

/** Of a command that may be given nothing, clipanion does not say which flag it does not know. */
function strangeFlag(
  sentence: string,
  { flags }: CommandDefinition,
  args: readonly string[],
): string | undefined {
  if (!sentence.startsWith('Command not found')) return undefined;
  const known = flags.flatMap(({ names }) => names);
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).find(
    (arg) => /^--?[a-z]/i.test(arg) && !known.includes(arg.split('=')[0] ?? ''),
  );
}

function flagNames({ flags }: CommandDefinition): readonly string[] {
  return [...flags.flatMap(({ names }) => names).filter((name) => name.startsWith('--')), '--help'];
}
